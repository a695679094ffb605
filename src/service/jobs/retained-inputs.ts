// Limits the stored bytes of an account's failed conversions and unfinished uploads: beyond the limit, the oldest are deleted early.
import type { Config } from '#config';
import { inUnits } from '#core/bytes.ts';
import { recordEvent } from '#service/accounts/audit.ts';
import type { JobRow } from '#service/database/schema.ts';
import type { Results } from '#service/roles.ts';
import { removeUpload } from '#service/uploads/upload-rows.ts';

type Bounded = Pick<Results, 'db' | 'clock' | 'files'> & {
  config: Pick<Config, 'maxRetainedBytesPerAccount' | 'maxStoredBytesPerAccount'>;
};

/** Returns the bytes that an account may have of each, never more than its total storage; 0 means unlimited. */
function boundOf({ config }: Bounded): number {
  const bounds = [config.maxRetainedBytesPerAccount, config.maxStoredBytesPerAccount].filter((bytes) => bytes > 0);
  return bounds.length === 0 ? 0 : Math.min(...bounds);
}

/** Deletes the inputs of the account's oldest failed jobs until the rest is within the limit. */
export async function boundRetainedInputs(service: Bounded, accountId: string): Promise<void> {
  const { db, files } = service;
  const max = boundOf(service);
  if (max === 0) return;
  const failed = await db
    .selectFrom('jobs')
    .select(['id', 'input_bytes', 'warnings'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'failed')
    .where('expires_at', 'is not', null)
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const above = beyond(failed, max, (job) => job.input_bytes ?? 0);
  for (const job of above) {
    await files.deleteInputs(job.id);
    await db
      .updateTable('jobs')
      .set({ expires_at: null, warnings: JSON.stringify([...warningsOf(job), deletedEarly(max)]) })
      .where('id', '=', job.id)
      .where('state', '=', 'failed')
      .execute();
  }
  await record(service, accountId, 'inputs_deleted_early', above.length, max);
}

/** Removes the account's oldest unfinished uploads until the rest is within the limit; never removes the newest. */
export async function boundUnfinishedUploads(service: Bounded, accountId: string): Promise<void> {
  const { db } = service;
  const max = boundOf(service);
  if (max === 0) return;
  const unfinished = await db
    .selectFrom('uploads')
    .select(['id', 'bytes'])
    .where('account_id', '=', accountId)
    .whereRef('received', '<', 'bytes')
    .orderBy('id', 'desc')
    .execute();
  const above = beyond(unfinished, max, ({ bytes }) => bytes).filter((upload) => upload !== unfinished[0]);
  for (const upload of above) await removeUpload(service, upload);
  await record(service, accountId, 'uploads_deleted_early', above.length, max);
}

/** Returns the items of a list, newest first, from the item with which the total exceeds `max` bytes. */
function beyond<Item>(newestFirst: readonly Item[], max: number, bytesOf: (item: Item) => number): Item[] {
  let bytes = 0;
  return newestFirst.filter((item) => (bytes += bytesOf(item)) > max);
}

const warningsOf = ({ warnings }: Pick<JobRow, 'warnings'>): string[] =>
  warnings === null ? [] : (JSON.parse(warnings) as string[]);

const deletedEarly = (max: number): string =>
  `The input files were deleted early: ${inUnits(max)} of the inputs of failed conversions are kept for an account, the newest ones.`;

async function record(
  store: Bounded,
  accountId: string,
  event: 'inputs_deleted_early' | 'uploads_deleted_early',
  count: number,
  max: number,
): Promise<void> {
  if (count === 0) return;
  const detail = { number: String(count), limit: inUnits(max) };
  await recordEvent(store, { accountId, event, actor: 'service', detail });
}
