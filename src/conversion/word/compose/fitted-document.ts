// The document with as many pages as its PDF: its own layout is measured, what is a little too long is tightened, and a page whose
// text comes to much more than the page has is left as it stands there.
import type { WordLayout } from '#core/word-layouts.ts';
import type { DocumentLayout } from '#conversion/layout/document-layout.ts';
import type { WordDocument } from '../docx-model.ts';
import { type Extent, extentOf, type Stretch, stretchesOf } from '../measure/stretches.ts';
import { composeDocument } from './document.ts';
import { fixedPages } from './fixed-pages.ts';
import { type Missing, missingIn } from './missing.ts';
import { breakEveryPage, breakPages } from './page-breaks.ts';
import { easeHoles, keepRoomAbovePages } from './page-starts.ts';
import { withPlacedPages } from './placed-pages.ts';
import { tighten } from './tightened.ts';

const thresholds = {
  /** Times the pages of the PDF: a stretch that takes more is laid out wrongly. */
  pages: 1.4,
  /** Share of the pages' room: less text that is too much may be a mistake of measuring. */
  over: 0.05,
  /** Words and numbers of a page that are not in the result: fewer may be a mistake of comparing. */
  missing: 3,
  /** Times the room of pages: paragraphs that go on on the next page count for the one that they begin on. */
  full: 1.08,
};

/** A document, the indexes of the pages whose text stands in frames, and what it lacks of its PDF. */
export interface Fitted {
  document: WordDocument;
  fixed: number[];
  missing: Missing[];
}

/** The analysed layout as a document of a word processor whose pages hold what they held. */
export function composeFitted(layout: DocumentLayout, mode: WordLayout = 'auto'): Fitted {
  // Frames and backdrops are not turned with the page.
  if (layout.isVertical) return composed(layout, new Set());
  const chosen = mode === 'exact' ? layout.pages.map(({ index }) => index) : mode === 'auto' ? fixedPages(layout) : [];
  const first = composed(layout, new Set(chosen));
  if (mode === 'flow') return first;
  const wanting = first.missing.filter(({ words }) => words.length >= thresholds.missing).map(({ page }) => page);
  const unfit = first.crowded.union(new Set(wanting)).difference(new Set(first.fixed));
  return unfit.size === 0 ? first : composed(layout, unfit.union(new Set(chosen)));
}

/** Composes with some pages placed, and measures what comes out. */
function composed(layout: DocumentLayout, pages: ReadonlySet<number>): Fitted & { crowded: Set<number> } {
  const placed = withPlacedPages(layout, pages);
  const document = composeDocument(placed);
  const crowded = fit(document, layout.pages.length);
  easeHoles(document, layout.pages.length);
  keepRoomAbovePages(document);
  return { document, fixed: placedIn(placed), missing: missingIn(document, placed), crowded };
}

const placedIn = ({ regions }: DocumentLayout): number[] =>
  regions.flatMap(({ page, isPlaced }) => (isPlaced === true ? [page] : []));

/** Breaks and tightens pages so that they hold what they held. @returns the pages of the PDF that cannot flow */
function fit(document: WordDocument, count: number): Set<number> {
  const balances = document.balancesColumns;
  breakPages(document, count);
  for (const { stretch, extent } of tooLong(document, count))
    if (stretch.pages > 1 && !tighten(stretch, extent, { balances, isAllOrNothing: true })) breakEveryPage(stretch);
  return new Set(
    tooLong(document, count).flatMap(({ stretch, extent }) =>
      tighten(stretch, extent, { balances }) ? [] : crowdedPages(stretch, extent),
    ),
  );
}

/** The stretches that come to too many pages. */
const tooLong = (document: WordDocument, count: number): { stretch: Stretch; extent: Extent }[] =>
  stretchesOf(document, count)
    .map((stretch) => ({ stretch, extent: extentOf(stretch, document.balancesColumns) }))
    .filter(({ stretch, extent }) => extent.pages > stretch.pages);

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
