// What an account may take of the service at a time: conversions that wait or run, and bytes that are kept for it. Both are read
// before a file is received, so that uploads that are in progress at the same time can go a little beyond.
import type { Config } from '#config';
import { Failure } from '#core/failure.ts';
import { storedFor } from '#service/jobs/stored-bytes.ts';
import type { Database } from '#service/database/database.ts';
import type { Store } from '#service/database/store.ts';

type Bounded = Store & { config: Pick<Config, 'maxRunningPerAccount' | 'maxStoredBytesPerAccount'> };

const shortWaitSeconds = 5;

/** @throws server_busy, storage_limit_reached */
export async function checkBounds({ db, clock, config }: Bounded, accountId: string): Promise<void> {
  const { maxRunningPerAccount: maxRunning, maxStoredBytesPerAccount: max_bytes } = config;
  if (maxRunning > 0 && (await running(db, accountId)) >= maxRunning)
    throw new Failure('server_busy', { retry_after: shortWaitSeconds });
  const now = clock.now();
  if (max_bytes > 0 && (await storedFor(db, accountId, now)) >= max_bytes)
    throw new Failure('storage_limit_reached', { max_bytes, retry_after: await secondsToExpiry(db, now, accountId) });
}

async function running(db: Database, accountId: string): Promise<number> {
  const rows = db.selectFrom('jobs').select(({ fn }) => fn.countAll<number | string>().as('jobs'));
  const found = await rows.where('account_id', '=', accountId).where('state', '=', 'pending').executeTakeFirst();
  return Number(found?.jobs ?? 0);
}

/** Until the next result of the account expires; an hour when there is none. */
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
