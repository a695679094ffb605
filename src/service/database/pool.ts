// Connections to PostgreSQL. Their errors do not end the process, and broken ones are not reused.
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, types, type PoolClient, type PoolConfig, type QueryConfig, type QueryResult } from 'pg';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { DatabaseUnavailable, orUnavailable } from './unavailable.ts';

const goodbyeMs = 2000;

export interface PoolOptions {
  max: number;
  /** How long a call waits for a connection, and then for its answer; without it, forever. */
  timeoutMs?: number;
}

/** A pool for kysely, and for code with its own statements. */
export interface ConnectionPool extends PostgresPool {
  query(statement: QueryConfig): Promise<QueryResult>;
}

export function createPool(url: string, { max, timeoutMs }: PoolOptions): ConnectionPool {
  const pool = new Pool({ ...connectionOptions(url, timeoutMs), max });
  // An idle connection that ends is replaced when the next one is needed; one in use reports to its statement.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const connect = async () => {
    try {
      return watched(await pool.connect());
    } catch (error) {
      throw orUnavailable(error);
    }
  };
  return {
    options: pool.options,
    connect: connect as unknown as () => Promise<PostgresPoolClient>,
    // A server that hangs never confirms the end of a connection, and must not keep the service from stopping.
    end: () => Promise.race([pool.end(), sleep(goodbyeMs, undefined, { ref: false })]),
    async query(statement) {
      const client = await connect();
      let failed = true;
      try {
        const result = await client.query(statement);
        failed = false;
        return result;
      } finally {
        // A failed statement may have begun a transaction.
        client.release(failed);
      }
    },
  };
}

/** Returns the same options for a dedicated connection. */
export const connectionOptions = (url: string, timeoutMs?: number): PoolConfig => ({
  connectionString: url,
  application_name: 'platen',
  keepAlive: true,
  types: { getTypeParser },
  ...(timeoutMs === undefined
    ? {}
    : {
        connectionTimeoutMillis: timeoutMs,
        statement_timeout: timeoutMs,
        // A server that hangs does not end its statements by itself.
        query_timeout: timeoutMs + 500,
        idle_in_transaction_session_timeout: 10 * timeoutMs,
      }),
});

/** Parses an integer. @throws if a number cannot hold it exactly */
function exactNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} of the database is too large for a number`);
  return value;
}

const getTypeParser: typeof types.getTypeParser = (...[type, format]: Parameters<typeof types.getTypeParser>) =>
  type === types.builtins.INT8 ? exactNumber : types.getTypeParser(type, format);

/** Discards a client after a connection error, so that a late response is not matched with the next statement. */
function watched(client: PoolClient) {
  let broken: DatabaseUnavailable | undefined;
  return {
    async query(...statement: [string, unknown[]] | [QueryConfig]): Promise<QueryResult> {
      // A rollback would wait for the server as long again; it rolls back by itself when the connection ends.
      if (broken !== undefined) throw broken;
      try {
        return await client.query(...(statement as [string, unknown[]]));
      } catch (thrown) {
        const error = orUnavailable(thrown);
        if (error instanceof DatabaseUnavailable) broken = error;
        throw error;
      }
    },
    release: (destroy = false) => client.release(destroy || broken !== undefined),
  };
}
