// Word documents made of PDFs, in a sandboxed Node process: what a document brings is read nowhere else.
import { join } from 'node:path';
import { defineEngine } from '../engine.ts';
import { nodeArguments, nodeFiles } from '../node.ts';

const worker = join(import.meta.dirname, 'worker.ts');
const MiB = 1 << 20;

export const wordWriter = defineEngine({
  id: 'word-writer',
  program: process.execPath,
  version: { args: ['--version'], pattern: /v(\S+)/, atLeast: '24' },
  failures: [
    [/pdf_scanned_needs_ocr/, 'pdf_scanned_needs_ocr'],
    [/source_unreadable/, 'source_unreadable'],
  ],
  limits: { maxMemoryBytes: 3072 * MiB, maxDataBytes: 6144 * MiB, maxCpuSeconds: 180 },
  timeoutMs: 90_000,
  operations: (run) => ({
    /**
     * Writes `output` of a PDF without encryption and its objects as JSON.
     * @throws Failure pdf_scanned_needs_ocr, source_unreadable
     */
    async write(
      { pdf, graph }: { pdf: string; graph: string },
      output: string,
      { signal }: { signal?: AbortSignal | undefined } = {},
    ): Promise<void> {
      const files = [{ read: pdf }, { read: graph }, { write: output }];
      await run([...nodeArguments, worker, ...files], { signal, alsoRead: nodeFiles });
    },
  }),
});
