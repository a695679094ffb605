// The layout with some pages as one region each, on which everything stays where it stands.
import { boxOfPage, contains, union } from '#conversion/layout/box.ts';
import type { DocumentLayout, ReferencedNote } from '#conversion/layout/document-layout.ts';
import { type LayoutBlock, pageOf, type Region, type TextBlock, topOf } from '#conversion/layout/layout-blocks.ts';
import { piecesOf } from '#conversion/layout/lines/lines.ts';
import { pageBoxesOf } from '#conversion/layout/page-boxes.ts';
import type { PageContent } from '#conversion/layout/page-content.ts';
import { lettersOutside, linesIn } from './letters-outside.ts';
import { labelled } from './note-numbers.ts';
import { ornamentFonts, unreadableFonts } from './ornaments.ts';
import { fixed, singleLine, withoutOrnaments } from './placed-text.ts';

type Placeable = Pick<DocumentLayout, 'regions' | 'notes' | 'pages' | 'asRead'>;

/** The layout with such pages as one region each that is placed; a page that shares a table with one that flows does so, too. */
export function withPlacedPages<Layout extends Placeable>(layout: Layout, pages: ReadonlySet<number>): Layout {
  const placed = withoutShared(pages, layout.regions);
  if (placed.size === 0) return layout;
  const ornaments = ornamentFonts(layout.asRead);
  const whole = new Map(
    layout.pages.flatMap((page, n) => {
      if (!placed.has(page.index)) return [];
      const asRead = layout.asRead[n];
      const seen = asRead === undefined ? ornaments : ornaments.union(unreadableFonts(asRead));
      return [[page.index, placedRegion(page, seen)] as const];
    }),
  );
  const flowing: Region[] = [];
  for (const region of layout.regions) {
    let open: { part: Region; passed: number } | undefined;
    for (const block of region.blocks.flatMap((one) => cutAtPages(one, placed))) {
      const page = pageOf(block);
      const own = whole.get(page);
      if (own !== undefined) {
        own.blocks.push(...fixed(block).flatMap((one) => withoutOrnaments(one, own.ornaments ?? ornaments)));
        continue;
      }
      const passed = [...placed].filter((other) => other < page).length;
      if (open?.passed !== passed) {
        open = { part: { ...region, page: Math.max(page, region.page), blocks: [] }, passed };
        flowing.push(open.part);
      }
      open.part.blocks.push(block);
    }
  }
  // Frames have no footnotes: they are text of their page.
  const isOnPlaced = ({ lines }: ReferencedNote) => placed.has(lines[0]?.page ?? -1);
  for (const note of layout.notes.filter(isOnPlaced)) {
    const lines = labelled(note);
    whole.get(lines[0]?.page ?? -1)?.blocks.push({ kind: 'text', lines, container: union(lines) });
  }
  const notes = layout.notes.filter((note) => !isOnPlaced(note));
  for (const [index, region] of whole)
    for (const block of leftOver(layout, index, region)) insertByHeight(region.blocks, block);
  const regions = [...flowing, ...whole.values()].toSorted((a, b) => a.page - b.page);
  return { ...layout, regions, notes };
}

const placedRegion = (page: PageContent, ornaments: ReadonlySet<string>): Region => ({
  page: page.index,
  columns: [{ left: 0, right: page.width }],
  top: 0,
  bottom: page.height,
  blocks: [],
  isPlaced: true,
  ornaments,
});

/** The pages without those that share a table with one that is not among them. */
function withoutShared(pages: ReadonlySet<number>, regions: readonly Region[]): Set<number> {
  const shared = regions
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => {
      const own = block.kind === 'table' ? pagesOf(block.cells.flatMap((cell) => cell.blocks)) : [];
      return own.some((page) => !pages.has(page)) ? own : [];
    });
  const placed = new Set(pages);
  for (const page of shared) placed.delete(page);
  return placed;
}

const pagesOf = (blocks: readonly LayoutBlock[]): number[] => [...new Set(pageBoxesOf(blocks).map(({ page }) => page))];

/** A paragraph in parts where it begins or ends on a page that is placed; a table of several such pages as the text of its cells. */
function cutAtPages(block: LayoutBlock, placed: ReadonlySet<number>): LayoutBlock[] {
  if (
    block.kind === 'table' &&
    placed.has(block.page) &&
    pagesOf(block.cells.flatMap((cell) => cell.blocks)).length > 1
  )
    return block.cells.flatMap((cell) => cell.blocks.flatMap((inner) => cutAtPages(inner, placed)));
  if (block.kind !== 'text' || !spansPlaced(block, placed)) return [block];
  const parts = [...Map.groupBy(block.lines, ({ page }) => page).values()];
  return parts.map((lines, n): LayoutBlock => {
    if (n === 0) return { ...block, lines };
    const { container, isWhole = false } = block;
    return { kind: 'text', lines, container, isWhole };
  });
}

/** Whether a paragraph is on a placed page, or goes on behind one. */
function spansPlaced({ lines }: TextBlock, placed: ReadonlySet<number>): boolean {
  const [first = 0, last = 0] = [lines[0]?.page, lines.at(-1)?.page];
  return [...placed].some((page) => page >= first && page <= last);
}

/** The letters of a page that are in none of its blocks: headers and footers, labels of drawings and of lists, artifacts. */
function leftOver({ asRead, pages }: Placeable, index: number, { blocks, ornaments }: Region): TextBlock[] {
  const at = pages.findIndex((page) => page.index === index);
  const visible = boxOfPage(pages[at] ?? { width: 0, height: 0 });
  const free = lettersOutside(asRead[at], linesIn(blocks)).filter(
    (glyph) => contains(visible, glyph) && ornaments?.has(glyph.style.font) !== true,
  );
  return piecesOf(free, index).map(singleLine);
}

/** Puts a block before the first one that begins below it. */
function insertByHeight(blocks: LayoutBlock[], block: TextBlock): void {
  const at = blocks.findIndex((other) => topOf(other) > topOf(block));
  blocks.splice(at < 0 ? blocks.length : at, 0, block);
}
