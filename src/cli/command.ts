// What a command is, and the error that means "you typed something I do not know".

export interface Command {
  name: string;
  /** The words behind the name, as --help shows them. */
  usage: string;
  summary: string;
  run(args: readonly string[]): Promise<number>;
}

/** Exit status 2. */
export class UsageError extends Error {}

/** @throws UsageError when the first word is none of those that the command knows */
export function requireAction<const Action extends string>(
  given: string | undefined,
  known: readonly Action[],
): Action {
  const action = known.find((word) => word === given);
  if (action === undefined) throw new UsageError(`the first word is one of: ${known.join(', ')}`);
  return action;
}

export const requireWord = (word: string | undefined, what: string): string => {
  if (word === undefined || word === '') throw new UsageError(`${what} is missing`);
  return word;
};
