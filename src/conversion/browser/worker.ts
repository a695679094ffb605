// Runs inside the sandbox, and starts the browser in there: prints the site of a folder to a file. Its settings come as JSON on
// standard input, its answer is a line on standard output.
import { readFileSync, writeSync } from 'node:fs';
import { answerOf } from '#conversion/process/answer.ts';
import { PageGone } from './page.ts';
import { printSite } from './print.ts';
import type { Crashed, Driving, Printed } from './settings.ts';

const [folder = '', output = ''] = process.argv.slice(2);

// At set-up: the code is loaded to be kept compiled.
if (folder === '--compile') process.exit(0);

async function print(): Promise<Printed | Crashed> {
  try {
    return await printSite(folder, output, JSON.parse(readFileSync(0, 'utf8')) as Driving);
  } catch (error) {
    if (error instanceof PageGone) return { crashed: true };
    throw error;
  }
}

const answer = Buffer.from(`${JSON.stringify(await answerOf(print))}\n`);
for (let at = 0; at < answer.length;) at += writeSync(1, answer, at);
process.exit(0);
