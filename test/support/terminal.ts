// ./platen on a terminal of its own, as `script` of util-linux makes one.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const main = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** A person who waits for words on the screen, and then types. */
export type Typed = readonly (readonly [after: string, text: string])[];

/** Everything that a person would see. */
export async function onTerminal(args: readonly string[], cwd: string, typed: Typed = []): Promise<string> {
  const words = [process.execPath, '--disable-warning=ExperimentalWarning', main, ...args].map(quoted);
  const person = promisify(execFile)('script', ['-qec', words.join(' '), '/dev/null'], { cwd });
  const waiting = [...typed];
  let seen = '';
  person.child.stdout?.on('data', (piece: string) => {
    seen += piece;
    const [next] = waiting;
    if (next === undefined || !seen.includes(next[0])) return;
    waiting.shift();
    seen = '';
    person.child.stdin?.write(next[1]);
  });
  return (await person).stdout;
}
