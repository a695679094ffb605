// The document with as many pages as its PDF: its own layout is measured, what is a little too long is tightened, and a page whose
// text comes to much more than the page has is left as it stands there.
import type { DocumentLayout } from '../document-layout.ts';
import type { WordDocument } from '../docx-model.ts';
import { type Extent, extentOf, type Stretch, stretchesOf } from '../measure/stretches.ts';
import { composeDocument } from './document.ts';
import { withPlacedPages } from './placed-pages.ts';
import { tighten } from './tightened.ts';

const thresholds = {
  /** Times the pages of the PDF: a stretch that takes more is laid out wrongly. */
  pages: 1.4,
  /** Share of the pages' room: less text that is too much may be a mistake of measuring. */
  over: 0.05,
  /** Times the room of pages: paragraphs that go on on the next page count for the one that they begin on. */
  full: 1.08,
};

/** The analysed layout as a document of a word processor whose pages hold what they held. */
export function composeFitted(layout: DocumentLayout): WordDocument {
  const document = composeDocument(layout);
  const pages = fit(document, layout.pages.length);
  if (pages.size === 0) return document;
  const placed = composeDocument(withPlacedPages(layout, pages));
  fit(placed, layout.pages.length);
  return placed;
}

/** Tightens what is too long. @returns the pages of the PDF that cannot flow */
function fit(document: WordDocument, count: number): Set<number> {
  const { balancesColumns } = document;
  const pages = stretchesOf(document, count).flatMap((stretch) => {
    const extent = extentOf(stretch, balancesColumns);
    return extent.pages <= stretch.pages || tighten(stretch, balancesColumns) ? [] : crowdedPages(stretch, extent);
  });
  return new Set(pages);
}

/** The pages that have the most for their room, as many as it takes for the others to have enough. */
function crowdedPages({ parts, pages }: Stretch, { pages: taken, over, heights }: Extent): number[] {
  const room = parts[0]?.room ?? 0;
  if (taken < pages * thresholds.pages || over < room * pages * thresholds.over) return [];
  const fullest = [...heights].toSorted(([, a], [, b]) => b - a);
  let left = fullest.reduce((sum, [, height]) => sum + height, 0);
  const crowded: number[] = [];
  for (const [page, height] of fullest) {
    if (left <= room * (pages - crowded.length) * thresholds.full) break;
    crowded.push(page);
    left -= height;
  }
  return crowded;
}
