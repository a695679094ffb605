// PDFium: page pictures, and repair of what qpdf cannot rebuild. https://pdfium.googlesource.com
import { join } from 'node:path';
import { Failure } from '#core/failure.ts';
import type { Band } from '#conversion/pdf/page-numbers.ts';
import { OutputOverflow } from '#conversion/process/program.ts';
import { nodeArguments, nodeFiles } from '../node.ts';
import { defineEngine } from '../engine.ts';
import { frameReader } from './frames.ts';

const worker = join(import.meta.dirname, 'worker.ts');
const MiB = 1 << 20;

export interface RenderOptions {
  format: 'png' | 'jpg';
  /** From 0. */
  pages: readonly number[];
  dpi: number;
  /** Points of a unit of each page of the document (UserUnit). */
  scales: readonly number[];
  maxPixels: number;
  onPage: (page: number, picture: Buffer) => void;
  signal?: AbortSignal | undefined;
}

export const pdfium = defineEngine({
  id: 'pdfium',
  program: process.execPath,
  version: { args: ['--version'], pattern: /v(\S+)/, atLeast: '24' },
  failures: [[/source_unreadable/, 'source_unreadable']],
  limits: { maxMemoryBytes: 2048 * MiB, maxDataBytes: 6144 * MiB, maxCpuSeconds: 90 },
  timeoutMs: 80_000,
  warm: { args: [...nodeArguments, worker], alsoRead: nodeFiles },
  operations: (run, runWarm) => {
    return {
      /** Pictures of pages, each handed over as soon as it is ready. @throws output_too_large for a page of too many pixels */
      async render(input: string, { format, pages, dpi, scales, maxPixels, onPage, signal }: RenderOptions) {
        let tooLarge: number | undefined;
        const due = new Set(pages);
        const onStdout = frameReader((header, data) => {
          // Each page that was asked for, once: the process that draws hostile documents is not trusted.
          if (!due.delete(header.page)) throw new OutputOverflow('a page that was not asked for');
          if (header.tooLarge === true) tooLarge = header.page;
          else onPage(header.page, data);
        });
        await runWarm([input], ([place]) => ({ task: 'render', input: place, format, pages, dpi, scales, maxPixels }), {
          signal,
          onStdout,
        });
        if (tooLarge !== undefined)
          throw new Failure('output_too_large', { format, page: tooLarge + 1, max_pixels: maxPixels });
      },

      /** Which rows of each page's bottom 80 points have ink, from below, by third of the width; undefined where a page cannot be drawn. */
      async bands(
        input: string,
        pages: number,
        { signal }: { signal?: AbortSignal | undefined } = {},
      ): Promise<(Band | undefined)[]> {
        const indices = Array.from({ length: pages }, (_, index) => index);
        const { stdout } = await runWarm(
          [input],
          ([place]) => ({ task: 'bands', input: place, heightPoints: 80, pages: indices }),
          { signal, maxStdoutBytes: 64 * MiB },
        );
        try {
          return (JSON.parse(stdout.toString('utf8')) as (Band | null)[]).map((band) => band ?? undefined);
        } catch (cause) {
          throw new Failure('conversion_failed', { engine: 'pdfium' }, { cause });
        }
      },

      /** The document as PDFium reads it, written anew. */
      async rewrite(input: string, output: string, { signal }: { signal?: AbortSignal | undefined } = {}) {
        const args = [...nodeArguments, worker, { read: input }, { write: output }];
        await run(args, { signal, alsoRead: nodeFiles, stdin: `${JSON.stringify({ task: 'rewrite' })}\n` });
      },
    };
  },
});
