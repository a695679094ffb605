// Runs inside the sandbox: node worker.ts IMAGE PDF
import { open } from 'node:fs/promises';
import { imageToPdf } from './image-pdf.ts';

const [input, output] = process.argv.slice(2);
if (input === undefined || output === undefined) throw new TypeError('usage: worker.ts IMAGE PDF');

try {
  await using file = await open(output, 'wx');
  await imageToPdf(input, file);
} catch (error) {
  process.stderr.write(`source_unreadable: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
