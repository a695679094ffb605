// A site printed with the paper, margins and frames that fields ask for, and its PDF finished.
import { Failure } from '#core/failure.ts';
import { paperOf, type PaperFields, type Sides } from '#conversion/options/print-fields.ts';
import type { Engines } from '#conversion/engines/index.ts';
import type { Input } from '../tool.ts';
import { finishMade } from './finish-made.ts';

const maxPages = 1500;

interface Printing {
  /** The folder of the page and its files. */
  site: string;
  /** The targets of its table of contents, which gets page numbers. */
  contents?: readonly string[];
  input: Input;
  output: string;
  options: PaperFields & {
    header?: string | undefined;
    footer?: string | undefined;
    pages?: string | undefined;
    pdf_standard?: string | undefined;
  };
  /** The default. */
  ownMargin: Sides;
  settings: Pick<Parameters<Engines['webPages']['print']>[2], 'scale' | 'background' | 'media' | 'waitFor'>;
  signal: AbortSignal;
}

/** Returns the warnings. @throws invalid_value, too_many_pages, invalid_page_range, and errors of printing */
export async function printed(
  { site, contents = [], input, output, options, ownMargin, settings, signal }: Printing,
  engines: Engines,
): Promise<string[]> {
  const { fits, ...paper } = paperOf(options, ownMargin);
  if (!fits) throw new Failure('invalid_value', { field: 'margin', expected: 'margins that leave room on the paper' });
  const { header = null, footer = null, pages, pdf_standard: standard } = options;
  const title = input.name.replace(/\.[^.]*$/, '') || input.name;
  const file = `${output}.printed.pdf`;
  const { warnings, ...facts } = await engines.webPages.print(
    site,
    file,
    { ...settings, ...paper, maxPages, title, header, footer },
    { signal },
  );
  {
    await using job = await engines.pdf.begin(signal);
    await job.open(file);
    await job.inspect('finishPrinted', { maxPages, pages, contents, ...facts }, { results: { 'out.pdf': output } });
  }
  return [...warnings, ...(await finishMade(output, { standard, input, signal }, engines))];
}
