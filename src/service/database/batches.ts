// Work on any number of rows by statements that are short each: a call has a few seconds, and others want their turn.
import { setImmediate as turn } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { dialectOf, type Database } from './database.ts';
import type { Tables } from './schema.ts';

/** Rows of one statement. */
export const batchRows = 1000;

const never = new AbortController().signal;

/** Calls `next` as long as it finds something, or until `signal`; the remaining rows are left for the next time. */
export async function inBatches(next: () => Promise<number | bigint>, signal: AbortSignal = never): Promise<void> {
  while (!signal.aborted && (await next()) > 0) await turn();
}

interface Doomed {
  table: keyof Tables;
  where: RawBuilder<unknown>;
}

/** Deletes the rows for which `where` holds. */
export function deleteInBatches(db: Database, { table, where }: Doomed, signal?: AbortSignal): Promise<void> {
  const some = sql`select ${placeOf(db)} from ${sql.table(table)} where ${where} limit ${sql.lit(batchRows)}`;
  const one = sql`delete from ${sql.table(table)} where ${isAmong(db, some)}`;
  return inBatches(async () => (await one.execute(db)).numAffectedRows ?? 0n, signal);
}

/**
 * Deletes the rows for which `where` holds, of a table whose identifiers sort by time, up to the identifier `end`: each batch
 * begins where the last one has ended, and younger rows are not looked at.
 */
export function deleteOldest(
  db: Database,
  { table, end, where }: Doomed & { table: 'jobs' | 'shares' | 'audit'; end: string },
  signal: AbortSignal,
): Promise<void> {
  let last = '';
  return inBatches(async () => {
    const some = sql`select ${placeOf(db)} from ${sql.table(table)}
      where id > ${last} and id < ${end} and ${where} order by id limit ${sql.lit(batchRows)}`;
    const one = sql<{ id: string }>`delete from ${sql.table(table)} where ${isAmong(db, some)} returning id`;
    const { rows } = await one.execute(db);
    for (const { id } of rows) if (id > last) last = id;
    return rows.length;
  }, signal);
}

/** The physical place of a row, by which a batch is found without scanning the table. */
const placeOf = (db: Database) => sql.raw({ sqlite: 'rowid', postgres: 'ctid' }[dialectOf(db)]);

const isAmong = (db: Database, some: RawBuilder<unknown>): RawBuilder<boolean> =>
  dialectOf(db) === 'sqlite' ? sql`rowid in (${some})` : sql`ctid = any (array (${some}))`;
