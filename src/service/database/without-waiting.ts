// Queries that do not wait for the disk, for changes that are not reported before a later change: SQLite's log preserves their
// order, so both are on the disk then.
import type { CompiledQuery, KyselyPlugin } from 'kysely';
import type { Database } from './database.ts';

const marked = new WeakSet<object>();

const mark: KyselyPlugin = {
  transformQuery({ node }) {
    const copy = { ...node };
    marked.add(copy);
    return copy;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

const known = new WeakMap<Database, Database>();

/** Returns the same database, but its queries do not wait until changes are on disk. */
export function withoutWaiting(db: Database): Database {
  const found = known.get(db) ?? db.withPlugin(mark);
  known.set(db, found);
  return found;
}

/** Returns whether a query comes from {@link withoutWaiting}. */
export const isWithoutWaiting = ({ query }: Pick<CompiledQuery, 'query'>): boolean => marked.has(query);
