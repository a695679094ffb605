// The compression of a PDF's pictures, fonts and streams, in a sandboxed Node process: what a document brings is decoded nowhere else.
import { join } from 'node:path';
import { Failure } from '#core/failure.ts';
import type { CompressFacts } from '#conversion/compress/compress.ts';
import type { QualityName } from '#conversion/compress/quality.ts';
import { defineEngine } from '../engine.ts';
import { nodeArguments, nodeFiles } from '../node.ts';

const worker = join(import.meta.dirname, 'worker.ts');
const MiB = 1 << 20;
const timeoutMs = 90_000;

export const compressor = defineEngine({
  id: 'compressor',
  program: process.execPath,
  version: { args: ['--version'], pattern: /v(\S+)/, atLeast: '24' },
  failures: [],
  limits: { maxMemoryBytes: 3072 * MiB, maxDataBytes: 6144 * MiB, maxCpuSeconds: 300 },
  timeoutMs,
  operations: (run) => ({
    /**
     * Writes what makes an unfolded document smaller as a patch of qpdf's JSON. What is not done after three quarters of
     * the time stays as it is.
     */
    async compress(
      { graph, streams }: { graph: string; streams: string },
      patch: string,
      { quality, signal }: { quality: QualityName; signal?: AbortSignal | undefined },
    ): Promise<CompressFacts> {
      const files = [{ read: graph }, { read: streams }, { write: patch }];
      const args = [...nodeArguments, worker, ...files, quality, String(timeoutMs * 0.75)];
      const { stdout } = await run(args, { signal, alsoRead: nodeFiles, maxStdoutBytes: MiB });
      try {
        return JSON.parse(stdout.toString('utf8')) as CompressFacts;
      } catch (cause) {
        throw new Failure('conversion_failed', { engine: 'compressor' }, { cause });
      }
    },
  }),
});
