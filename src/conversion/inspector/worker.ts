// Runs inside the sandbox: a task is a line of JSON on standard input, its answer a line on standard output.
import { createInterface } from 'node:readline';
import { answerOf } from '#conversion/process/answer.ts';
import { loadAll, preload, tasks } from './tasks.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new TypeError('usage: worker.ts FOLDER|--compile');
// At set-up: the code is loaded to be kept compiled.
if (folder === '--compile') {
  await loadAll();
  process.exit(0);
}
process.chdir(folder);
await preload();
process.stdout.write('ready\n');

for await (const line of createInterface({ input: process.stdin })) {
  const { task, args } = JSON.parse(line) as { task: keyof typeof tasks; args: never };
  process.stdout.write(`${JSON.stringify(await answerOf(() => tasks[task](args)))}\n`);
}
