// Recognises the error that a row with the same unique value already exists.

const sqliteUnique = [2067, 1555]; // SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY
const postgresUnique = '23505'; // unique_violation

export function isDuplicate(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === postgresUnique || (code === 'ERR_SQLITE_ERROR' && sqliteUnique.includes(Number(errcode)));
}
