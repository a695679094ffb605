// Whether anything can be stored: what an error says about the disk and the database, and a look before one occurs.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config';
import { freeBytes } from '#core/disk.ts';

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

/** Why nothing can be stored, in words for the operator; undefined when an error has nothing to do with it. */
export function storageTrouble(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === 'ERR_SQLITE_ERROR') return sqliteCodes[Number(errcode) & 0xff];
  if (typeof code === 'string' && code in systemCodes) return systemCodes[code];
  // What fails while something else is being given up hides why that was.
  if (error instanceof SuppressedError) return storageTrouble(error.error) ?? storageTrouble(error.suppressed);
  return storageTrouble(error.cause);
}

/** Tries what a conversion needs of the disk; why it would be refused, if it would. */
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
    await rm(probe, { force: true }).catch(() => {});
    return storageTrouble(error) ?? 'the data folder cannot be written';
  }
}
