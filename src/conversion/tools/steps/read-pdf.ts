// A PDF prepared for the reader: a file that it can open, and its objects as JSON.
import type { Job } from '../tool.ts';
import { changedIfReadable, plainFile, readyPdf, writtenFile } from './ready-pdf.ts';

/** The maximum number of pages of PDFs to read. */
const maxPages = 500;

/**
 * The first file of a job, and how many pages it has. `change` may change the open document first; it gets the number of pages.
 * @throws source_unreadable, pdf_too_many_pages
 */
export async function readablePdf(
  { inputs: [input], pdf }: Pick<Job<unknown>, 'inputs' | 'pdf'>,
  change: (pages: number) => Promise<boolean> = () => Promise.resolve(false),
) {
  const { pages } = await readyPdf(pdf, 0, input, { code: 'pdf_too_many_pages', pages: maxPages });
  await pdf.checkDrawable(0);
  const isChanged = await change(pages);
  const isMadeReadable = await changedIfReadable(pdf, 'makeReadable');
  const graph = `${input.path}.graph.json`;
  await pdf.unfold(0, graph);
  const file = isChanged || isMadeReadable ? writtenFile : plainFile;
  return { pdf: await file(pdf, 0, input), graph, pages };
}
