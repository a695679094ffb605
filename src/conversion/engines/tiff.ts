// libtiff's tools, for TIFF files that libvips cannot read. https://libtiff.gitlab.io/libtiff/
import { MiB } from '#core/bytes.ts';
import { defineEngine } from './engine.ts';

export const tiff = defineEngine({
  id: 'tiff',
  program: 'tiff2rgba',
  versions: { args: ['-h'], of: { libtiff: { pattern: /LIBTIFF, Version (\S+)/, atLeast: '4.5' } } },
  packages: { stable: ['libtiff-tools'] },
  failures: [[/./, 'source_unreadable']],
  limits: { maxMemoryBytes: 1536 * MiB, maxDataBytes: 2048 * MiB, maxCpuSeconds: 60, maxOutputBytes: 1536 * MiB },
  timeoutMs: 60_000,
  operations: (run) => ({
    /** Converts all pages to 8 bits of red, green, blue and alpha per pixel, in the same order. @throws Failure source_unreadable */
    async toRgba(input: string, output: string, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<void> {
      await run(['-c', 'none', { read: input }, { write: output }], { signal });
    },
  }),
});
