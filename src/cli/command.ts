// The interface of a command, and the error for wrong arguments.

export interface Command {
  name: string;
  /** The arguments, as --help shows them. */
  usage: string;
  summary: string;
  run(args: readonly string[]): Promise<number>;
}

/** Exit status 2. */
export class UsageError extends Error {}

/** @throws UsageError when the action is not one of `known` */
export function requireAction<const Action extends string>(
  given: string | undefined,
  known: readonly Action[],
): Action {
  const action = known.find((name) => name === given);
  if (action === undefined) throw new UsageError(`the action must be one of: ${known.join(', ')}`);
  return action;
}

export const requireArgument = (argument: string | undefined, name: string): string => {
  if (argument === undefined || argument === '') throw new UsageError(`${name} is missing`);
  return argument;
};
