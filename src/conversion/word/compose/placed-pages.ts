// Pages that cannot flow: their text stands where it stood, in frames and floating tables over a picture of all else, and the page
// begins and ends with empty paragraphs that they hang on.
import { contains, union } from '../box.ts';
import { heightOf, piecesOfBlock } from '../measure/block-height.ts';
import { lettersOutside, linesIn } from './letters-outside.ts';
import type { DocumentLayout, ReferencedNote } from '../document-layout.ts';
import { type LayoutBlock, pageOf, type Region, type TableBlock, type TextBlock, topOf } from '../layout-blocks.ts';
import { blankBetween, isBlank, lineOf, piecesOf } from '../lines/lines.ts';
import { pageBoxesOf } from '../page-boxes.ts';
import type { Glyph, PageContent, TextLine } from '../page-content.ts';
import type { Paragraph, Section, Table } from '../docx-model.ts';
import { plainStyle } from '../text/style.ts';
import { spacer, wordBlocksOf } from './block.ts';
import { fittedParagraph } from './fitted-lines.ts';
import { type Composition } from './paragraph.ts';
import { labelled } from './note-numbers.ts';
import { ornamentFonts } from './ornaments.ts';
import { belowExact, leadingOf } from './line-boxes.ts';
import { pictureRun } from './pictures.ts';

const thresholds = {
  /** Points: paragraphs whose edges differ by less may be of one frame ... */
  sameEdge: 3,
  /** ... when they follow each other within as many. */
  sameFrame: 12,
  /** Points that a line may reach into the one above. */
  overlap: 1,
  /** Share of a distance between lines by which those of one frame differ. */
  sameStep: 0.15,
  /** Times the size: lines that are farther apart stand in frames of their own. */
  maxStep: 2.5,
  /** Points that a frame is wider than its text, so that another font fits ... */
  slack: 4,
  /** ... or as large a share of its width, and a letter, where nothing is broken in it. */
  wider: 0.12,
  letter: 0.8,
  /** Times the size: the height of a line that stands alone. */
  leading: 1.2,
  /** Points that a table is higher than it was. */
  higher: 4,
  /** em: words of cells that are farther apart stand in frames of their own. */
  apart: 0.5,
  /** em: words that are farther apart are set with a tab. */
  tab: 1.1,
};

/** Points: the margins of such pages. */
export const placedMargin = 9;

type Placeable = Pick<DocumentLayout, 'regions' | 'notes' | 'pages' | 'asRead'>;

