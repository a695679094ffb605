// LIKE for text that people type: its wildcards are escaped.
import { sql, type RawBuilder } from 'kysely';

/** Whether `column` contains `text`; the letters A to Z in either case, as LIKE is in SQLite and not in PostgreSQL. */
export const contains = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`lower(${sql.ref(column)}) like ${`%${pattern(text)}%`} escape '\\'`;

const pattern = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[\\%_]/g, '\\$&');
