// Errors that no document should cause. Where a part of a document that cannot be read is left as it is, a mistake of ours
// would be taken for its damage: it is noted, the sandboxed process reports it in its answer, and the service logs it.

/** A type or reference error of the language; those of Node about its arguments carry a code, and are a document's. */
export const isMistake = (error: unknown): error is Error =>
  (error instanceof TypeError || error instanceof ReferenceError) && !('code' in error);

const noted: string[] = [];
const maxNoted = 5;

/** Notes the error if it is a mistake, for {@link takeMistakes}. */
export function noteMistake(error: unknown): void {
  if (isMistake(error) && noted.length < maxNoted) noted.push((error.stack ?? error.message).slice(0, 1000));
}

/** Returns the errors noted since the last call; a process has one document at a time. */
export const takeMistakes = (): string[] => noted.splice(0);
