// The task of a process that waits: a line of its standard input.
import { readSync } from 'node:fs';

/** Blocks until a whole line is there, or the input ends. */
export function readLine(): string {
  const chunk = Buffer.alloc(64 * 1024);
  let text = '';
  while (!text.includes('\n')) {
    const bytes = readSync(0, chunk);
    if (bytes === 0) break;
    text += chunk.toString('utf8', 0, bytes);
  }
  return text;
}