/** The layout with such pages as one region each that is placed; a page that shares a table with one that flows does so, too. */
export function withPlacedPages<Layout extends Placeable>(layout: Layout, pages: ReadonlySet<number>): Layout {
  const placed = withoutShared(pages, layout.regions);
  if (placed.size === 0) return layout;
  const ornaments = ornamentFonts(layout.asRead);
  const whole = new Map(
    layout.pages.filter(({ index }) => placed.has(index)).map((page) => [page.index, placedRegion(page, ornaments)]),
  );
  const flowing: Region[] = [];
  for (const region of layout.regions) {
    let open: { part: Region; passed: number } | undefined;
    for (const block of region.blocks.flatMap((one) => cutAtPages(one, placed))) {
      const page = pageOf(block);
      const own = whole.get(page);
      if (own !== undefined) {
        own.blocks.push(...fixed(block).flatMap((one) => withoutOrnaments(one, ornaments)));
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

const placedRegion = ({ index, width, height }: PageContent, ornaments: ReadonlySet<string>): Region => ({
  page: index,
  columns: [{ left: 0, right: width }],
  top: 0,
  bottom: height,
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

/** A block as it is on a placed page: its labels are text, fields stand by themselves, and what was turned stays in the picture. */
function fixed(block: LayoutBlock): LayoutBlock[] {
  if (block.kind === 'picture') return [];
  if (block.kind === 'table') return fixedTable(block);
  if (block.isMoved === true) return [];
  const { item: _item, number: _number, ...role } = block.role ?? {};
  const [whole, parted] = [block.lines.filter((line) => !hasField(line)), block.lines.filter(hasField)];
  const groups = evenlySpaced(whole);
  const text = groups.map((lines): LayoutBlock => {
    const [only] = lines;
    const alone = groups.length > 1 && lines.length === 1 && only !== undefined;
    return { ...(alone ? { ...block, ...singleLine(only) } : block), lines: lines.map(tabbed), role, shapes: [] };
  });
  return [...text, ...parted.flatMap((line) => [...textIn(line), ...fieldsIn(line)])];
}

/** Lines in groups of one distance, each below the one before it: a frame sets its lines so. */
function evenlySpaced(lines: readonly TextLine[]): TextLine[][] {
  const groups: TextLine[][] = [];
  let step: number | undefined;
  for (const line of lines) {
    const [group, before] = [groups.at(-1), groups.at(-1)?.at(-1)];
    const own = before === undefined ? 0 : line.baseline - before.baseline;
    const isBelow = own > 0 && own < line.size * thresholds.maxStep;
    const isNext = isBelow && (step === undefined || Math.abs(own - step) < step * thresholds.sameStep);
    if (group === undefined || !isNext) {
      groups.push([line]);
      step = undefined;
    } else {
      group.push(line);
      step ??= own;
    }
  }
  return groups;
}

/** A block without the letters that are part of the picture. */
function withoutOrnaments(block: LayoutBlock, ornaments: ReadonlySet<string>): LayoutBlock[] {
  if (ornaments.size === 0 || block.kind === 'picture') return [block];
  if (block.kind === 'table') {
    const cells = block.cells.map((cell) => ({
      ...cell,
      blocks: cell.blocks.flatMap((inner) => withoutOrnaments(inner, ornaments)),
    }));
    return [{ ...block, cells }];
  }
  const lines = block.lines.flatMap((line) => {
    const kept = line.glyphs.filter(({ style }) => !ornaments.has(style.font));
    const glyphs = kept.slice(
      Math.max(
        0,
        kept.findIndex((glyph) => !isBlank(glyph)),
      ),
    );
    return glyphs.length === line.glyphs.length ? [line] : glyphs.every(isBlank) ? [] : [lineOf(glyphs, line.page)];
  });
  return lines.length === 0 ? [] : [{ ...block, lines }];
}

/** A table without its lines and grounds, which the picture has; one with fields as the text of its cells. */
function fixedTable(table: TableBlock): LayoutBlock[] {
  const cells = table.cells.map(({ shading: _shading, ...cell }) => ({
    ...cell,
    borders: {},
    blocks: cell.blocks.flatMap(fixed),
  }));
  const inside = cells.flatMap(({ blocks }) => blocks);
  return linesIn(inside).some(hasField) ? inside : [{ ...table, cells }];
}

const hasField = ({ glyphs }: TextLine): boolean => glyphs.some(({ formField }) => formField !== undefined);

/** The values of form fields in a line, as wide as the fields. */
const fieldsIn = (line: TextLine): TextBlock[] =>
  [...Map.groupBy(line.glyphs, ({ formField }) => formField)].flatMap(([field, glyphs]) =>
    field === undefined ? [] : [{ ...singleLine(lineOf(glyphs, line.page)), container: field.box }],
  );

/** The pieces of a line without them. */
const textIn = (line: TextLine): TextBlock[] =>
  piecesOf(
    line.glyphs.filter(({ formField }) => formField === undefined),
    line.page,
  ).map(singleLine);

/** The line with tabs where its words are far apart. */
function tabbed(line: TextLine): TextLine {
  const glyphs: Glyph[] = [];
  let blanks: Glyph[] = [];
  for (const glyph of line.glyphs) {
    if (isBlank(glyph)) {
      blanks.push(glyph);
      continue;
    }
    const before = glyphs.at(-1);
    const isFar = before !== undefined && glyph.left - before.right > line.size * thresholds.tab;
    if (isFar && blanks.length > 0) glyphs.push(blankBetween(before, glyph, '\t'));
    else glyphs.push(...blanks);
    glyphs.push(glyph);
    blanks = [];
  }
  return { ...line, glyphs };
}

/** The parts of a line between which there is more than a blank. */
function partsOf(line: TextLine): TextLine[] {
  const parts: Glyph[][] = [];
  for (const glyph of line.glyphs) {
    const before = parts.at(-1)?.findLast((other) => !isBlank(other));
    const isFar = before === undefined || glyph.left - before.right > line.size * thresholds.apart;
    if (isFar && !isBlank(glyph)) parts.push([glyph]);
    else parts.at(-1)?.push(glyph);
  }
  return parts.map((glyphs) =>
    lineOf(glyphs.slice(0, glyphs.findLastIndex((glyph) => !isBlank(glyph)) + 1), line.page),
  );
}

function singleLine(line: TextLine): TextBlock {
  const { left, top, right, bottom } = line;
  return { kind: 'text', lines: [line], container: { left, top, right, bottom }, role: { isPlain: true } };
}

/** The letters of a page that are in none of its blocks: headers and footers, labels of drawings and of lists, artifacts. */
function leftOver({ asRead, pages }: Placeable, index: number, { blocks, ornaments }: Region): TextBlock[] {
  const at = pages.findIndex((page) => page.index === index);
  const { width = 0, height = 0 } = pages[at] ?? {};
  const visible = { left: 0, top: 0, right: width, bottom: height };
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

/** Adds the blocks of a placed page to its section, which has only such pages. */
export function flowPlaced(region: Region, section: Section, page: PageContent, composition: Composition): void {
  const begin = spacer(1, section.blocks.length === 0 ? {} : { startsPage: true });
  if (page.isPainted || (region.ornaments?.size ?? 0) > 0) begin.runs.push(backdropOf(page, region.ornaments));
  for (const { shape } of page.fields)
    if (shape !== undefined)
      begin.runs.push({ text: '', style: plainStyle(1), shape: { shape, below: shape.top - placedMargin } });
  const placed: Section['blocks'] = [];
  let frame: { of: TextFrame; bottom: number } | undefined;
  const blocks = region.blocks.flatMap((block) =>
    block.kind === 'table' ? tableOrText(block, region, composition) : [block],
  );
  for (const block of blocks) {
    if (block.kind === 'picture') continue;
    if (block.kind === 'table') {
      if (!('cells' in block)) placed.push(block);
      frame = undefined;
      continue;
    }
    const [first] = block.lines;
    if (first === undefined) continue;
    const height = leadingOf(block.lines) || first.size * thresholds.leading;
    const below = height * belowExact;
    const begins = first.baseline + below - height;
    const { left, right } = block.container;
    const above = frame;
    const goesOn =
      above !== undefined &&
      Math.abs(above.of.left - left) < thresholds.sameEdge &&
      Math.abs(above.of.width - (right - left) - thresholds.slack) < thresholds.sameEdge &&
      begins - above.bottom > -thresholds.overlap &&
      begins - above.bottom < thresholds.sameFrame;
    const { paragraph, isBroken } = fittedParagraph(block, right - left + thresholds.slack, composition);
    const of = goesOn ? above.of : frameOf(block, { begins, isBroken, align: paragraph.align, page });
    paragraph.textFrame = of;
    paragraph.lineSpacing = { height, isExact: true };
    paragraph.spaceBefore = goesOn ? Math.max(0, begins - above.bottom) : 0;
    frame = { of, bottom: begins + height * block.lines.length };
    placed.push(page.isPainted ? bare(paragraph) : paragraph);
  }
  const all = [begin, ...placed, spacer(1)];
  for (const block of all) block.page = region.page;
  section.blocks.push(...all);
}

type TextFrame = NonNullable<Paragraph['textFrame']>;

/** The frame of a paragraph that begins there; one whose lines are all broken has room for another font. */
function frameOf(
  { lines, container }: TextBlock,
  {
    begins,
    isBroken,
    align,
    page,
  }: { begins: number; isBroken: boolean; align: Paragraph['align']; page: PageContent },
): TextFrame {
  const box = union(lines);
  const right = Math.max(container.right, box.right);
  const wider = Math.max((right - container.left) * thresholds.wider, (lines[0]?.size ?? 0) * thresholds.letter);
  const room = isBroken ? Math.max(thresholds.slack, wider) : thresholds.slack;
  const before = align === 'center' || align === 'right' ? Math.min(room, container.left) : 0;
  const after = align === 'center' ? before : align === 'right' ? 0 : room;
  const left = container.left - before;
  return { left, top: begins, width: Math.min(right + after, Math.max(page.width, right)) - left, isOver: true };
}

/** The paragraph without what the picture behind it shows: its ground, lines and boxes. */
const bare = ({ shading: _shading, borderBelow: _below, box: _box, ...paragraph }: Paragraph): Paragraph => ({
  ...paragraph,
  runs: paragraph.runs.map(({ underline: _underline, strike: _strike, highlight: _highlight, ...run }) => run),
});

/** A table at its place; the text of its cells where that stands elsewhere, where it would be higher than it was, or where other text stands in it. */
function tableOrText(table: TableBlock, { blocks }: Region, composition: Composition): (Table | LayoutBlock)[] {
  const { box } = table;
  const inside = linesIn([table]).flatMap(({ glyphs, page }) =>
    piecesOf(glyphs, page).flatMap(partsOf).map(singleLine),
  );
  if (table.cells.some((cell) => cell.blocks.some(({ kind }) => kind === 'table'))) return inside;
  const isCrossed = linesIn(blocks.filter((block) => block !== table)).some((line) => contains(box, line));
  const isAtPlace = table.cells.every((cell) => linesIn(cell.blocks).every((line) => contains(cell.box, line)));
  const [made] = wordBlocksOf(table, composition);
  if (isCrossed || !isAtPlace || made?.kind !== 'table') return inside;
  const height = heightOf(piecesOfBlock(made, box.right - box.left));
  if (height > box.bottom - box.top + thresholds.higher) return inside;
  return [{ ...made, place: { left: box.left, top: box.top } }];
}

/** All that is on the page but its text. */
function backdropOf(page: PageContent, ornaments: ReadonlySet<string> = new Set()): Paragraph['runs'][number] {
  const { width, height } = page;
  const box = { left: 0, top: 0, right: width, bottom: height };
  const picture = { ...box, mcid: -1, isArtifact: true, width, height, data: () => page.renderBackdrop(ornaments) };
  return pictureRun(picture, plainStyle(1), { isBehind: true });
}
