// Shared by the commands on a data directory: the open database, and printing.
import { loadConfig, type Config } from '#config';
import { systemClock, type Clock } from '#core/clock.ts';
import type { AccountRow } from '#service/database/schema.ts';
import type { Database } from '#service/database/database.ts';
import { findAccount } from '#service/accounts/accounts.ts';
import { loadPlans, type Plans } from '#service/accounts/plans.ts';
import { makePrivate } from '#service/files/private.ts';
import { hasDatabase, openDatabase } from '../compose.ts';
import { ending } from './command.ts';
import { forPeople } from './for-people.ts';

export interface DataOption {
  data?: string;
}

export const configFor = (values: DataOption): Config =>
  loadConfig(process.env, values.data === undefined ? {} : { data: values.data });

export interface DataContext {
  config: Config;
  db: Database;
  clock: Clock;
  plans: Plans;
}

export async function withData<Result = void>(
  values: DataOption,
  use: (context: DataContext) => Promise<Result>,
  { mayCreate = false }: { mayCreate?: boolean } = {},
): Promise<Result> {
  makePrivate();
  const config = configFor(values);
  if (!mayCreate && !hasDatabase(config))
    throw new Error(`${config.data} is not a data directory of Platen; choose another one with --data`);
  const { db } = await openDatabase(config);
  try {
    return await use({ config, db, clock: systemClock, plans: loadPlans(config.plansFile) });
  } finally {
    await db.destroy();
  }
}

/** Creates the action of a command with an operand on a data folder; a returned number is the exit status. */
export const onData = <Operand, Values extends DataOption>(
  run: (context: DataContext, operand: Operand, values: Values) => Promise<number | void>,
) => ending((operand: Operand, values: Values) => withData(values, (context) => run(context, operand, values)));

export async function accountOf({ db }: DataContext, email: string): Promise<AccountRow> {
  const account = await findAccount(db, email);
  if (account === undefined) throw new Error(`there is no account ${email}`);
  return account;
}

/** Prints JSON for programs, or lines with dates on a terminal. */
export function print(value: unknown): void {
  const text =
    typeof value === 'string' ? value : process.stdout.isTTY ? forPeople(value) : JSON.stringify(value, null, 2);
  process.stdout.write(`${text}\n`);
}
