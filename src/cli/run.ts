// Runs a call of the command line, from its words to its exit status.
import { CommanderError } from 'commander';
import { isFailure } from '#core/failure.ts';
import { Stopped, UsageError } from './command.ts';
import { createProgram } from './program.ts';
import { sentenceOf } from './sentences.ts';
import { codeOf, isOfMachine } from './system-errors.ts';

export async function run(words: readonly string[]): Promise<void> {
  // The reader of our output may close it early, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`error: ${sentenceOf(error)}\n`);
    process.exit(isOfMachine(error) ? 3 : 1);
  });
  try {
    const program = await createProgram(words);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = await report(error);
    if (isForProgram(words) && process.exitCode !== 0) process.stdout.write(`${JSON.stringify(refusalOf(error))}\n`);
  }
}

/** Returns whether the output is JSON lines, so that refusals of the call itself are JSON as well. */
const isForProgram = (words: readonly string[]): boolean => words[0] === 'convert' && words.includes('--json');

function refusalOf(error: unknown): { error: string; message: string } {
  if (error instanceof CommanderError) return { error: 'wrong_call', message: error.message.replace(/^error: /, '') };
  const code = error instanceof UsageError || isFailure(error) ? error.code : undefined;
  const fallback = error instanceof Stopped ? 'stopped' : codeOf(error) === undefined ? 'failed' : 'file_error';
  return { error: code ?? fallback, message: sentenceOf(error) };
}

/** Returns the exit status: 2 for incorrect usage, 3 for an error of the system, 128 and its number for a signal. */
async function report(error: unknown): Promise<number> {
  // Commander has already written its message, or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const { ConfigError } = await import('#config');
  const isExpected =
    error instanceof UsageError ||
    error instanceof Stopped ||
    error instanceof ConfigError ||
    isFailure(error) ||
    process.env['PLATEN_LOG_LEVEL'] !== 'debug';
  process.stderr.write(`error: ${isExpected || !(error instanceof Error) ? sentenceOf(error) : error.stack}\n`);
  if (error instanceof Stopped) return error.status;
  return error instanceof UsageError ? 2 : isOfMachine(error) ? 3 : 1;
}
