// ./platen on a terminal of its own, as `script` of util-linux makes one.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const main = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** Everything that a person would see. */
export async function onTerminal(args: readonly string[], cwd: string): Promise<string> {
  const words = [process.execPath, '--disable-warning=ExperimentalWarning', main, ...args].map(quoted);
  const { stdout } = await promisify(execFile)('script', ['-qec', words.join(' '), '/dev/null'], { cwd });
  return stdout;
}
