// Copies all rows of one database into another, empty one; both can be of any kind. The copy is read again and compared before
// anything is committed.
import { createHash, type Hash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database } from './database.ts';

export interface CopiedTable {
  table: string;
  rows: number;
  /** The hash of all rows, in key order. */
  sha256: string;
}

/** The tables with their keys; each follows the tables that its rows refer to. */
const tables = {
  accounts: ['id'],
  keys: ['id'],
  jobs: ['id'],
  orders: ['job_id'],
  notices: ['account_id', 'kind', 'period'],
  usage: ['account_id', 'key_id', 'day', 'tool', 'outcome'],
  refusals: ['account_id', 'day', 'key_id', 'tool', 'code'],
  shares: ['id'],
  spent_credits: ['address'],
  webhooks: ['id'],
  deliveries: ['id'],
  outbox: ['id'],
  file_keys: ['id', 'kind'],
  audit: ['id'],
  users: ['id'],
  sessions: ['id'],
  identities: ['id'],
  verifications: ['id'],
  sign_in_rates: ['id'],
} as const satisfies Record<string, readonly string[]>;

type Table = keyof typeof tables;
type Row = Record<string, string | number | null>;
/** A database whose rows are untyped, since not all tables of better-auth have types. */
type Any = Kysely<Record<Table, Row>>;

/** Tables that are not copied: the current state of nodes, expendable short-lived rows, and kysely's own tables. */
const notCopied =
  /^(rates$|requests$|samples$|workers$|chores$|operation$|trials$|uploads$|upload_parts$|trial_visitors$|turns$|kysely_)/;

/** Copies all rows. @throws when the target has rows, or the copy differs from the source; the target is then unchanged */
export async function copyDatabase(from: Database, to: Database): Promise<CopiedTable[]> {
  await requireKnownTables(from);
  const source = (from as unknown as Any).transaction().setIsolationLevel('repeatable read');
  return source.execute((old) =>
    (to as unknown as Any).transaction().execute(async (copy) => {
      await requireEmpty(copy);
      const copied: CopiedTable[] = [];
      for (const table of Object.keys(tables) as Table[]) {
        const sent = await summary(
          old,
          table,
          async (rows) => void (await copy.insertInto(table).values(rows).execute()),
        );
        const arrived = await summary(copy, table);
        if (arrived.rows !== sent.rows || arrived.sha256 !== sent.sha256)
          throw new Error(`the rows of ${table} arrived changed; nothing was copied`);
        copied.push(arrived);
      }
      return copied;
    }),
  );
}

async function requireKnownTables(db: Database): Promise<void> {
  // Queued orders are transient, and pg-boss creates its own tables.
  const own = (await db.introspection.getTables()).filter(({ schema }) => schema !== 'pgboss');
  const found = own.map(({ name }) => name);
  const unknown = found.filter((name) => !(name in tables) && !notCopied.test(name));
  if (unknown.length > 0) throw new Error(`the database has tables that would not be copied: ${unknown.join(', ')}`);
}

async function requireEmpty(db: Any): Promise<void> {
  for (const table of Object.keys(tables) as Table[])
    if ((await db.selectFrom(table).selectAll().limit(1).executeTakeFirst()) !== undefined)
      throw new Error(`the target is not empty: it has rows in ${table}`);
}

async function summary(db: Any, table: Table, use?: (rows: Row[]) => Promise<void>): Promise<CopiedTable> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const page of pages(db, table)) {
    for (const row of page) add(hash, row);
    rows += page.length;
    await use?.(page);
  }
  return { table, rows, sha256: hash.digest('hex') };
}

const add = (hash: Hash, row: Row): void =>
  void hash.update(`${JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))}\n`);

const pageSize = 500;

/** Yields the rows page by page in key order, which is the same in every database: by bytes and numbers. */
async function* pages(db: Any, table: Table): AsyncGenerator<Row[]> {
  const key: readonly string[] = tables[table];
  const columns = sql.join(key.map((name) => sql.ref(name)));
  for (let last: Row | undefined; ;) {
    let query = db.selectFrom(table).selectAll().limit(pageSize);
    for (const name of key) query = query.orderBy(sql.ref(name));
    const after = last;
    if (after !== undefined)
      query = query.where(sql<boolean>`(${columns}) > (${sql.join(key.map((name) => after[name]))})`);
    const page = await query.execute();
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = page.at(-1);
  }
}
