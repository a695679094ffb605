import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { placeOf } from './steps/page-warnings.ts';
import { plainFile, readyPdf } from './steps/ready-pdf.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { Failure } from '#core/failure.ts';
import type { OnProgress } from '#core/progress.ts';
import { formats } from '#core/formats.ts';
import { inParallel } from '#core/parallel.ts';
import { pageFile, partFile } from '#core/page-file.ts';
import { zipFiles } from '#conversion/zip/writer.ts';
import { openPassword, pageParts } from '#conversion/options/fields.ts';
import type { ToolLimits } from '#conversion/options/limits.ts';
import { whole } from '#conversion/options/number-fields.ts';
import { equalParts, maxParts, selectParts } from '#conversion/options/page-parts.ts';
import { defineTool, type Tool } from './tool.ts';

const maxPages = 200;
const maxBytes = 600 * (1 << 20);

const partFields = () => ({
  every: whole({
    min: 1,
    max: 99_999,
    description: 'Number of pages in each part; the last part has the remaining pages. The result is a ZIP of PDFs.',
  }),
  max_size: whole({
    min: 1,
    max: 999_999_999_999,
    description:
      'Bytes per part: each part has as many pages as fit. A page that is larger is a part of its own, with a warning.',
  }),
  parts: pageParts(),
});

interface PartOptions {
  every?: string | undefined;
  max_size?: string | undefined;
  parts?: string | undefined;
}

/** A call with `ranges` is extract-pages by its older name. */
export const splitPdf = (extractPages: Tool, { maxPdfPages }: ToolLimits) =>
  defineTool({
    id: 'split-pdf',
    summary: 'Split a PDF into single pages.',
    accepts: [formats.pdf],
    files: { min: 1, max: 1 },
    options: z.strictObject({ password: openPassword(), ...partFields() }),
    extensionFields: Object.keys(partFields()),
    produces: { format: formats.zip, suffix: '-pages' },
    whenEncrypted: 'open',
    errors: [
      'pdf_single_page',
      'too_many_pages',
      'output_too_large',
      'invalid_page_range',
      'invalid_value',
      'needs_password',
      'wrong_password',
      'password_protected',
    ],
    servedBy: { field: 'ranges', tool: extractPages },
    checkPages: (options, [total = 0]) => void partsOf(options, total),
    async run({ inputs: [input], pdf, options, output, signal, onProgress }, engines) {
      const isByPage = partFieldOf(options) === undefined;
      const ceiling = { code: 'too_many_pages', pages: isByPage ? maxPages : maxPdfPages } as const;
      const { pages } = await readyPdf(pdf, 0, input, ceiling);
      if (pages === 1) throw new Failure('pdf_single_page');
      const parts = partsOf(options, pages);
      const file = await plainFile(pdf, 0, input);
      const pathOf = (name: string) => `${output}.${name}`;
      const splitting = { file, ceiling, pathOf, signal, onProgress };
      const made =
        options.max_size === undefined
          ? await inParts(engines, parts, splitting)
          : await bySize(engines, Number(options.max_size), splitting);
      const members = made.names.map((name) => ({ name, path: pathOf(name) }));
      await zipFiles(members, output, { compress: true, maxBytes, signal });
      return { warnings: made.warnings };
    },
  });

/** The field that says where parts begin. @throws invalid_value if there are several */
function partFieldOf(options: PartOptions): keyof PartOptions | undefined {
  const [first, second] = (['every', 'max_size', 'parts'] as const).filter((name) => options[name] !== undefined);
  if (second !== undefined)
    throw new Failure('invalid_value', { field: second, expected: `omitted, since the field "${first}" is sent` });
  return first;
}

interface Part {
  name: string;
  pages: readonly number[];
}

/** The parts, unless they depend on their sizes; by default single pages. @throws invalid_value, invalid_page_range */
function partsOf(options: PartOptions, total: number): Part[] {
  const field = partFieldOf(options);
  const named = (parts: readonly number[][]) => parts.map((pages, n) => ({ name: partFile(n + 1, 'pdf'), pages }));
  if (field === 'every') return named(equalParts(Number(options.every), total));
  if (field === 'parts') return named(selectParts(options.parts ?? '', total));
  if (field === 'max_size') return [];
  return Array.from({ length: total }, (_, n) => ({ name: pageFile(n + 1, 'pdf'), pages: [n + 1] }));
}

interface Splitting {
  /** The document. */
  file: string;
  ceiling: { code: 'too_many_pages'; pages: number };
  pathOf: (name: string) => string;
  signal: AbortSignal;
  onProgress: OnProgress;
}

interface Made {
  names: string[];
  warnings: string[];
}

async function inParts(
  engines: Engines,
  parts: readonly Part[],
  { file, ceiling, pathOf, signal, onProgress }: Splitting,
): Promise<Made> {
  const pagesIn = (some: readonly Part[]) => some.reduce((sum, { pages }) => sum + pages.length, 0);
  const of = pagesIn(parts);
  let done = 0;
  const step = Math.min(availableParallelism(), Math.ceil(parts.length / 2));
  await inParallel(
    Array.from({ length: step }, (_, first) => first),
    async (first) => {
      await using worker = await engines.pdf.begin(signal);
      await worker.open(file);
      await worker.open(file);
      const mine = parts.filter((_, index) => index % step === first);
      const results = Object.fromEntries(mine.map(({ name }) => [name, pathOf(name)]));
      await worker.inspect('splitPages', { parts: mine, ceiling, maxBytes }, { results });
      done += pagesIn(mine);
      onProgress({ done, of, unit: 'pages' });
    },
    step,
  );
  return { names: parts.map(({ name }) => name), warnings: [] };
}

/** Where a part ends is known when it has been written, so one worker writes all. */
async function bySize(
  engines: Engines,
  maxPartBytes: number,
  { file, ceiling, pathOf, signal }: Splitting,
): Promise<Made> {
  await using worker = await engines.pdf.begin(signal);
  await worker.open(file);
  await worker.open(file);
  const names = Array.from({ length: maxParts }, (_, n) => partFile(n + 1, 'pdf'));
  const { parts, large } = await worker.inspect(
    'splitBySize',
    { maxPartBytes, ceiling, maxBytes, maxParts },
    { results: Object.fromEntries(names.map((name) => [name, pathOf(name)])) },
  );
  return { names: names.slice(0, parts), warnings: ofLarge(large) };
}

/** The warning about pages that are larger than a part may be. */
function ofLarge(pages: readonly number[]): string[] {
  if (pages.length === 0) return [];
  const [place, are] = [placeOf(pages), pages.length === 1 ? 'is' : 'are'];
  return [`${place.charAt(0).toUpperCase()}${place.slice(1)} ${are} larger than max_size, even alone in a part.`];
}
