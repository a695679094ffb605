// Runs inside the sandbox: it has loaded what it needs when the task of its one document comes, as a line of JSON on standard
// input; the answer is a line on standard output.
import { readSync, writeSync } from 'node:fs';
import { answerOf } from '#conversion/inspector/answer.ts';
import { tasks } from './tasks.ts';

const line = readLine();
// At set-up: the code is loaded to be kept compiled.
if (line === '') process.exit(0);
const { task, args } = JSON.parse(line) as { task: keyof typeof tasks; args: never };
const answer = Buffer.from(`${JSON.stringify(await answerOf(() => tasks[task](args)))}\n`);
for (let at = 0; at < answer.length;) at += writeSync(1, answer, at);
process.exit(0);

/** Blocks until a whole line is there, or the input ends. */
function readLine(): string {
  const chunk = Buffer.alloc(64 * 1024);
  let text = '';
  while (!text.includes('\n')) {
    const bytes = readSync(0, chunk);
    if (bytes === 0) break;
    text += chunk.toString('utf8', 0, bytes);
  }
  return text;
}
