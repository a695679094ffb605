// Recognises the text of pages, several at a time, and puts it into the open PDF.
import { availableParallelism } from 'node:os';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, isFailure } from '#core/failure.ts';
import { tagOfOcrLanguage, type OcrMode, type TagMode } from '#core/ocr.ts';
import { inParallel } from '#core/parallel.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { installedLanguages } from '#conversion/engines/ocr/languages.ts';
import type { OcrJob } from '#conversion/engines/ocr/job.ts';
import type { Ceiling, ToolLimits } from '#conversion/options/limits.ts';
import { chosenPages } from '#conversion/options/page-selection.ts';
import type { Job } from '../tool.ts';
import { placeOf } from './page-warnings.ts';
import { plainFile } from './ready-pdf.ts';

export interface Recognition {
  /** The error for more pages than may be recognised. */
  tooMany: Ceiling['code'];
  /** Tesseract's codes (`deu+eng`). */
  languages: string;
  mode: OcrMode;
  /** The pages to look at, from 1. */
  pages: Iterable<number>;
  rotate: boolean;
  deskew: boolean;
  tags: TagMode;
}

/** The form fields of tools that read PDFs and may recognise scans. */
export interface ScanFields {
  ocr?: 'auto' | 'off' | undefined;
  languages?: string | undefined;
}

/**
 * Prepares the recognition of scans for {@link readablePdf}, which calls `change`; then `warnings` has what is to be said.
 * Lines are straightened, so that the reader finds them level.
 */
export function readScan(
  job: Source & Pick<Job<ScanFields & { pages?: string | undefined }>, 'options'>,
  limits: ToolLimits,
  engines: Engines,
) {
  const { ocr, languages = 'eng', pages: selection } = job.options;
  const warnings: string[] = [];
  const change = async (total: number): Promise<boolean> => {
    if (ocr !== 'auto') return false;
    const pages = chosenPages(selection, total);
    const how = { mode: 'missing', rotate: true, deskew: true, tags: 'none', tooMany: 'pdf_too_many_pages' } as const;
    const found = await recognise(job, { ...how, languages, pages }, limits, engines);
    warnings.push(...found.warnings);
    return found.isChanged;
  };
  return { change, warnings };
}

export interface Recognised {
  /** The pages that were recognised, from 0. */
  pages: number[];
  warnings: string[];
  /** Whether the document has new text. */
  isChanged: boolean;
  /** The files with the words of each recognised page, for the task `writeWords`. */
  files: Record<string, string>;
}

type Source = Pick<Job<unknown>, 'inputs' | 'pdf' | 'output' | 'signal' | 'onProgress'>;

/**
 * Recognises pages of the PDF in slot 0, which is known to be drawable and stays open with its text.
 * @throws the code of `tooMany`, invalid_format for languages that are not installed, source_unreadable if no page can be recognised
 */
