// Shared by the commands: errors for wrong arguments, numbers as arguments, and exit statuses.
import { Option, type Command } from 'commander';

/** Adds the options, operands and action of a command; `words` are the name of the program. */
export type Define = (command: Command, words: readonly string[]) => void;

/** A usage error; exits with status 2. */
export class UsageError extends Error {
  /** The code in the catalogue, if there is one. */
  readonly code: string;

  constructor(message: string, { code = 'wrong_call' }: { code?: string } = {}) {
    super(message);
    this.code = code;
  }
}

/** Thrown when the user ends the command; the exit status is that of a program killed by the signal. */
export class Stopped extends Error {
  readonly status: number;

  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super(`stopped by ${signal}`);
    this.status = signal === 'SIGINT' ? 130 : 143;
  }
}

/** Wraps an action, whose result is the exit status; 0 by default. */
export const ending =
  <Args extends unknown[]>(run: (...args: Args) => Promise<number | void>) =>
  async (...args: Args): Promise<void> => {
    process.exitCode = (await run(...args)) ?? 0;
  };

/** Parses an option's integer between two limits. @throws UsageError */
export const whole =
  (option: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}) =>
  (text: string): number => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= min && number <= max) return number;
    const upTo = max === Number.MAX_SAFE_INTEGER ? '' : ` up to ${max}`;
    throw new UsageError(`${option} is "${text}", but must be a whole number${min > 0 ? ` from ${min}` : ''}${upTo}`);
  };

/** The option of every command that works on a data folder. */
export const dataOption = (): Option => new Option('--data <folder>', 'data folder (PLATEN_DATA)');
