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

// Nothing of a document stays when it is answered: a loop over the lines would hold the last one, with the file's name, until
// the next one comes, and V8 holds the text that a regular expression has matched last.
createInterface({ input: process.stdin }).on('line', (line) => void serve(line));

async function serve(line: string): Promise<void> {
  const { task, args } = JSON.parse(line) as { task: keyof typeof tasks; args: never };
  const answer = JSON.stringify(await answerOf(() => tasks[task](args)));
  /^/.exec('');
  process.stdout.write(`${answer}\n`);
}
