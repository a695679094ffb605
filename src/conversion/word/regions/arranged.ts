// Regions whose art is behind their text: text flows over the pictures if it can, and labels and fields are framed at their places.
import { areaOf, bareBox, boxOfPage, contains, middleY, sharedHeight, union } from '#conversion/layout/box.ts';
import type { DocumentLayout } from '#conversion/layout/document-layout.ts';
import {
  type Backdrop,
  isFramed,
  type LayoutBlock,
  pageOf,
  type Region,
  type TextBlock,
} from '#conversion/layout/layout-blocks.ts';
import { lineOf, piecesOf } from '#conversion/layout/lines/lines.ts';
import type { PageContent, TextLine } from '#conversion/layout/page-content.ts';
import { lettersOutside, linesIn } from '../compose/letters-outside.ts';
import { labelled } from '../compose/note-numbers.ts';
import { ornamentFonts, unreadableFonts } from '#conversion/layout/text/ornaments.ts';
import { inFrames, singleLine, withoutOrnaments } from './framed.ts';
import type { StillPage } from './art.ts';
import { inkOf } from './ink.ts';
import { emptyRegion, picturesOver, stillRegions } from './still-regions.ts';

/** How pages are arranged: the parts behind their text, and whether all of their text keeps its place. */
export interface Plan {
  still: ReadonlyMap<number, StillPage>;
  framed: ReadonlySet<number>;
}

/** The layout with the art of pages behind their text. */
export function arranged(layout: DocumentLayout, { still, framed: places }: Plan): DocumentLayout {
  if (still.size === 0) return layout;
  const ornaments = ornamentFonts(layout.pages);
  const pages = new Map(layout.pages.map((page, n) => [page.index, { page, n }]));
  const passedBefore = countsBefore(layout.pages, still);
  const regions: Region[] = [];
  const byPage = new Map<number, Region[]>();
  for (const region of layout.regions) {
    let open: { part: Region; passed: number } | undefined;
    for (const block of region.blocks.flatMap((one) => cutAtPages(one, still))) {
      const page = pageOf(block);
      const passed = passedBefore.get(page) ?? 0;
      const isStill = still.has(page);
      if (open === undefined || open.passed !== passed || (open.part.isStill === true) !== isStill) {
        open = { part: { ...region, page: Math.max(page, region.page), blocks: [] }, passed };
        if (isStill) open.part.isStill = true;
        if (!isStill) regions.push(open.part);
        else byPage.set(page, [...(byPage.get(page) ?? []), open.part]);
      }
      open.part.blocks.push(block);
    }
  }
  const notes = new Set(layout.notes);
  const notesOf = Map.groupBy(layout.notes, ({ lines }) => lines[0]?.page);
  for (const [index, { boxes, isHeld }] of still) {
    const { page, n } = pages.get(index)!;
    const isWhole = boxes.some((box) => areaOf(box) >= areaOf(boxOfPage(page)));
    const families = isWhole ? ornaments.union(unreadableFonts(page)) : new Set<string>();
    const under = [...(layout.furniture.headers[n] ?? []), ...(layout.furniture.footers[n] ?? [])].map(bareBox);
    const found = byPage.get(index) ?? [];
    const keepsPlaces = places.has(index);
    const pictures = keepsPlaces ? [] : picturesOver(found, { boxes }, isHeld);
    // A page of upright text alone has nothing to be painted.
    const isPainted = page.isPainted || families.size > 0 || page.letters.some(({ angle }) => angle !== 0);
    const backdrop = { boxes: isPainted ? boxes : [], pictures, families, under };
    const own = keepsPlaces ? [allFramed(page, found)] : stillRegions(page, found, backdrop, isHeld);
    for (const note of notesOf.get(index) ?? []) {
      if (!isReferredInFrame(own, note.reference)) continue;
      // Frames have no footnotes: they are text of their page.
      notes.delete(note);
      const lines = labelled(note);
      own[0]!.blocks.push({ kind: 'text', lines, container: union(lines), isFramed: true });
    }
    for (const region of own) region.blocks = region.blocks.flatMap((block) => withoutOrnaments(block, families));
    own[0]!.blocks.push(...leftOver(layout, n, own, backdrop));
    own[0]!.backdrop = backdrop;
    regions.push(...own.map((region) => ({ ...region, over: backdrop.boxes, blocks: inOrder(region.blocks) })));
  }
  const sorted = regions
    .map((region, n) => ({ region, n }))
    .toSorted((a, b) => a.region.page - b.region.page || a.n - b.n);
  return { ...layout, regions: sorted.map(({ region }) => region), notes: [...notes] };
}

