// Word documents made of PDFs, in a sandboxed Node process: what a document brings is read nowhere else.
import { writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { OutputOverflow } from '#conversion/process/program.ts';
import { defineEngine } from '../engine.ts';
import { nodeArguments, nodeFiles } from '../node.ts';

const worker = join(import.meta.dirname, 'worker.ts');
const MiB = 1 << 20;
const maxBytes = 1024 * MiB;

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
  warm: { args: [...nodeArguments, worker], alsoRead: nodeFiles },
  operations: (_run, runWarm) => ({
    /**
     * Writes `output` of a PDF without encryption and its objects as JSON.
     * @throws Failure pdf_scanned_needs_ocr, source_unreadable, output_too_large
     */
    async write(
      files: { pdf: string; graph: string },
      output: string,
      { signal }: { signal?: AbortSignal | undefined } = {},
    ): Promise<void> {
      await using file = await open(output, 'w');
      let bytes = 0;
      const onStdout = (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxBytes) throw new OutputOverflow(`more than ${maxBytes} bytes`);
        writeSync(file.fd, chunk);
      };
      await runWarm([files.pdf, files.graph], ([pdf, graph]) => ({ pdf, graph }), { signal, onStdout });
    },
  }),
});
