// A placed page in Word: frames and floating tables over a picture of all else, between two empty paragraphs that they hang on.
import { boxOfPage, contains, union } from '#conversion/layout/box.ts';
import type { Paragraph, Section, Table } from '../docx-model.ts';
import type { LayoutBlock, Region, TableBlock, TextBlock } from '#conversion/layout/layout-blocks.ts';
import { piecesOf } from '#conversion/layout/lines/lines.ts';
import { heightOf, piecesOfBlock } from '../measure/block-height.ts';
import type { PageContent } from '#conversion/layout/page-content.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';
import { spacer, wordBlocksOf } from './block.ts';
import { fittedParagraph } from './fitted-lines.ts';
import { linesIn } from './letters-outside.ts';
import { belowExact, leadingOf } from './line-boxes.ts';
import type { Composition } from './paragraph.ts';
import { pictureRun } from './pictures.ts';
import { partsOf, singleLine } from './placed-text.ts';

const thresholds = {
  /** Points: paragraphs whose edges differ by less may be of one frame ... */
  sameEdge: 3,
  /** ... when they follow each other within as many. */
  sameFrame: 12,
  /** Points that a line may reach into the one above. */
  overlap: 1,
  /** Points that a frame is wider than its text, so that another font fits ... */
  slack: 4,
  /** ... or as large a share of its width, and a letter, where nothing is broken in it. */
  wider: 0.12,
  letter: 0.8,
  /** Times the size: the height of a line that stands alone. */
  leading: 1.2,
  /** Points that a table is higher than it was. */
  higher: 4,
};

/** Points: the margins of such pages. */
export const placedMargin = 9;

/** Adds the blocks of a placed page to its section, which has only such pages. */
export function flowPlaced(region: Region, section: Section, page: PageContent, composition: Composition): void {
  const begin = spacer(1, section.blocks.length === 0 ? {} : { startsPage: true });
  if (page.isPainted || (region.ornaments?.size ?? 0) > 0) begin.runs.push(backdropOf(page, region.ornaments));
  for (const { shape } of page.fields)
    if (shape !== undefined)
      begin.runs.push({
        text: '',
        style: plainStyle(1),
        shape: { shape, across: shape.left - placedMargin, below: shape.top - placedMargin },
      });
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
  const picture = {
    ...boxOfPage(page),
    mcid: -1,
    isArtifact: true,
    width,
    height,
    data: () => page.renderBackdrop(ornaments),
  };
  return pictureRun(picture, plainStyle(1), { isBehind: true });
}
