// The document with as many pages as its PDF: its layout is measured, pages that are a little too long are tightened, and doubtful pages
// keep the composition with the fewest faults.
import type { WordLayout } from '#core/word-layouts.ts';
import type { DocumentLayout } from '#conversion/layout/document-layout.ts';
import type { WordDocument } from '../docx-model.ts';
import { faultsOf } from '../measure/faults.ts';
import { type Extent, extentOf, type Stretch, stretchesOf } from '../measure/stretches.ts';
import { composeDocument } from './document.ts';
import type { Missing } from '#conversion/layout/account.ts';
import { breakEveryPage, breakPages } from './page-breaks.ts';
import { easeHoles, keepRoomAbovePages } from './page-starts.ts';
import { tighten } from './tightened.ts';
import { boxOfPage } from '#conversion/layout/box.ts';
import { stillPagesOf } from '../regions/art.ts';
import { arranged, framedPages, stillPages, type Plan } from '../regions/arranged.ts';

const thresholds = {
  /** Times the pages of the PDF: a stretch with more pages is laid out wrongly. */
  pages: 1.4,
  /** Share of the pages' room: less text that is too much may be a mistake of measuring. */
  over: 0.05,
  /** Times the room of pages: paragraphs that continue on the next page count for their first page. */
  full: 1.08,
  /** Share of the distances between paragraphs that is left over pictures: text that moves further is off its ground. */
  still: 0.95,
};

/** A document, the indexes of the pages with text boxes at fixed positions, and its faults compared with the PDF. */
export interface Fitted {
  document: WordDocument;
  fixed: number[];
  missing: Missing[];
}

/** The analysed layout as a word-processor document whose pages have the same content as those of the PDF. */
export function composeFitted(layout: DocumentLayout, mode: WordLayout = 'auto'): Fitted {
  // Frames and backdrops are not turned with the page.
  if (layout.isVertical || mode === 'flow') return composed(layout, nothingStill);
  const all = layout.pages.map(({ index }) => index);
  if (mode === 'exact') return composed(layout, withFrames(nothingStill, all, layout));
  const plan: Plan = { still: stillPagesOf(layout), framed: new Set() };
  const first = composed(layout, plan);
  let doubtful = [...first.crowded.union(new Set(first.missing.map(({ page }) => page)))];
  if (doubtful.length === 0) return first;
  /** Of each doubtful page the plan with the fewest faults so far. */
  const chosen = new Map(doubtful.map((page) => [page, { plan, faults: first.faults.get(page) ?? 0 }]));
  let last = { plan, made: first };
  for (let round = 0; round < rounds && doubtful.length > 0; round++) {
    const closer = heldCloser(last.plan, doubtful, layout);
    last = { plan: closer, made: composed(layout, closer) };
    for (const page of doubtful) {
      const faults = last.made.faults.get(page) ?? 0;
      if (faults < (chosen.get(page)?.faults ?? 0)) chosen.set(page, { plan: closer, faults });
    }
    doubtful = doubtful.filter((page) => last.made.faults.has(page) && !closer.framed.has(page));
  }
  const isLast = [...chosen.values()].every((own) => own.plan === last.plan);
  return isLast ? last.made : composed(layout, mixed(plan, chosen));
}

/** A plan with some pages as they are in others. */
function mixed(plan: Plan, chosen: ReadonlyMap<number, { plan: Plan }>): Plan {
  const [still, framed] = [new Map(plan.still), new Set(plan.framed)];
  for (const [page, { plan: own }] of chosen) {
    const state = own.still.get(page);
    if (state !== undefined) still.set(page, state);
    if (own.framed.has(page)) framed.add(page);
  }
  return { still, framed };
}

/** The plan with some pages held one step closer: their lines end where they ended, and then all of their text keeps its place. */
function heldCloser(plan: Plan, pages: readonly number[], layout: DocumentLayout): Plan {
  const isHeld = (page: number) => plan.still.get(page)?.isHeld === true;
  const flowing = pages.filter((page) => !isHeld(page));
  return withFrames(withLines(plan, flowing), pages.filter(isHeld), layout);
}

/** Ways to hold a page closer than text that flows: its lines, and then the places of its text. */
const rounds = 2;

const nothingStill: Plan = { still: new Map(), framed: new Set() };

/** The plan with the lines of some pages ending where they ended. */
const withLines = (plan: Plan, pages: readonly number[]): Plan => ({
  ...plan,
  still: new Map([
    ...plan.still,
    ...pages.map((page) => [page, { boxes: plan.still.get(page)?.boxes ?? [], isHeld: true }] as const),
  ]),
});

/** The plan with all text of some pages at its place, over the other content. */
function withFrames({ still, framed }: Plan, pages: readonly number[], layout: DocumentLayout): Plan {
  const whole = layout.pages.flatMap((page) =>
    pages.includes(page.index) ? [[page.index, { boxes: [boxOfPage(page)], isHeld: true }] as const] : [],
  );
  return { still: new Map([...still, ...whole]), framed: framed.union(new Set(pages)) };
}

/** Composes with the art of some pages behind their text, and measures the result. */
function composed(layout: DocumentLayout, plan: Plan): Fitted & { crowded: Set<number>; faults: Map<number, number> } {
  const regions = arranged(layout, plan);
  const document = composeDocument(regions);
  const crowded = fit(document, layout.pages.length, stillPages(regions.regions));
  easeHoles(document, layout.pages.length);
  keepRoomAbovePages(document);
  return {
    document,
    fixed: framedPages(regions.regions),
    missing: document.lost ?? [],
    crowded,
    faults: faultsOf(document, crowded),
  };
}

/** Breaks and tightens pages so that they keep their content. @returns the pages of the PDF that cannot flow */
function fit(document: WordDocument, count: number, still: ReadonlySet<number>): Set<number> {
  const balances = document.balancesColumns;
  breakPages(document, count);
  for (const { stretch, extent } of tooLong(document, count))
    if (stretch.pages > 1 && !tighten(stretch, extent, { balances, isAllOrNothing: true })) breakEveryPage(stretch);
  return new Set(
    tooLong(document, count).flatMap(({ stretch, extent }) => {
      const isStill = still.has(stretch.page);
      const limits = isStill ? { isAllOrNothing: true, min: thresholds.still } : {};
      if (tighten(stretch, extent, { balances, ...limits })) return [];
      return isStill ? [stretch.page] : crowdedPages(stretch, extent);
    }),
  );
}

/** The stretches that come to too many pages. */
const tooLong = (document: WordDocument, count: number): { stretch: Stretch; extent: Extent }[] =>
  stretchesOf(document, count)
    .map((stretch) => ({ stretch, extent: extentOf(stretch, document.balancesColumns) }))
    .filter(({ stretch, extent }) => extent.pages > stretch.pages);

/** The pages that are fullest, until the others have enough room. */
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
