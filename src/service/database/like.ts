// LIKE for text that people type: its wildcards stand for themselves.
import { sql, type RawBuilder } from 'kysely';

/** Whether `column` contains `text`. */
export const contains = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
