// EPUB files made into one document for printing, in a sandboxed Node process: hostile markup is never parsed elsewhere.
import { join } from 'node:path';
import { Failure } from '#core/failure.ts';
import type { BookFacts } from '#conversion/epub/book.ts';
import { defineEngine } from '../engine.ts';
import { nodeArguments, nodeFiles } from '../node.ts';

const worker = join(import.meta.dirname, 'worker.ts');
const MiB = 1 << 20;

export const books = defineEngine({
  id: 'books',
  program: process.execPath,
  version: { args: ['--version'], pattern: /v(\S+)/, atLeast: '24' },
  failures: [
    [/epub_blank_output/, 'epub_blank_output'],
    [/source_unreadable/, 'source_unreadable'],
  ],
  limits: { maxMemoryBytes: 2048 * MiB, maxDataBytes: 6144 * MiB, maxCpuSeconds: 60 },
  timeoutMs: 40_000,
  operations: (run) => ({
    /** Writes `index.xhtml` and its pictures into `folder`. @throws Failure source_unreadable, epub_blank_output */
    async unfold(
      input: string,
      folder: string,
      { signal }: { signal?: AbortSignal | undefined } = {},
    ): Promise<BookFacts> {
      const args = [...nodeArguments, worker, { read: input }, { writeFolder: folder }];
      const { stdout } = await run(args, { signal, alsoRead: nodeFiles, maxStdoutBytes: 16 * MiB });
      try {
        return JSON.parse(stdout.toString('utf8')) as BookFacts;
      } catch (cause) {
        throw new Failure('conversion_failed', { engine: 'books' }, { cause });
      }
    },
  }),
});
