// LIKE for user input, whose wildcards are escaped.
import { sql, type RawBuilder } from 'kysely';

/** Matches a `column` that contains `text`, ignoring the case of A to Z, like LIKE in SQLite but not in PostgreSQL. */
export const contains = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`lower(${sql.ref(column)}) like ${`%${pattern(text)}%`} escape '\\'`;

const pattern = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[\\%_]/g, '\\$&');
