// A book as the browser prints it, without the parts that are added afterwards.
import { Failure } from '#core/failure.ts';
import type { Engines } from '#conversion/engines/index.ts';
import type { Input } from '../tool.ts';

export const maxBookPages = 1500;

interface Printing {
  /** For the book's text and pictures. */
  folder: string;
  facts: string;
  /** Whether its table of contents is printed. */
  hasContents: boolean;
  signal: AbortSignal;
}

/** Writes the PDF, and the facts for finishing it. @throws epub_too_long, epub_blank_output, source_unreadable */
export async function printBook(
  { path }: Input,
  printed: string,
  { folder, facts, hasContents, signal }: Printing,
  { inspectors, chromium }: Engines,
): Promise<void> {
  const { minPages } = await inspectors.run(
    'unfoldBook',
    { hasContents },
    { files: { document: path }, results: { book: folder, facts }, signal, timeoutMs: 40_000 },
  );
  if (minPages > maxBookPages) throw new Failure('epub_too_long', { pages: minPages, max_pages: maxBookPages });
  await chromium.print(folder, printed, { signal });
}
