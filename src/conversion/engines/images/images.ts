// Pictures to PDF, by sharp (libvips) in a sandboxed Node process of its own: native decoders never meet a document elsewhere.
import { join } from 'node:path';
import { defineEngine } from '../engine.ts';
import { nodeArguments, nodeFiles } from '../node.ts';

const worker = join(import.meta.dirname, 'worker.ts');
const MiB = 1 << 20;

export const images = defineEngine({
  id: 'images',
  program: process.execPath,
  version: { args: ['--version'], pattern: /v(\S+)/, atLeast: '24' },
  failures: [[/source_unreadable/, 'source_unreadable']],
  limits: { maxMemoryBytes: 3072 * MiB, maxDataBytes: 6144 * MiB, maxCpuSeconds: 90 },
  timeoutMs: 60_000,
  operations: (run) => ({
    /** One page per image of the file, at the image's own size; nothing is compressed with loss a second time. */
    async toPdf(input: string, output: string, { signal }: { signal?: AbortSignal | undefined } = {}) {
      const args = [...nodeArguments, worker, { read: input }, { write: output }];
      await run(args, { signal, alsoRead: nodeFiles });
    },

    /** A JPEG of any picture: on white, at full chroma, with its profile and EXIF data. */
    async toJpeg(input: string, output: string, { signal }: { signal?: AbortSignal | undefined } = {}) {
      const args = [...nodeArguments, worker, { read: input }, { write: output }];
      await run(args, { signal, alsoRead: nodeFiles });
    },
  }),
});
