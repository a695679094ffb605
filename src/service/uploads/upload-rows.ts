// Resumable uploads: their rows and their received parts, each stored like the inputs of jobs.
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { hourMs } from '#core/clock.ts';
import { Failure, isFailure } from '#core/failure.ts';
import { isWellFormedId, newId } from '#core/ids.ts';
import { inBatches, batchRows } from '#service/database/batches.ts';
import type { UploadRow } from '#service/database/schema.ts';
import type { Results } from '#service/roles.ts';

/** How long an upload is kept after its last bytes. */
const usefulMs = hourMs;

/** The owner of an upload: a key, the dashboard of an account, or a visitor. */
export type UploadOwner = Pick<UploadRow, 'account_id' | 'key_id' | 'visitor'>;

interface Sender {
  account: { id: string };
  keyId: string | null;
  isVisitor?: boolean;
}

export const ownerOf = ({ account: { id }, keyId: key_id, isVisitor = false }: Sender): UploadOwner =>
  isVisitor ? { account_id: null, key_id: null, visitor: id } : { account_id: id, key_id, visitor: null };

export async function createUpload(
  { db, clock }: Results,
  upload: UploadOwner & Pick<UploadRow, 'name' | 'bytes'>,
): Promise<UploadRow> {
  const now = clock.now();
  const row = { id: newId(now), ...upload, received: 0, expires_at: now + usefulMs };
  return db.insertInto('uploads').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Returns the upload if it belongs to the owner. @throws file_not_found */
export async function ownUpload(
  { db, clock }: Results,
  { account_id, key_id, visitor }: UploadOwner,
  id: string,
  field = 'file_id',
): Promise<UploadRow> {
  const row = isWellFormedId(id)
    ? await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  const isOwn = row?.account_id === account_id && row.key_id === key_id && row.visitor === visitor;
  if (!isOwn || row.expires_at <= clock.now()) throw new Failure('file_not_found', { field });
  return row;
}

/** Returns the bytes that a visitor has announced and not removed. */
export async function uploadingBytes({ db }: Pick<Results, 'db'>, visitor: string): Promise<number> {
  const sum = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.sum<number | string | null>('bytes').as('bytes'))
    .where('visitor', '=', visitor)
    .executeTakeFirst();
  return Number(sum?.bytes ?? 0);
}

/** Adds the bytes at `path`, which begin at `offset`; returns the number of bytes received. @throws upload_conflict, file_not_found */
export async function addPart(
  { db, clock, files }: Results,
  { id: upload_id, name }: UploadRow,
  { path, bytes, offset }: { path: string; bytes: number; offset: number },
): Promise<number> {
  const id = newId(clock.now());
  await files.putInputs(id, [{ name, path }]);
  const isAdded = await db.transaction().execute(async (trx) => {
    const moved = await trx
      .updateTable('uploads')
      .set({ received: offset + bytes, expires_at: clock.now() + usefulMs })
      .where('id', '=', upload_id)
      .where('received', '=', offset)
      .executeTakeFirst();
    if (moved.numUpdatedRows !== 1n) return false;
    await trx.insertInto('upload_parts').values({ id, upload_id, position: offset }).execute();
    return true;
  });
  if (isAdded) return offset + bytes;
  await files.deleteInputs(id);
  const now = await db.selectFrom('uploads').select('received').where('id', '=', upload_id).executeTakeFirst();
  // The upload was removed in the meantime.
  if (now === undefined) throw new Failure('file_not_found', { field: 'upload' });
  throw new Failure('upload_conflict', { offset: now.received });
}

/** Writes the whole file to `to`. @throws file_not_found when it is incomplete, or was removed in the meantime */
export async function copyUpload({ db, files }: Results, upload: UploadRow, to: string, field: string): Promise<void> {
  const notFound = () => new Failure('file_not_found', { field });
  if (upload.received !== upload.bytes) throw notFound();
  const parts = await db
    .selectFrom('upload_parts')
    .select('id')
    .where('upload_id', '=', upload.id)
    .orderBy('position')
    .execute();
  await (await open(to, 'wx', 0o600)).close();
  for (const [n, { id }] of parts.entries()) {
    const part = `${to}-part-${n}`;
    await files.copyInput(id, 0, part).catch((error: unknown) => {
      throw isFailure(error, 'not_found') ? notFound() : error;
    });
    await append(part, to);
  }
  if ((await stat(to)).size !== upload.bytes) throw notFound();
}

async function append(part: string, to: string): Promise<void> {
  await pipeline(createReadStream(part), createWriteStream(to, { flags: 'a' }));
  await rm(part);
}

export async function removeUpload(
  { db, files }: Pick<Results, 'db' | 'files'>,
  { id }: Pick<UploadRow, 'id'>,
): Promise<void> {
  const parts = await db.selectFrom('upload_parts').select('id').where('upload_id', '=', id).execute();
  for (const part of parts) await files.deleteInputs(part.id);
  await db.deleteFrom('uploads').where('id', '=', id).execute();
}

/** Removes uploads an hour after their last bytes. */
export const sweepUploads = (results: Results, signal: AbortSignal): Promise<void> =>
  inBatches(async () => {
    const over = await results.db
      .selectFrom('uploads')
      .select('id')
      .where('expires_at', '<=', results.clock.now())
      .limit(batchRows)
      .execute();
    for (const upload of over) await removeUpload(results, upload);
    return over.length;
  }, signal);
