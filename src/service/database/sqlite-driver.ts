// kysely's driver for node:sqlite. Its calls are synchronous, so waiting in them for another process's lock would block the
// event loop. A query that finds the file locked is retried after a pause, and other work continues in between. Changes, and reads
// of them, are returned once they are on the disk, so a power cut cannot undo anything that was reported.
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
import { isWithoutWaiting } from './without-waiting.ts';
import type { SharedSync } from './shared-sync.ts';
import { preparedOn, type Statements } from './statements.ts';

/** How long a call may block: enough for the usual commit of a command that runs alongside the service. */
export const blockingMs = 5;
const drainMs = 5_000;
const pauses = { firstMs: 5, maxMs: 100 };

export const sqliteDialect = (file: DatabaseSync, disk: SharedSync): Dialect => ({
  createAdapter: () => new SharedFileAdapter(),
  createDriver: () => new SqliteDriver(file, disk),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
});

/** The driver serialises access itself, because a caller that waits for the file must not hold the only connection. */
class SharedFileAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class SqliteDriver implements Driver {
  readonly #file: DatabaseSync;
  readonly #statements: Statements;
  readonly #onDisk: OnDisk;
  readonly #turns = createTurns();

  constructor(file: DatabaseSync, disk: SharedSync) {
    this.#file = file;
    this.#statements = preparedOn(file);
    this.#onDisk = onDisk(file, disk);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Session> {
    return new Session(this.#file, this.#statements, this.#onDisk, this.#turns);
  }

  beginTransaction(session: Session): Promise<void> {
    return session.begin();
  }

  commitTransaction(session: Session): Promise<void> {
    return session.commit();
  }

  async rollbackTransaction(session: Session): Promise<void> {
    session.rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#onDisk();
    this.#file.close();
  }
}

/** The statements of one caller: each takes its own turn, and those of a transaction share a single turn. */
class Session implements DatabaseConnection {
  readonly #file: DatabaseSync;
  readonly #statements: Statements;
  readonly #onDisk: OnDisk;
  readonly #turns: Turns;
  #transaction: Disposable | undefined;
  /** Whether the transaction has a query that waits for the disk. */
  #waits = false;

  constructor(file: DatabaseSync, statements: Statements, whenOnDisk: OnDisk, turns: Turns) {
    this.#file = file;
    this.#statements = statements;
    this.#onDisk = whenOnDisk;
    this.#turns = turns;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    const waits = !isWithoutWaiting(query);
    if (this.#transaction !== undefined) {
      this.#waits ||= waits;
      return this.#run<Row>(sql, parameters);
    }
    let wait: Promise<void> | undefined;
    const result = await untilUnlocked(async () => {
      using _turn = await this.#turns.next();
      const found = this.#run<Row>(sql, parameters);
      wait = waits ? this.#onDisk() : undefined;
      return found;
    });
    await wait;
    return result;
  }

  /** Begins a transaction and acquires the write lock immediately, so that it never waits again. */
  begin(): Promise<void> {
    return untilUnlocked(async () => {
      using begun = new DisposableStack();
      begun.use(await this.#turns.next());
      this.#file.exec('begin immediate');
      this.#transaction = begun.move();
      this.#waits = false;
    });
  }

  /** Commits; a failed commit is followed by a rollback. Others take their turns while the disk is written. */
  async commit(): Promise<void> {
    this.#file.exec('commit');
    const wait = this.#waits ? this.#onDisk() : undefined;
    this.#endTurn();
    await wait;
  }

  rollback(): void {
    // A commit remains even if the disk failed to write it.
    if (this.#transaction === undefined) return;
    try {
      // SQLite rolls back by itself when the disk is full.
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
    const { statement, hasRows } = this.#statements(sql);
    const values = parameters as SQLInputValue[];
    if (hasRows) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }
}

/** Waits until all changes so far are on disk; to be called at the end of a turn. */
type OnDisk = () => Promise<void>;

function onDisk(file: DatabaseSync, disk: SharedSync): OnDisk {
  const changes = file.prepare('select total_changes() as n');
  let known = changes.get()?.['n'];
  return () => {
    const { n } = changes.get() as { n: number };
    if (n === known) return disk.settled();
    known = n;
    return disk.written();
  };
}

interface Turns {
  /** Waits for the caller's turn; disposing the result ends the turn. */
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

/** Retries until the file is unlocked. @throws SQLite's own error when it stays locked for {@link drainMs} */
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
