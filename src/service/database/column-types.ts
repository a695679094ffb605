// The types of columns in each dialect, and the database's own time.
import { sql, type RawBuilder } from 'kysely';
import type { DialectName } from './database.ts';

type ColumnType = 'text' | 'integer' | 'bigint' | 'date';
type Written = ColumnType | RawBuilder<unknown>;

// SQLite has integers of 64 bits only, so all are that wide. Texts are compared byte by byte as SQLite does, independent of the
// collation of the PostgreSQL database is: identifiers sort by time. Dates are those of better-auth: ISO 8601, as text.
const text = sql`text collate "C"`;

export const columnTypes: Record<DialectName, Record<ColumnType, Written>> = {
  sqlite: { text: 'text', integer: 'integer', bigint: 'bigint', date: 'date' },
  postgres: { text, integer: 'bigint', bigint: 'bigint', date: text },
};
