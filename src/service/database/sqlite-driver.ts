// kysely's driver for node:sqlite. Its calls are synchronous, so waiting in them for another process's lock would block the
// event loop. A query that finds the file locked is retried after a pause, and other work goes on in between.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { pauseMs } from '#core/pauses.ts';
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';

/** How long one call may wait by itself: enough for the usual commit of a command beside the service. */
export const blockingMs = 5;
const drainMs = 5_000;
const pauses = { firstMs: 5, maxMs: 100 };

export const sqliteDialect = (file: DatabaseSync): Dialect => ({
  createAdapter: () => new SharedFileAdapter(),
  createDriver: () => new SqliteDriver(file),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/** There is one connection, but a caller who waits for the file must not keep it: the driver itself takes turns. */
class SharedFileAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #file: DatabaseSync;
  readonly #turns = createTurns();

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Session> {
    return new Session(this.#file, this.#turns);
  }

  beginTransaction(session: Session): Promise<void> {
    return session.begin();
  }

  async commitTransaction(session: Session): Promise<void> {
    session.commit();
  }

  async rollbackTransaction(session: Session): Promise<void> {
    session.rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#file.close();
  }
}

/** Statements of one caller: each has a turn of its own, those of a transaction have one together. */
class Session implements DatabaseConnection {
  readonly #file: DatabaseSync;
  readonly #turns: Turns;
  #transaction: Disposable | undefined;

  constructor(file: DatabaseSync, turns: Turns) {
    this.#file = file;
    this.#turns = turns;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction !== undefined) return this.#run<Row>(sql, parameters);
    return untilUnlocked(async () => {
      using _turn = await this.#turns.next();
      return this.#run<Row>(sql, parameters);
    });
  }

  /** Takes the write lock at once: a transaction that has begun is never held up again. */
  begin(): Promise<void> {
    return untilUnlocked(async () => {
      using begun = new DisposableStack();
      begun.use(await this.#turns.next());
      this.#file.exec('begin immediate');
      this.#transaction = begun.move();
    });
  }

  /** One that fails is followed by a rollback. */
  commit(): void {
    this.#file.exec('commit');
    this.#endTurn();
  }

  rollback(): void {
    try {
      // SQLite has rolled back by itself when the disk was full.
      if (this.#file.isTransaction) this.#file.exec('rollback');
    } finally {
      this.#endTurn();
    }
  }

  #endTurn(): void {
    this.#transaction?.[Symbol.dispose]();
    this.#transaction = undefined;
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  #run<Row>(sql: string, parameters: readonly unknown[]): QueryResult<Row> {
    const statement = this.#file.prepare(sql);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }
}

interface Turns {
  /** Resolves when it is the caller's turn; disposing the result ends the turn. */
  next(): Promise<Disposable>;
}

function createTurns(): Turns {
  let last = Promise.resolve();
  return {
    async next() {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      return { [Symbol.dispose]: resolve };
    },
  };
}

/** @throws SQLite's own error when the file stays locked for {@link drainMs} */
async function untilUnlocked<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + drainMs;
  for (let attempts = 0; ; attempts++)
    try {
      return await attempt();
    } catch (error) {
      const pause = pauseMs(attempts, pauses);
      if (!isLocked(error) || performance.now() + pause > until) throw error;
      await sleep(pause);
    }
}

const busy = 5; // SQLITE_BUSY; the upper bytes say more

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === busy;
