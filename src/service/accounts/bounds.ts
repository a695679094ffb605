// Limits an account's share of the service: its waiting and running conversions, and its stored bytes. Both are checked
// before a file is received. Conversions are counted again when they begin, so that concurrent uploads cannot exceed the limit;
// the size of a result is not known by then, so the results in progress may exceed theirs a little.
import type { Transaction } from 'kysely';
import type { Config } from '#config';
import { Failure } from '#core/failure.ts';
import { storedFor } from '#service/jobs/stored-bytes.ts';
import type { Database } from '#service/database/database.ts';
import type { Tables } from '#service/database/schema.ts';
import type { Store } from '#service/database/store.ts';

type Bounded = Store & {
  config: Pick<Config, 'maxRunningPerAccount' | 'maxAsyncPerAccount' | 'maxStoredBytesPerAccount'>;
};

const shortWaitSeconds = 5;

/** @throws server_busy, storage_limit_reached */
export async function checkBounds(
  { db, clock, config }: Bounded,
  accountId: string,
  { isAsync = false } = {},
): Promise<void> {
  const { maxStoredBytesPerAccount: max_bytes } = config;
  const maxRunning = isAsync ? config.maxAsyncPerAccount : config.maxRunningPerAccount;
  await checkRunning(db, accountId, { isAsync, maxRunning });
  const now = clock.now();
  if (max_bytes > 0 && (await storedFor(db, accountId, now)) >= max_bytes)
    throw new Failure('storage_limit_reached', { max_bytes, retry_after: await secondsToExpiry(db, now, accountId) });
}

/** Checks exactly, within a transaction that has locked the account's row. @throws server_busy */
export async function checkRunning(
  db: Database | Transaction<Tables>,
  accountId: string,
  { maxRunning, isAsync }: { maxRunning: number; isAsync: boolean },
): Promise<void> {
  if (maxRunning > 0 && (await pending(db, accountId, isAsync)) >= maxRunning)
    throw new Failure('server_busy', { retry_after: shortWaitSeconds });
}

async function pending(db: Database | Transaction<Tables>, accountId: string, isAsync: boolean): Promise<number> {
  const found = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number | string>().as('jobs'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .where('is_later', '=', isAsync ? 1 : 0)
    .executeTakeFirst();
  return Number(found?.jobs ?? 0);
}

/** Returns the seconds until the next result of the account expires; an hour if it has no results. */
async function secondsToExpiry(db: Database, now: number, accountId: string): Promise<number> {
  const next = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.min('expires_at').as('at'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'success')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  const at = next?.at ?? null;
  return at === null ? 3600 : Math.max(1, Math.ceil((at - now) / 1000));
}
