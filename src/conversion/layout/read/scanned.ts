// Documents that are pictures of pages: without recognition there is no text to convert.
import { areaOf } from '../box.ts';
import type { PageContent } from '../page-content.ts';

const thresholds = {
  /** Share of a page's area: a larger picture is the page itself. */
  pageSizedPicture: 0.5,
  /** Share of the pages that have such a picture. */
  scannedPages: 0.5,
  /** Letters per page: fewer are a stamp or a page number, not the text of the page. */
  lettersPerPage: 12,
};

/** Whether at least half of the pages are pictures, with hardly more text than a stamp. */
export function isScanned(pages: readonly PageContent[]): boolean {
  const letters = pages.reduce((sum, page) => sum + page.glyphs.filter(({ text }) => text.trim() !== '').length, 0);
  const covered = pages.filter((page) =>
    page.pictures.some((picture) => areaOf(picture) > page.width * page.height * thresholds.pageSizedPicture),
  );
  return (
    covered.length > 0 &&
    covered.length >= pages.length * thresholds.scannedPages &&
    letters < pages.length * thresholds.lettersPerPage
  );
}