/** A page on which all text keeps its place. */
const allFramed = (page: PageContent, regions: readonly Region[]): Region => ({
  ...emptyRegion(page),
  isStill: true,
  columns: regions[0]?.columns.slice(0, 1) ?? [],
  blocks: regions.flatMap(({ blocks }) => blocks.flatMap(inFrames)),
});

/** Frames in reading order: after blocks that begin above their middle, or to their left on the same line. */
function inOrder(blocks: readonly LayoutBlock[]): LayoutBlock[] {
  const isFrame = (block: LayoutBlock): boolean => block.kind === 'text' && block.isFramed === true;
  const placed = blocks.map((block) => ({ block, box: inkOf(block) }));
  const ordered = placed.filter(({ block }) => !isFrame(block));
  const frames = placed
    .filter(({ block }) => isFrame(block))
    .toSorted((a, b) => Math.round((a.box.bottom - b.box.bottom) / sameLine) || a.box.left - b.box.left);
  for (const frame of frames) {
    const at = ordered.findIndex(
      ({ box }) =>
        box.top > middleY(frame.box) ||
        (sharedHeight(box, frame.box) > 0 && box.left > frame.box.right && box.top > frame.box.top - sameLine),
    );
    ordered.splice(at < 0 ? ordered.length : at, 0, frame);
  }
  return ordered.map(({ block }) => block);
}

/** Points by which frames on one line end at different heights. */
const sameLine = 4;

const isReferredInFrame = (
  regions: readonly Region[],
  reference: DocumentLayout['notes'][number]['reference'],
): boolean => {
  const [glyph] = reference;
  const framed = regions.flatMap(({ blocks }) => blocks.filter(isFramed));
  return linesIn(framed).some(({ glyphs }) => glyphs.some((own) => own === glyph));
};

/** How many still pages are before each page. */
function countsBefore(pages: readonly PageContent[], still: Plan['still']): Map<number, number> {
  let passed = 0;
  return new Map(pages.map(({ index }) => [index, still.has(index) ? passed++ : passed]));
}

/** A paragraph in parts where it begins or ends on a page with art; a table of several pages as it is. */
function cutAtPages(block: LayoutBlock, still: Plan['still']): LayoutBlock[] {
  if (block.kind !== 'text') return [block];
  const [first = 0, last = 0] = [block.lines[0]?.page, block.lines.at(-1)?.page];
  const pages = Array.from({ length: Math.max(0, last - first) + 1 }, (_, n) => first + n);
  if (first === last || !pages.some((page) => still.has(page))) return [block];
  const parts = [...Map.groupBy(block.lines, ({ page }) => page).values()];
  return parts.map((lines, n): LayoutBlock => {
    if (n === 0) return { ...block, lines };
    const { container, isWhole = false } = block;
    return { kind: 'text', lines, container, isWhole };
  });
}

/** The letters of a page outside of its blocks, headers and footers: labels of drawings. */
function leftOver(
  { pages, furniture, notes }: DocumentLayout,
  n: number,
  regions: readonly Region[],
  { families, pictures: behind }: Backdrop,
): TextBlock[] {
  const page = pages[n]!;
  const known: TextLine[] = [
    ...linesIn(regions.flatMap(({ blocks }) => blocks)),
    ...(furniture.headers[n] ?? []),
    ...(furniture.footers[n] ?? []),
    ...notes.flatMap((note) => [
      ...note.lines,
      ...(note.reference.length > 0 ? [lineOf(note.reference, page.index)] : []),
    ]),
  ];
  const pictures = [
    ...behind.filter(({ isRendered }) => isRendered === true),
    ...regions.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'picture' && block.picture.isRendered === true ? [block.box] : [])),
    ),
  ];
  const visible = boxOfPage(page);
  const free = lettersOutside(page, known).filter(
    (glyph) =>
      contains(visible, glyph) && !families.has(glyph.style.font) && !pictures.some((box) => contains(box, glyph)),
  );
  return piecesOf(free, page.index).map((line) => ({ ...singleLine(line), isFramed: true }));
}

/** The pages that have text in frames. */
export const framedPages = (regions: readonly Region[]): number[] => [
  ...new Set(regions.flatMap(({ page, blocks }) => (blocks.some(isFramed) ? [page] : []))),
];

/** The pages with text over pictures: it does not move. */
export const stillPages = (regions: readonly Region[]): Set<number> =>
  new Set(regions.flatMap(({ page, isStill }) => (isStill === true ? [page] : [])));
