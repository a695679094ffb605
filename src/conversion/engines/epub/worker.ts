// Runs inside the sandbox: node worker.ts EPUB FOLDER
import { Blank, writeBook } from '#conversion/epub/book.ts';

const [input, folder] = process.argv.slice(2);
if (input === undefined || folder === undefined) throw new TypeError('usage: worker.ts EPUB FOLDER');

try {
  process.stdout.write(JSON.stringify(await writeBook(input, folder)));
} catch (error) {
  const verdict = error instanceof Blank ? 'epub_blank_output' : 'source_unreadable';
  process.stderr.write(`${verdict}: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 2;
}
