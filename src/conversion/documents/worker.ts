// Runs inside the sandbox: reads the task for its one document as a line of JSON from standard input, and writes the answer as a line
// to standard output, after lines of its progress. It loads the code of tasks while it waits.
import { writeSync } from 'node:fs';
import type { OnPage } from '#core/progress.ts';
import { answerOf } from '#conversion/process/answer.ts';
import { preload, tasks } from './tasks.ts';

if (process.argv[2] === '--versions') {
  const { versions } = (await import('sharp')).default;
  process.stdout.write(`libvips ${versions.vips}\nsharp ${versions.sharp}\n`);
  process.exit(0);
}

let text = '';
let isHere = false;
const arrival = new Promise<void>((resolve) => {
  process.stdin.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    if (!text.includes('\n')) return;
    isHere = true;
    resolve();
  });
  process.stdin.on('end', resolve);
});

await preload(() => isHere);
await arrival;
// At set-up: the code is loaded to be kept compiled.
if (!isHere) process.exit(0);
const { task, args } = JSON.parse(text) as { task: keyof typeof tasks; args: never };

/** A line of progress at most each this many milliseconds. */
const progressMs = 100;
let saidAt = performance.now();
const onPage: OnPage = (done, of) => {
  if (done < of && performance.now() < saidAt + progressMs) return;
  saidAt = performance.now();
  say({ page: done, of });
};

function say(value: object): void {
  const line = Buffer.from(`${JSON.stringify(value)}\n`);
  for (let at = 0; at < line.length;) at += writeSync(1, line, at);
}

say(await answerOf(() => tasks[task](args, onPage)));
process.exit(0);
