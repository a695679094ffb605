// Deletes old rows: jobs and links after `jobRowDays`; statistics, events and notices after 400 days;
// sessions and sign-in links when they have expired.
import { sql } from 'kysely';
import type { Config } from '#config';
import { dayMs, hourMs } from '#core/clock.ts';
import { firstIdAt } from '#core/ids.ts';
import { deleteInBatches, deleteOldest } from '#service/database/batches.ts';
import type { Store } from '#service/database/store.ts';
import { deleteOldRequests } from '#service/requests/log.ts';
import { deliveryDays } from '#service/webhooks/deliveries.ts';
import { refusalDays } from './refusals.ts';
import { releaseOldIdempotencyKeys } from './job-rows.ts';

/** How long statistics, the audit log and notices are kept. */
export const recordRetentionMs = 400 * dayMs;

export async function deleteOldRows(
  store: Store & { config: Pick<Config, 'jobRowDays' | 'requestDays'> },
  signal: AbortSignal,
): Promise<void> {
  const { db, clock, config } = store;
  const now = clock.now();
  await releaseOldIdempotencyKeys(db, now - hourMs, signal);
  const ended = now - config.jobRowDays * dayMs;
  const recorded = now - recordRetentionMs;
  for (const { before, ...doomed } of [
    { table: 'jobs', before: ended, where: sql`completed_at <= ${ended} and state <> 'pending'` },
    { table: 'shares', before: ended, where: sql`ended_at <= ${ended}` },
    { table: 'audit', before: recorded, where: sql`at < ${recorded}` },
  ] as const)
    // Nothing ends before its identifier is created.
    await deleteOldest(db, { ...doomed, end: firstIdAt(before + 1) }, signal);
  await deleteOldRequests(store, signal);
  const date = new Date(now).toISOString();
  for (const doomed of [
    { table: 'notices', where: sql`created_at < ${recorded}` },
    { table: 'usage', where: sql`day < ${Math.floor(recorded / dayMs)}` },
    { table: 'refusals', where: sql`day < ${Math.floor(now / dayMs) - refusalDays}` },
    { table: 'spent_credits', where: sql`credits_expire_at <= ${now}` },
    { table: 'deliveries', where: sql`id < ${firstIdAt(now - deliveryDays * dayMs)}` },
    { table: 'trial_visitors', where: sql`expires_at <= ${now}` },
    { table: 'verifications', where: sql`expires_at < ${date}` },
    {
      table: 'file_keys',
      where: sql`id < ${firstIdAt(now - dayMs)}
        and not exists (select 1 from jobs where jobs.id = file_keys.id and state in ('pending', 'success', 'failed'))
        and not exists (select 1 from upload_parts where upload_parts.id = file_keys.id)
        and not exists (select 1 from shares where shares.id = file_keys.id and ended_at is null)`,
    },
    { table: 'sessions', where: sql`expires_at < ${date}` },
  ] as const)
    await deleteInBatches(db, doomed, signal);
}
