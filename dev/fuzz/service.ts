// A separate service for damaged documents, and a check that it leaves nothing behind.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#config';
import { systemClock } from '#core/clock.ts';
import { silentLog } from '#core/log.ts';
import { processes } from '#core/processes.ts';
import { createAccount } from '#service/accounts/accounts.ts';
import { unlimited } from '#service/accounts/plans.ts';
import { createKey } from '#service/accounts/keys.ts';
import { start, type Running } from '#src/main.ts';
import { callerOf, type Caller } from './caller.ts';

export interface Fuzzed extends AsyncDisposable {
  /** The tools to try. */
  caller: Caller;
  /** Makes documents to damage. */
  maker: Caller;
  /** Stops the service. @returns sentences about everything that it leaves behind */
  leftBehind(counted: number): Promise<string[]>;
}

/** The plan has no end, so that the count is all that can be wrong about it. */
export async function startFuzzedService(): Promise<Fuzzed> {
  const data = await mkdtemp(join(tmpdir(), 'platen-fuzz-'));
  // Nothing of a service that is in use: its database, its bucket, its mail server.
  const config = loadConfig(
    { PLATEN_ENV_FILE: '/dev/null', PLATEN_SANDBOX: process.env['PLATEN_SANDBOX'] },
    { data, port: 0, host: '127.0.0.1', convertRate: 0, ipRate: 0, extensions: 'on' },
  );
  const running = await start(config, silentLog);
  const { db } = running.service;
  const key = await unlimitedKey(running, 'fuzz');
  await running.service.engines?.libreoffice.settled();
  const caller = callerOf(running.address, key);
  return {
    caller,
    maker: caller,
    async leftBehind(counted) {
      const problems: string[] = [];
      const used = await caller.used();
      if (used !== counted) problems.push(`${used} conversions are counted, but ${counted} were to be`);
      const pending = await db.selectFrom('jobs').select('id').where('state', '=', 'pending').execute();
      if (pending.length > 0) problems.push(`${pending.length} jobs are pending`);
      await running.stop();
      for (const folder of ['work', 'runs']) {
        const left = await readdir(join(data, folder)).catch(() => []);
        if (left.length > 0) problems.push(`${left.length} folders are left in ${folder}`);
      }
      const children = await childrenHere();
      if (children.length > 0) problems.push(`processes are left: ${children.join(', ')}`);
      return problems;
    },
    async [Symbol.asyncDispose]() {
      await running.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** The key of a new account, with the bounds of `business` and as many conversions as it likes. */
export async function unlimitedKey({ service: { config, db, plans } }: Running, name: string): Promise<string> {
  const business = plans.get('business');
  if (business !== undefined)
    (plans as Map<string, typeof business>).set('unlimited', { ...business, quota: unlimited });
  const account = await createAccount(db, systemClock, plans, { email: `${name}@localhost`, plan: 'unlimited' });
  return (await createKey(db, systemClock, account.id, { name, prefix: config.keyPrefix })).key;
}

/** The names of the processes that this one has started. */
export const childrenHere = async (): Promise<string[]> =>
  (await processes()).filter(({ parent }) => parent === process.pid).map(({ name }) => name);
