// Pictures to PDF, by sharp (libvips) in a sandboxed Node process of its own: native decoders never meet a document elsewhere.
import { dirname, join } from 'node:path';
import { defineEngine } from '../engine.ts';

const worker = join(import.meta.dirname, 'worker.ts');
const source = join(import.meta.dirname, '..', '..', '..');
const root = dirname(source);
const MiB = 1 << 20;

/** What the sandboxed Node may read: itself, our source and the installed packages. */
export const nodeFiles = [process.execPath, join(root, 'package.json'), join(root, 'node_modules'), source];

export const images = defineEngine({
  id: 'images',
  program: process.execPath,
  version: { args: ['--version'], pattern: /v(\S+)/, atLeast: '24' },
  failures: [[/source_unreadable/, 'source_unreadable']],
  limits: { maxMemoryBytes: 3072 * MiB, maxCpuSeconds: 90 },
  timeoutMs: 60_000,
  operations: (run) => ({
    /** One page per image of the file, at the image's own size; nothing is compressed with loss a second time. */
    async toPdf(input: string, output: string, { signal }: { signal?: AbortSignal | undefined } = {}) {
      const args = ['--disable-warning=ExperimentalWarning', worker, { read: input }, { write: output }];
      await run(args, { signal, alsoRead: nodeFiles });
    },
  }),
});
