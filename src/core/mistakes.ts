// Errors that no document should cause. If an unreadable part of a document is left unchanged, a bug of ours
// would be mistaken for damage, so it is recorded, reported in the sandboxed process's answer, and logged by the service.

/** Recognises type and reference errors of the language; Node's errors about arguments have a code, and the document causes them. */
export const isMistake = (error: unknown): error is Error =>
  (error instanceof TypeError || error instanceof ReferenceError) && !('code' in error);

const noted: string[] = [];
const maxNoted = 5;

/** Records the error if it is a mistake, for {@link takeMistakes}. */
export function noteMistake(error: unknown): void {
  if (isMistake(error) && noted.length < maxNoted) noted.push((error.stack ?? error.message).slice(0, 1000));
}

/** Returns the errors recorded since the last call; a process has one document at a time. */
export const takeMistakes = (): string[] => noted.splice(0);
