// Lists everything that is still stored for a job, to prove that it is gone.
import { readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { sql } from 'kysely';
import { ifAbsent } from '#core/absent.ts';
import type { Database } from '#service/database/database.ts';
import type { Results } from '#service/roles.ts';

export interface Remains {
  /** The number of database rows that name the job, by table. */
  rows: Record<string, number>;
  /** Files and folders in the data folder named after the job or one of its share links. */
  files: string[];
  /** Whether the storage of results, a folder or a bucket, has a file of the job or one of its share links. */
  isStored: boolean;
}

/** Searches every column of every table, every name in the data folder, and the storage of results. */
export async function remainsOf(
  { db, files }: Pick<Results, 'db' | 'files'>,
  data: string,
  jobId: string,
): Promise<Remains> {
  const shares = await db.selectFrom('shares').select('id').where('job_id', '=', jobId).execute();
  const ids = [jobId, ...shares.map(({ id }) => id)];
  const found: string[] = [];
  for await (const path of pathsBelow(data)) if (ids.some((id) => basename(path).includes(id))) found.push(path);
  let isStored = false;
  for await (const id of files.ids()) isStored ||= ids.includes(id);
  return {
    rows: await rowsThatName(db, jobId),
    files: found.map((path) => relative(data, path)).sort(),
    isStored,
  };
}

/** Yields the paths folder by folder, since a running service creates and removes folders in the meantime. */
async function* pathsBelow(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(ifAbsent([]))) {
    const path = join(folder, entry.name);
    yield path;
    if (entry.isDirectory()) yield* pathsBelow(path);
  }
}

async function rowsThatName(db: Database, id: string): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const { name, schema, columns } of await db.introspection.getTables()) {
    const table = schema === undefined ? sql.table(name) : sql.table(`${schema}.${name}`);
    const named = columns.map((column) => sql`cast(${sql.ref(column.name)} as text) like ${`%${id}%`}`);
    const { rows: counted } = await sql<{
      n: number | string;
    }>`select count(*) as n from ${table} where ${sql.join(named, sql` or `)}`.execute(db);
    const n = Number(counted[0]?.n ?? 0);
    if (n > 0) rows[name] = n;
  }
  return rows;
}
