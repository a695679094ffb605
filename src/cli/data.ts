// What commands on a data directory share: the option --data, and the open database.
import { loadConfig, type Config } from '#config';
import { systemClock, type Clock } from '#core/clock.ts';
import type { AccountRow } from '#service/database/schema.ts';
import type { Database } from '#service/database/database.ts';
import { findAccount } from '#service/accounts/accounts.ts';
import { loadPlans, type Plans } from '#service/accounts/plans.ts';
import { makePrivate } from '#service/files/private.ts';
import { hasDatabase, openDatabase } from '../compose.ts';
import { requireArgument } from './command.ts';

export const dataOption = { data: { type: 'string' } } as const;

export const configFor = (values: { data?: string | undefined }): Config =>
  loadConfig(process.env, values.data === undefined ? {} : { data: values.data });

export interface DataContext {
  config: Config;
  db: Database;
  clock: Clock;
  plans: Plans;
}

export async function withData(
  values: { data?: string | undefined },
  use: (context: DataContext) => Promise<void>,
  { mayCreate = false }: { mayCreate?: boolean } = {},
): Promise<number> {
  makePrivate();
  const config = configFor(values);
  if (!mayCreate && !hasDatabase(config))
    throw new Error(`${config.data} is not a data directory of Platen; choose another one with --data`);
  const { db } = await openDatabase(config);
  try {
    await use({ config, db, clock: systemClock, plans: loadPlans(config.plansFile) });
    return 0;
  } finally {
    await db.destroy();
  }
}

export async function accountOf({ db }: DataContext, email: string | undefined): Promise<AccountRow> {
  const account = await findAccount(db, requireArgument(email, 'EMAIL'));
  if (account === undefined) throw new Error(`there is no account ${email}`);
  return account;
}

/** A number of conversions from the command line. */
export function countOption(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new Error(`--used is "${text}", but must be a whole number`);
  return Number(text);
}

export const print = (value: unknown): void =>
  void process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}\n`);
