// Work of native code in Node: images (sharp), the parts of PDFs (sharp, libjpeg), Word documents from PDFs (PDFium). Each
// document gets its own prewarmed process, which ends with it.
import { join } from 'node:path';
import { z } from 'zod';
import { MiB } from '#core/bytes.ts';
import {
  compressFacts,
  imageFacts,
  type TextWriting,
  wordFacts,
  workbookFacts,
  type WorkbookWriting,
  writtenTextFacts,
} from '#core/document-facts.ts';
import { patienceOf, type WorkSignal } from '#core/effort.ts';
import { Failure } from '#core/failure.ts';
import type { OnProgress } from '#core/progress.ts';
import type { WordLayout } from '#core/word-layouts.ts';
import type { QualityName } from '#conversion/compress/quality.ts';
import { lineReader } from '#conversion/process/lines.ts';
import { resultOf } from '#conversion/process/result.ts';
import { nodeArguments, nodeEnvironment, nodeFiles } from '#conversion/process/node.ts';
import type { Requirement } from '#conversion/process/requirement.ts';
import type { Sandbox, SandboxedProgram } from '#conversion/process/sandbox/sandbox.ts';
import { safeExtension } from '#conversion/process/scratch.ts';
import { createWarmPool } from '#conversion/process/warm.ts';
import { checked } from './engine.ts';

const worker = join(import.meta.dirname, '..', 'documents', 'worker.ts');
export const documentTimeoutMs = 90_000;
const pictureTimeoutMs = 60_000;
const id = 'documents';

interface Options {
  signal?: WorkSignal | undefined;
  /** Called for the pages that are read. */
  onProgress?: OnProgress | undefined;
}

/** A line before the answer: a page that was read, of how many. */
const progressLine = /^\{"page":(\d{1,6}),"of":(\d{1,6})\}$/;

export const documents: Requirement = {
  id,
  program: process.execPath,
  versions: {
    args: [...nodeArguments, worker, '--versions'],
    of: { libvips: { pattern: /^libvips (\S+)/m, atLeast: '8.16' }, sharp: { pattern: /^sharp (\S+)/m } },
  },
};

export const documentLimits = { maxMemoryBytes: 3072 * MiB, maxDataBytes: 6144 * MiB, maxCpuSeconds: 300 };

const command = {
  program: process.execPath,
  args: () => [...nodeArguments, worker],
  alsoRead: nodeFiles,
  env: nodeEnvironment,
  limits: documentLimits,
};

/** Keeps `warmProcesses` waiting after the first use, and calls `warn` with the mistakes that a process reports. */
export function startDocuments(
  sandbox: Sandbox,
  { warmProcesses, warn }: { warmProcesses: number; warn: (problem: string) => void },
) {
  const pool = createWarmPool((priority) => sandbox.start({ ...command, priority }), warmProcesses);

  /** Runs a task in a process, which receives the paths of its files by name. @throws Failure conversion_failed for unexpected facts */
  async function perform<Facts>(
    task: string,
    schema: z.ZodType<Facts>,
    { inputs, results, more = {} }: { inputs: Record<string, string>; results: Record<string, string>; more?: object },
    { onProgress = () => {}, ...options }: Options & { timeoutMs?: number },
  ): Promise<Facts> {
    let answer = '';
    const onLine = (line: string) => {
      answer = line;
      const [, done, of] = progressLine.exec(line) ?? [];
      if (done !== undefined) onProgress({ done: Number(done), of: Number(of), unit: 'pages' });
    };
    const converted = async (program: SandboxedProgram) => {
      const made = Object.entries(results).map(([name, to]) => ({ name, file: `${name}${safeExtension(to)}`, to }));
      const outputs = made.map(({ name, file }) => [name, join(program.folders.root, file)] as const);
      const args = { ...(await program.give(inputs)), ...Object.fromEntries(outputs), ...more };
      const stdin = `${JSON.stringify({ task, args })}\n`;
      const onStdout = lineReader(onLine);
      const result = await program.finish({
        timeoutMs: documentTimeoutMs,
        maxStdoutBytes: MiB,
        ...options,
        onStdout,
        stdin,
      });
      await program.takeOut(Object.fromEntries(made.map(({ file, to }) => [file, to])));
      return result;
    };
    await checked({ id, failures: [] }, [0], () => pool.use(converted));
    const facts = schema.safeParse(resultOf(answer, id, warn));
    if (facts.success) return facts.data;
    throw new Failure('conversion_failed', { engine: id }, { cause: facts.error });
  }

  /** @throws Failure source_unreadable */
  const toJpeg =
    (task: string) =>
    async (image: string, jpeg: string, { signal }: Options = {}): Promise<void> => {
      await perform(task, z.null(), { inputs: { image }, results: { jpeg } }, { signal, timeoutMs: pictureTimeoutMs });
    };

  return {
    pool,
    operations: {
      /** Creates a PDF with a page for each image of the file. */
      imageToPdf: (image: string, pdf: string, { signal }: Options = {}) =>
        perform(
          'imageToPdf',
          imageFacts,
          { inputs: { image }, results: { pdf } },
          { signal, timeoutMs: pictureTimeoutMs },
        ),
      /** Writes TEST across a JPEG. */
      markJpeg: toJpeg('markJpeg'),
      /** Converts any image to JPEG. */
      imageToJpeg: toJpeg('imageToJpeg'),

      /** Writes a patch that shrinks an unfolded PDF; objects not done within three quarters of the time stay unchanged. */
      compress: (
        unfolded: { graph: string; streams: string },
        patch: string,
        { quality, signal }: Options & { quality: QualityName },
      ) => {
        const more = { quality, budgetMs: documentTimeoutMs * patienceOf(signal) * 0.75 };
        return perform('compress', compressFacts, { inputs: unfolded, results: { patch }, more }, { signal });
      },

      /** Creates a Word document from an unencrypted PDF and its objects as JSON. @throws Failure pdf_scanned_needs_ocr, source_unreadable */
      word: (
        inputs: { pdf: string; graph: string },
        docx: string,
        { keywords = '', layout = 'auto', ...options }: Options & { keywords?: string; layout?: WordLayout } = {},
      ) => perform('word', wordFacts, { inputs, results: { docx }, more: { keywords, layout } }, options),

      /** Writes the text of an unencrypted PDF and its objects as JSON. @throws Failure pdf_scanned_needs_ocr, source_unreadable */
      text: (
        inputs: { pdf: string; graph: string },
        text: string,
        { signal, onProgress, ...more }: Options & TextWriting,
      ) => perform('text', writtenTextFacts, { inputs, results: { text }, more }, { signal, onProgress }),

      /** Writes the text of blocks that were read from a document's source. */
      textOfBlocks: async (blocks: string, text: string, { signal, ...more }: Options & TextWriting): Promise<void> => {
        await perform('textOfBlocks', z.null(), { inputs: { blocks }, results: { text }, more }, { signal });
      },

      /** Writes the tables of an unencrypted PDF and its objects as JSON. @throws Failure pdf_scanned_needs_ocr, source_unreadable */
      excel: (
        inputs: { pdf: string; graph: string },
        workbook: string,
        { signal, onProgress, ...more }: Options & WorkbookWriting,
      ) => perform('excel', workbookFacts, { inputs, results: { workbook }, more }, { signal, onProgress }),
    },
  };
}
