// Documents that are pictures of pages: without recognition there is no text to convert.
import { areaOf } from '../box.ts';
import type { PageContent } from '../page-content.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Letters per page: fewer are a stamp or a page number, not the text of the page. */
  lettersPerPage: 12,
};

/** Whether at least half of the pages are pictures, with hardly more text than a stamp. */
export function isScanned(pages: readonly PageContent[]): boolean {
  const letters = pages.reduce((sum, page) => sum + page.glyphs.filter(({ text }) => text.trim() !== '').length, 0);
  const covered = pages.filter((page) =>
    page.pictures.some((picture) => areaOf(picture) > page.width * page.height * tolerances.pagePicture),
  );
  return covered.length > 0 && covered.length * 2 >= pages.length && letters < pages.length * thresholds.lettersPerPage;
}
