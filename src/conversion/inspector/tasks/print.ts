// Pages for the browser to print, and the PDFs that it has made of them.
import { Failure } from '#core/failure.ts';
import { isMistake } from '#core/mistakes.ts';
import { NoPage } from '#conversion/html/archive.ts';
import { finishPrint, type PrintFacts } from '#conversion/html/finish.ts';
import { unfoldMarkdown } from '#conversion/html/unfold-markdown.ts';
import { unfoldPage } from '#conversion/html/unfold.ts';
import { PdfDocument } from '#conversion/pdf/graph.ts';
import { keepPages } from '#conversion/pdf/keep-pages.ts';
import { pagesOf } from '#conversion/pdf/pages.ts';
import { chosenPages } from '#conversion/options/page-selection.ts';
import { PdfSession } from '../session.ts';
import { contentStreams } from './pages.ts';

/** Writes the page of `document` and its files to the folder `site`; false when the archive has no page. @throws source_unreadable */
export const unfoldPageSite = async (kind: { isArchive: boolean; isXml: boolean }): Promise<{ hasPage: boolean }> => ({
  hasPage:
    (await unfolded(async () => {
      await unfoldPage('document', 'site', kind);
      return true;
    })) ?? false,
});

/** The same for a Markdown file; `contents` are the targets of its table of contents, null when the archive has no such file. */
export const unfoldMarkdownSite = async (
  options: Parameters<typeof unfoldMarkdown>[2],
): Promise<{ contents: string[] | null }> => ({
  contents: await unfolded(() => unfoldMarkdown('document', 'site', options)),
});

async function unfolded<Found>(unfold: () => Promise<Found>): Promise<Found | null> {
  try {
    return await unfold();
  } catch (cause) {
    if (cause instanceof NoPage) return null;
    if (isMistake(cause)) throw cause;
    throw new Failure('source_unreadable', {}, { cause });
  }
}

interface Finishing extends PrintFacts {
  maxPages: number;
  /** A selection of pages; absent for all. */
  pages: string | undefined;
}

/** Finishes the PDF that the browser has printed; writes `out.pdf`. @throws too_many_pages, invalid_page_range */
export function finishPrinted({ maxPages, pages: selection, ...facts }: Finishing): void {
  using session = new PdfSession();
  const open = session.document(0);
  const pages = pagesOf(new PdfDocument(open));
  if (pages.length > maxPages) throw new Failure('too_many_pages', { pages: pages.length, max_pages: maxPages });
  open.patch(finishPrint(open, facts, (some) => contentStreams(open, some)));
  const chosen = chosenPages(selection, pages.length);
  if (chosen.size < pages.length) {
    const numbers = [...chosen].sort((one, other) => one - other);
    open.patch(keepPages(open, numbers, contentStreams(open, pages)));
  }
  open.write('out.pdf', 'packed');
}
