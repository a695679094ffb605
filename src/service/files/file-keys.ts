// A key for each encrypted stored file, itself encrypted with the service's secret; without its row, a file is noise.
import { randomBytes } from 'node:crypto';
import type { Sealing } from '#core/sealing.ts';
import type { Database } from '#service/database/database.ts';

/** The kinds of files with separate keys, since a job's output and inputs are deleted at different times. */
export type FileKind = 'output' | 'inputs';

export type FileKeys = ReturnType<typeof createFileKeys>;

export function createFileKeys(db: Database, sealing: Sealing) {
  const contextOf = (id: string, kind: FileKind) => `${kind} ${id}`;
  const store = async (id: string, kind: FileKind, key: Buffer): Promise<void> => {
    const sealed = sealing.seal(key.toString('base64'), contextOf(id, kind));
    await db
      .insertInto('file_keys')
      .values({ id, kind, sealed })
      .onConflict((found) => found.columns(['id', 'kind']).doNothing())
      .execute();
  };
  const keys = {
    /** Finds the key of a job's files; undefined if they are not encrypted. */
    async find(id: string, kind: FileKind): Promise<Buffer | undefined> {
      const row = await db
        .selectFrom('file_keys')
        .select('sealed')
        .where('id', '=', id)
        .where('kind', '=', kind)
        .executeTakeFirst();
      return row === undefined ? undefined : Buffer.from(sealing.open(row.sealed, contextOf(id, kind)), 'base64');
    },
    /** Returns the key, and creates it on first use. */
    async make(id: string, kind: FileKind): Promise<Buffer> {
      await store(id, kind, randomBytes(32));
      const key = await keys.find(id, kind);
      if (key === undefined) throw new Error('the key of a file is gone');
      return key;
    },
    /** Copies the key to a second identifier of the same files. */
    async copy(id: string, copyId: string): Promise<void> {
      const key = await keys.find(id, 'output');
      if (key !== undefined) await store(copyId, 'output', key);
    },
    async forget(id: string, kind: FileKind): Promise<void> {
      await db.deleteFrom('file_keys').where('id', '=', id).where('kind', '=', kind).execute();
    },
  };
  return keys;
}
