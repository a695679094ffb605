// Keys of encrypted stored files.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema
    .createTable('file_keys')
    .addColumn('id', types.text, (c) => c.notNull())
    .addColumn('kind', types.text, (c) => c.notNull())
    .addColumn('sealed', types.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('file_keys_of_files', ['id', 'kind'])
    .execute();
}
