// What is read by native code that lives in Node: pictures (sharp), the parts of PDFs (sharp, libjpeg), Word documents made of
// PDFs (PDFium). One process for each document, which waits for it and is thrown away.
import { join } from 'node:path';
import type { ImageFacts } from '#core/image-facts.ts';
import { MiB } from '#core/bytes.ts';
import type { TextFormat } from '#core/document-blocks.ts';
import { patienceOf, type WorkSignal } from '#core/effort.ts';
import type { WordLayout } from '#core/word-layouts.ts';
import type { CompressFacts } from '#conversion/compress/compress.ts';
import type { QualityName } from '#conversion/compress/quality.ts';
import { resultOf } from '#conversion/process/result.ts';
import { nodeArguments, nodeEnvironment, nodeFiles } from '#conversion/process/node.ts';
import type { Requirement } from '#conversion/process/requirement.ts';
import type { Sandbox } from '#conversion/process/sandbox/sandbox.ts';
import { safeExtension } from '#conversion/process/scratch.ts';
import { createWarmPool } from '#conversion/process/warm.ts';
import { checked } from './engine.ts';

const worker = join(import.meta.dirname, '..', 'documents', 'worker.ts');
export const documentTimeoutMs = 90_000;
const pictureTimeoutMs = 60_000;
const id = 'documents';

/** What is said of text that was read from a PDF. */
export interface TextFacts {
  /** Letters that it lacks because its PDF gives them no meaning; pages count from 1. */
  unreadable: readonly { font: string; pages: readonly number[]; letters: number }[];
  /** Words and numbers of pages, from 1, that the result does not show. */
  missing: readonly { page: number; words: readonly string[] }[];
}

/** What is said of text that was written. */
export interface WrittenTextFacts extends TextFacts {
  /** The pages on which words are seen, where the result has none at all; from 1. */
  wordless: readonly number[];
}

/** How text is written. */
export interface TextWriting {
  format: TextFormat;
  /** The pages, from 1. */
  pages: readonly number[];
  hasPageMarkers: boolean;
  hasPictures: boolean;
  /** Says that the result is of a test, or is empty. */
  mark: string;
  /** Whether it is a print of ours: pages without text are pictures, no scans. */
  isPrint?: boolean;
  /** What is said to each page, where they are slides. */
  notes?: readonly string[];
}

/** What is said of a Word document. Pages count from 1. */
export interface WordFacts extends TextFacts {
  /** The pages with text in boxes at its place. */
  fixed: readonly number[];
}

/** How the tables of a PDF are written. */
export interface WorkbookWriting {
  format: 'xlsx' | 'csv';
  tables: 'sheets' | 'one-sheet';
  /** Whether the text outside of tables is wanted, too. */
  withText: boolean;
  /** The pages, from 1. */
  pages: readonly number[];
  keywords: string;
}

/** What is said of a workbook. Pages count from 1. */
export interface WorkbookFacts extends TextFacts {
  tables: number;
  /** The pages without a table. */
  without: readonly number[];
}

interface Options {
  signal?: WorkSignal | undefined;
}

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

/** Keeps `warmProcesses` waiting once they are asked for; `warn` takes what a process notes of its own mistakes. */
export function startDocuments(
  sandbox: Sandbox,
  { warmProcesses, warn }: { warmProcesses: number; warn: (problem: string) => void },
) {
  const pool = createWarmPool((priority) => sandbox.start({ ...command, priority }), warmProcesses);

  /** Has a task done by a process; it gets the paths of its files by their names. */
  async function perform(
    task: string,
    { inputs, results, more = {} }: { inputs: Record<string, string>; results: Record<string, string>; more?: object },
    options: Options & { timeoutMs?: number },
  ): Promise<unknown> {
    const { stdout } = await checked({ id, failures: [] }, [0], async () => {
      await using program = await pool.take();
      const made = Object.entries(results).map(([name, to]) => ({ name, file: `${name}${safeExtension(to)}`, to }));
      const places = made.map(({ name, file }) => [name, join(program.folders.root, file)] as const);
      const args = { ...(await program.give(inputs)), ...Object.fromEntries(places), ...more };
      const stdin = `${JSON.stringify({ task, args })}\n`;
      const result = await program.finish({ timeoutMs: documentTimeoutMs, maxStdoutBytes: MiB, ...options, stdin });
      await program.takeOut(Object.fromEntries(made.map(({ file, to }) => [file, to])));
      return result;
    });
    return resultOf(stdout.toString('utf8').trimEnd(), id, warn);
  }

  /** @throws Failure source_unreadable */
  const ofPicture =
    (task: string, result: 'jpeg') =>
    async (image: string, to: string, { signal }: Options = {}): Promise<void> => {
      await perform(task, { inputs: { image }, results: { [result]: to } }, { signal, timeoutMs: pictureTimeoutMs });
    };

  return {
    pool,
    operations: {
      /** A page per image of the file. */
      async imageToPdf(image: string, pdf: string, { signal }: Options = {}): Promise<ImageFacts> {
        const task = { inputs: { image }, results: { pdf } };
        return (await perform('imageToPdf', task, { signal, timeoutMs: pictureTimeoutMs })) as ImageFacts;
      },
      /** The picture with a word across it. */
      markJpeg: ofPicture('markJpeg', 'jpeg'),
      /** A JPEG of any picture. */
      imageToJpeg: ofPicture('imageToJpeg', 'jpeg'),

      /** Writes a patch that makes an unfolded PDF smaller; after three quarters of the time, the rest stays. */
      async compress(
        unfolded: { graph: string; streams: string },
        patch: string,
        { quality, signal }: Options & { quality: QualityName },
      ): Promise<CompressFacts> {
        const more = { quality, budgetMs: documentTimeoutMs * patienceOf(signal) * 0.75 };
        return (await perform('compress', { inputs: unfolded, results: { patch }, more }, { signal })) as CompressFacts;
      },

      /** Writes the Word document of a PDF without encryption and its objects as JSON. @throws Failure pdf_scanned_needs_ocr, source_unreadable */
      async word(
        inputs: { pdf: string; graph: string },
        docx: string,
        { keywords = '', layout = 'auto', signal }: Options & { keywords?: string; layout?: WordLayout } = {},
      ): Promise<WordFacts> {
        return (await perform(
          'word',
          { inputs, results: { docx }, more: { keywords, layout } },
          { signal },
        )) as WordFacts;
      },

      /** Writes the text of a PDF without encryption and its objects as JSON. @throws Failure pdf_scanned_needs_ocr, source_unreadable */
      async text(
        inputs: { pdf: string; graph: string },
        text: string,
        { signal, ...more }: Options & TextWriting,
      ): Promise<WrittenTextFacts> {
        return (await perform('text', { inputs, results: { text }, more }, { signal })) as WrittenTextFacts;
      },

      /** Writes the text of blocks that were read from a document's source. */
      async textOfBlocks(blocks: string, text: string, { signal, ...more }: Options & TextWriting): Promise<void> {
        await perform('textOfBlocks', { inputs: { blocks }, results: { text }, more }, { signal });
      },

      /** Writes the tables of a PDF without encryption and its objects as JSON. @throws Failure pdf_scanned_needs_ocr, source_unreadable */
      async excel(
        inputs: { pdf: string; graph: string },
        workbook: string,
        { signal, ...more }: Options & WorkbookWriting,
      ): Promise<WorkbookFacts> {
        return (await perform('excel', { inputs, results: { workbook }, more }, { signal })) as WorkbookFacts;
      },
    },
  };
}