export async function recognise(
  { inputs: [input], pdf, output, signal, onProgress }: Source,
  wanted: Recognition,
  { maxOcrPages, ocrPageTimeoutMs: timeoutMs }: Pick<ToolLimits, 'maxOcrPages' | 'ocrPageTimeoutMs'>,
  engines: Engines,
): Promise<Recognised> {
  const languages = checkedLanguages(wanted.languages);
  const numbers = [...wanted.pages].map((page) => page - 1);
  if (numbers.length > maxOcrPages)
    throw new Failure(wanted.tooMany, { pages: numbers.length, max_pages: maxOcrPages });
  const units = await pdf.units(0);
  const file = await plainFile(pdf, 0, input);
  const folder = `${output}.words`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const files: Record<string, string> = {};
  const broken: number[] = [];
  let done = 0;
  const left = numbers.values();
  const readPages = async () => {
    await using worker = new Worker(() => engines.ocr.begin(languages, signal), file);
    for (const page of left) {
      const words = join(folder, `page-${page}`);
      const order = { page, unit: units[page] ?? 1, mode: wanted.mode, timeoutMs };
      const outcome = await worker.read(order, words, signal);
      if (outcome === 'words') files[`page-${page}`] = words;
      if (outcome === 'broken') broken.push(page + 1);
      onProgress({ done: ++done, of: numbers.length, unit: 'pages' });
    }
  };
  const workers = Math.min(availableParallelism(), numbers.length);
  await inParallel(Array.from({ length: workers }), readPages, workers);
  const pages = numbers.filter((page) => files[`page-${page}`] !== undefined);
  if (pages.length === 0 && broken.length > 0 && broken.length === numbers.length)
    throw new Failure('source_unreadable');
  const warnings = ofBroken(broken);
  if (pages.length === 0) return { pages, warnings, isChanged: false, files };
  const language = tagOfOcrLanguage(languages.split('+')[0] ?? '');
  const { mode, rotate, deskew, tags } = wanted;
  const ceiling = { code: 'too_many_pages', pages: units.length } as const;
  const laying = { ceiling, pages, mode, rotate, deskew, tags, language };
  const facts = await pdf.inspect('layText', laying, { files });
  warnings.push(...ofWordless(facts.wordless), ...ofDoubtful(facts.doubtful), ...ofSigned(facts.isSigned));
  return { pages, warnings, isChanged: facts.wordless.length < pages.length, files };
}

/** Recognises pages in one process after the other: a page that breaks a process costs only itself. */
class Worker implements AsyncDisposable {
  readonly #begin: () => Promise<OcrJob>;
  readonly #file: string;
  #job: OcrJob | undefined;

  constructor(begin: () => Promise<OcrJob>, file: string) {
    this.#begin = begin;
    this.#file = file;
  }

  async read(order: Parameters<OcrJob['recognise']>[0], words: string, signal: AbortSignal) {
    if (this.#job === undefined) {
      this.#job = await this.#begin();
      await this.#job.open(this.#file);
    }
    try {
      return (await this.#job.recognise(order, words)) ? 'words' : 'text';
    } catch (error) {
      if (signal.aborted || !isFailure(error)) throw error;
      await this[Symbol.asyncDispose]();
      return 'broken';
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const job = this.#job;
    this.#job = undefined;
    await job?.[Symbol.asyncDispose]();
  }
}

/** @throws invalid_format */
function checkedLanguages(languages: string): string {
  const allowed = installedLanguages();
  const codes = [...new Set(languages.split('+'))];
  if (codes.every((code) => allowed.includes(code))) return codes.join('+');
  throw new Failure('invalid_format', { field: 'languages', allowed });
}

const ofBroken = (pages: number[]): string[] =>
  pages.length === 0
    ? []
    : [
        `The text of ${placeOf(pages.toSorted((a, b) => a - b))} could not be recognised: ${pages.length === 1 ? 'the page is' : 'the pages are'} unchanged.`,
      ];

const ofWordless = (pages: readonly number[]): string[] =>
  pages.length === 0 ? [] : [`No text was recognised on ${placeOf(pages)}.`];

const ofSigned = (isSigned: boolean): string[] =>
  isSigned ? ['Text recognition invalidated the signature of the PDF.'] : [];

/** The number of pages, and of words of each, to name. */
const [maxPages, maxWords] = [5, 5];

function ofDoubtful(pages: readonly { page: number; words: readonly string[] }[]): string[] {
  const named = pages.slice(0, maxPages).map(({ page, words }) => {
    const some = words.slice(0, maxWords).map((word) => `“${word.replace(/[^\p{L}\p{M}\p{N}.,-]/gu, '')}”`);
    const more = words.length > some.length ? ` and ${words.length - some.length} more` : '';
    return `On page ${page}, these words may be wrong: ${some.join(', ')}${more}.`;
  });
  const more = pages.length - named.length;
  return more > 0
    ? [...named, `${more} further ${more === 1 ? 'page has' : 'pages have'} words that may be wrong.`]
    : named;
}
