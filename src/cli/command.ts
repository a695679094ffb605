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

export const requireWord = (word: string | undefined, what: string): string => {
  if (word === undefined || word === '') throw new UsageError(`${what} is missing`);
  return word;
};
