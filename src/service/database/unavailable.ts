// The errors of PostgreSQL that say nothing about a statement: the server cannot be reached, or can do no work now.

/** Thrown when PostgreSQL is unavailable; the message is for the operator's log. */
export class DatabaseUnavailable extends Error {
  constructor(problem: string, options: ErrorOptions) {
    super(problem, options);
    this.name = 'DatabaseUnavailable';
  }
}

const unreachable = 'the database cannot be reached';

/** Problems by SQLSTATE or its class (PostgreSQL 15, appendix A). */
const states: Record<string, string> = {
  '08': unreachable,
  '25006': 'the database is read-only',
  '28': 'the database refuses the user or the password',
  '3D000': 'there is no database with this name',
  '40001': 'the database could not order transactions that met',
  '40P01': 'the database ended a transaction that was in a deadlock',
  '53': 'the database has no room, no memory or no connection left',
  '55P03': 'another transaction holds the database',
  '57014': 'the database took too long for a statement',
  '57P': 'the database is starting or stopping',
  '58': "the database's disk fails",
};

/** Returns the error, as {@link DatabaseUnavailable} if it means that. */
export function orUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  // A wrong call of ours, or a wrong value, is not a failure of the server.
  if (error instanceof TypeError || error instanceof RangeError) return error;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  // Without a severity, the error did not come from the server: the connection was refused, cut, or silent for too long.
  const problem =
    severity === undefined
      ? unreachable
      : (states[prefix(code, 5)] ?? states[prefix(code, 3)] ?? states[prefix(code, 2)]);
  return problem === undefined ? error : new DatabaseUnavailable(problem, { cause: error });
}

const prefix = (code: unknown, length: number): string => String(code).slice(0, length);
