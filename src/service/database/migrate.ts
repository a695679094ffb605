// The history of the tables, with one file per step in `migrations`. A released step is never changed or renamed; add a new one instead.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';

const folder = join(import.meta.dirname, 'migrations');

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = await readdir(folder);
  const load = async (file: string) =>
    [file.replace(/\.ts$/, ''), (await import(join(folder, file))) as Migration] as const;
  return Object.fromEntries(await Promise.all(files.map(load)));
}

/** Brings the tables up to date. @throws when a step fails */
export async function migrate<Schema>(db: Kysely<Schema>): Promise<void> {
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  if (error !== undefined) throw error;
}
