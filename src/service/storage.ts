// Detects whether data can be stored, from errors of the disk and the database, and by a check beforehand.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config';
import { freeBytes } from '#core/disk.ts';
import { Failure } from '#core/failure.ts';
import { StorageUnavailable } from '#service/files/unavailable.ts';
import { DatabaseUnavailable } from '#service/database/unavailable.ts';

export const diskIsFull = "no space left on the data folder's disk";

const systemCodes: Record<string, string> = {
  ENOSPC: diskIsFull,
  EDQUOT: "the disk quota of the service's user is used up",
  EROFS: "the data folder's disk is read-only",
  EIO: "the data folder's disk fails to read or to write",
};

/** https://www.sqlite.org/rescode.html */
const sqliteCodes: Record<number, string> = {
  5: 'another process holds the database',
  8: 'the database is read-only',
  10: "the database's disk fails to read or to write",
  13: "no space left on the database's disk",
  14: 'the database cannot be opened',
};

/** Explains to the operator why nothing can be stored; undefined for unrelated errors. */
export function storageProblem(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof StorageUnavailable || error instanceof DatabaseUnavailable) return error.message;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === 'ERR_SQLITE_ERROR') return sqliteCodes[Number(errcode) & 0xff];
  if (typeof code === 'string' && code in systemCodes) return systemCodes[code];
  // An error during clean-up hides the error that caused the clean-up.
  if (error instanceof SuppressedError) return storageProblem(error.error) ?? storageProblem(error.suppressed);
  return storageProblem(error.cause);
}

/** Creates the failure for when nothing can be stored. */
export const unstorable = (cause: unknown): Failure => new Failure('server_busy', { retry_after: 30 }, { cause });

/** Tests the disk with a small file, like a conversion would write; returns the problem, if any. */
export async function checkStorage({
  data,
  minFreeBytes,
}: Pick<Config, 'data' | 'minFreeBytes'>): Promise<string | undefined> {
  const probe = join(data, '.ready');
  try {
    await writeFile(probe, Buffer.alloc(4096), { mode: 0o600 });
    await rm(probe, { force: true });
    return (await freeBytes(data)) < minFreeBytes
      ? `less than ${minFreeBytes} bytes are free on the data folder's disk`
      : undefined;
  } catch (error) {
    // The first error is the one to report.
    await rm(probe, { force: true }).catch(() => {});
    return storageProblem(error) ?? 'the data folder cannot be written';
  }
}
