// How many times the order of an asynchronous job was stopped for other accounts, to start again.
import type { Kysely } from 'kysely';
import { columnTypes } from '../column-types.ts';
import { dialectOf } from '../database.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  const types = columnTypes[dialectOf(db)];
  await db.schema
    .alterTable('orders')
    .addColumn('put_back', types.integer, (c) => c.notNull().defaultTo(0))
    .execute();
}
