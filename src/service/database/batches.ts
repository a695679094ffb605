// Works on any number of rows in short statements, since a call has a few seconds and other calls need their turn.
import { setImmediate as turn } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { dialectOf, type Database } from './database.ts';
import type { Tables } from './schema.ts';

/** The number of rows per statement. */
export const batchRows = 1000;

const never = new AbortController().signal;

/** Calls `next` until it finds nothing or `signal` aborts; the remaining rows are left for the next time. */
export async function inBatches(next: () => Promise<number | bigint>, signal: AbortSignal = never): Promise<void> {
  while (!signal.aborted && (await next()) > 0) await turn();
}

interface Doomed {
  table: keyof Tables;
  where: RawBuilder<unknown>;
}

/** Deletes the rows that match `where`. */
export function deleteInBatches(db: Database, { table, where }: Doomed, signal?: AbortSignal): Promise<void> {
  const some = sql`select ${placeOf(db)} from ${sql.table(table)} where ${where} limit ${sql.lit(batchRows)}`;
  const one = sql`delete from ${sql.table(table)} where ${isAmong(db, some)}`;
  return inBatches(async () => (await one.execute(db)).numAffectedRows ?? 0n, signal);
}

/**
 * Deletes the rows that match `where` up to the identifier `end`, from a table whose identifiers sort by time: each batch
 * begins where the previous one ended, and newer rows are not read.
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

/** Returns the column with a row's physical location, which finds a batch without scanning the table. */
const placeOf = (db: Database) => sql.raw({ sqlite: 'rowid', postgres: 'ctid' }[dialectOf(db)]);

const isAmong = (db: Database, some: RawBuilder<unknown>): RawBuilder<boolean> =>
  dialectOf(db) === 'sqlite' ? sql`rowid in (${some})` : sql`ctid = any (array (${some}))`;
