// The time of the database, for comparisons that several nodes must agree on within one statement.
import { sql, type RawBuilder } from 'kysely';
import { dialectOf, type Database } from './database.ts';

const expressions = {
  sqlite: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
};

/** Returns an SQL expression for the milliseconds since 1970. */
export const databaseNow = (db: Pick<Database, 'getExecutor'>): RawBuilder<number> =>
  expressions[dialectOf(db as Database)];
