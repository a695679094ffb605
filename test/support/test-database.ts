// Which database the tests of this process use: SQLite, or PostgreSQL where TEST_DATABASE=postgres asks for it.
import type { Config } from '#config';
import { startPostgres, type Postgres } from './postgres.ts';

export const isPostgres = process.env['TEST_DATABASE'] === 'postgres';

/** The same for all services of a database: orders between them are sealed with it. */
const secret = 'of all services of one database in tests';

let server: Promise<Postgres> | undefined;
/** By data folder: a service that is started again finds its rows. */
const databases = new Map<string, Promise<string>>();

/** The setting for a service with this data folder. */
export async function databaseForTest(data: string): Promise<Partial<Config>> {
  if (!isPostgres) return {};
  server ??= startPostgres();
  const postgres = await server;
  if (!databases.has(data)) databases.set(data, postgres.database());
  const databaseUrl = await databases.get(data);
  return databaseUrl === undefined ? {} : { databaseUrl, secret };
}
