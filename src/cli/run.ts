// One call of the command line, from its words to its exit status.
import { CommanderError } from 'commander';
import { isFailure } from '#core/failure.ts';
import { UsageError } from './command.ts';
import { createProgram } from './program.ts';
import { sentenceOf } from './sentences.ts';

export async function run(words: readonly string[]): Promise<void> {
  // The reader of our output may close it early, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  try {
    const program = await createProgram(words);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = await report(error);
  }
}

/** Returns the exit status: 2 for a wrong call. */
async function report(error: unknown): Promise<number> {
  // It has written its message, or the help that was asked for, already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const { ConfigError } = await import('#config');
  const isExpected =
    error instanceof UsageError ||
    error instanceof ConfigError ||
    isFailure(error) ||
    process.env['PLATEN_LOG_LEVEL'] !== 'debug';
  process.stderr.write(`error: ${isExpected || !(error instanceof Error) ? sentenceOf(error) : error.stack}\n`);
  return error instanceof UsageError ? 2 : 1;
}
