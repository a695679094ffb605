// The column types in each dialect, and the database's own time.
import { sql, type RawBuilder } from 'kysely';
import type { DialectName } from './database.ts';

type ColumnType = 'text' | 'integer' | 'bigint' | 'date';
type Written = ColumnType | RawBuilder<unknown>;

// SQLite has only 64-bit integers, so all integers are that wide. Texts are compared byte by byte, like in SQLite, regardless of the
// collation of the PostgreSQL database, so that identifiers sort by time. Dates follow better-auth: ISO 8601, as text.
const text = sql`text collate "C"`;

export const columnTypes: Record<DialectName, Record<ColumnType, Written>> = {
  sqlite: { text: 'text', integer: 'integer', bigint: 'bigint', date: 'date' },
  postgres: { text, integer: 'bigint', bigint: 'bigint', date: text },
};
