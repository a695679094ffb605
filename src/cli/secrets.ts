// Passwords from a file, from the environment, or typed without echo, so that no command contains them.
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Stopped, UsageError } from './command.ts';
import { about } from './system-errors.ts';

/** Reads the first line of a file. @throws UsageError when it is empty */
export async function secretIn(file: string): Promise<string> {
  const [line = ''] = (await about(file, () => readFile(file, 'utf8'))).split(/\r?\n/);
  if (line === '') throw new UsageError(`the first line of ${file} is empty; it should be the password`);
  return line;
}

export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Prompts on the terminal; with `isNew` twice, since there is no echo. @throws UsageError if there is no terminal, or the two differ */
export async function askSecret(what: string, { isNew }: { isNew: boolean }): Promise<string> {
  if (!canAsk())
    throw new UsageError(`there is no terminal to type the ${what} on; use --password-file or PLATEN_PASSWORD`);
  const unseen = new Writable({ write: (_piece, _encoding, done) => done() });
  // The echo of the terminal is off from before the first prompt until after the last answer.
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
  const stopped = new Promise<never>((_, reject) => {
    terminal.once('SIGINT', () => reject(new Stopped('SIGINT')));
    terminal.once('close', () => reject(new UsageError(`no ${what} was typed`)));
  });
  const ask = async (prompt: string): Promise<string> => {
    process.stderr.write(prompt);
    const typed = await Promise.race([terminal.question(''), stopped]);
    process.stderr.write('\n');
    return typed;
  };
  try {
    const typed = await ask(`${what}: `);
    if (isNew && (await ask(`${what} once more: `)) !== typed) throw new UsageError('the two do not match');
    return typed;
  } finally {
    stopped.catch(() => {});
    terminal.close();
  }
}
