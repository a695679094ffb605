// Prepared statements of a SQLite file: preparing one takes longer than running most of them.
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** The number of most recently used statements to keep, since lists of values produce many. */
const maxKept = 300;

export interface Prepared {
  statement: StatementSync;
  hasRows: boolean;
}

/** Returns the prepared statement of a text. */
export type Statements = (sql: string) => Prepared;

export function preparedOn(file: DatabaseSync): Statements {
  const kept = new Map<string, Prepared>();
  return (sql) => {
    const known = kept.get(sql);
    if (known !== undefined) {
      kept.delete(sql);
      kept.set(sql, known);
      return known;
    }
    const statement = file.prepare(sql);
    const prepared = { statement, hasRows: statement.columns().length > 0 };
    kept.set(sql, prepared);
    for (const oldest of kept.keys()) {
      if (kept.size <= maxKept) break;
      kept.delete(oldest);
    }
    return prepared;
  };
}
