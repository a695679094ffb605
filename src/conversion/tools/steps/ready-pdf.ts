// A PDF prepared for a tool: repaired if damaged, and within the page limit.
import { Failure, isFailure } from '#core/failure.ts';
import type { PdfFacts, PdfJob } from '#conversion/engines/pdf/job.ts';
import type { Ceiling } from '#conversion/options/limits.ts';
import type { Input } from '../tool.ts';

/** @throws source_unreadable, too_many_pages, pdf_too_many_pages */
export async function readyPdf(pdf: PdfJob, slot: number, input: Input, ceiling: Ceiling): Promise<PdfFacts> {
  let facts = input.pdf ?? { access: 'broken', pages: 0 };
  // PDFium can often read files that qpdf cannot rebuild.
  if (facts.access === 'broken') facts = await pdf.repair(slot, input.path);
  if (facts.pages === 0) throw new Failure('source_unreadable', { file: input.name });
  if (facts.pages > ceiling.pages) throw new Failure(ceiling.code, { pages: facts.pages, max_pages: ceiling.pages });
  return facts;
}

/** A file that other programs can read: the input itself, or a copy without encryption and damage. */
export const plainFile = (pdf: PdfJob, slot: number, input: Input): Promise<string> =>
  input.pdf?.access === 'open' ? Promise.resolve(input.path) : writtenFile(pdf, slot, input);

/** The document as it is now, as such a file. */
export async function writtenFile(pdf: PdfJob, slot: number, input: Input): Promise<string> {
  const path = `${input.path}.plain.pdf`;
  await pdf.write(slot, path);
  return path;
}

/** Has an inspector change a PDF, unless it is too damaged for that; whether it is changed. */
export const changedIfReadable = (pdf: PdfJob, task: 'makeReadable' | 'drawAnnotations'): Promise<boolean> =>
  pdf.inspect(task, undefined).catch((error: unknown) => {
    if (isFailure(error, 'source_unreadable')) return false;
    throw error;
  });
