// Changes that nobody is told of before something else is written that is waited for: the log of SQLite is in the order of its
// changes, so they are on the disk with the next ones that somebody waits for.
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

/** The same database, which does not wait until what is changed, or read, is on the disk. */
export function withoutWaiting(db: Database): Database {
  const found = known.get(db) ?? db.withPlugin(mark);
  known.set(db, found);
  return found;
}

/** Whether a query is one of {@link withoutWaiting}. */
export const isWithoutWaiting = ({ query }: Pick<CompiledQuery, 'query'>): boolean => marked.has(query);
