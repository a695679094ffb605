// Text and tables at their places on a page, in frames over the pictures behind its text.
import { bareBox, type Box, contains, type Span, union } from '#conversion/layout/box.ts';
import { type Block, type Paragraph, type Run, spacer, type Table } from '../docx-model.ts';
import type { Backdrop, LayoutBlock, TableBlock, TextBlock } from '#conversion/layout/layout-blocks.ts';
import { piecesOf } from '#conversion/layout/lines/lines.ts';
import { heightOf, piecesOfBlock } from '../measure/block-height.ts';
import type { PageContent, TextLine } from '#conversion/layout/page-content.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';
import { type ParagraphMaker, setBlockSpacing, wordBlocksOf } from './block.ts';
import { fittedParagraph } from './fitted-lines.ts';
import { linesIn } from './letters-outside.ts';
import { belowExact, leadingOf } from './line-boxes.ts';
import type { Composition } from './paragraph.ts';
import { pictureRun } from './pictures.ts';
import { partsOf, singleLine } from '../regions/framed.ts';

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
  /** Times the size: the height of a single line. */
  leading: 1.2,
  /** Points that text may overlap the block above it: it moves down by as much. */
  closer: 1.5,
  /** Share of the height of the body: a higher table is not floated. */
  high: 0.5,
  /** Points that a table is higher than it was. */
  higher: 4,
};

/** The context of the frames of a page. */
export interface FramedPage {
  page: PageContent;
  composition: Composition;
  /** The pictures behind text: paragraphs over them have no grounds and lines of their own. */
  over: readonly Box[];
}

/** The frame that the next block may extend. */
interface OpenFrame {
  of: TextFrame;
  bottom: number;
}

/** Puts framed blocks of a page one after the other: blocks directly below each other share a frame. */
export class Frames {
  readonly #page: FramedPage;
  #open: OpenFrame | undefined;

  constructor(page: FramedPage) {
    this.#page = page;
  }

  /** Text that flows is between this frame and the next one. */
  close(): void {
    this.#open = undefined;
  }

  /** The paragraph of a block in its frame. */
  paragraphOf(block: TextBlock): Paragraph | undefined {
    const { page, composition, over } = this.#page;
    const [first] = block.lines;
    if (first === undefined) return undefined;
    const { height, begins } = exactBox(block.lines, first);
    const { left, right } = block.container;
    const above = this.#open;
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
    this.#open = { of, bottom: begins + height * block.lines.length };
    return isOver(block, over) ? bare(paragraph) : paragraph;
  }
}

/** How high the lines of a paragraph are at their places, and where its first one begins. */
const exactBox = (lines: readonly TextLine[], first: TextLine): { height: number; begins: number } => {
  const height = leadingOf(lines) || first.size * thresholds.leading;
  return { height, begins: first.baseline + height * belowExact - height };
};

/** Whether lines of exactly their original height have room below `from`. */
export function hasRoomBelow(lines: readonly TextLine[], from: number): boolean {
  const [first] = lines;
  return first === undefined || exactBox(lines, first).begins > from - thresholds.closer;
}

/** Sets lines at exactly their original height, below `from`. @returns where the last one ends */
export function setExactly(paragraph: Paragraph, lines: readonly TextLine[], from: number): number {
  const [first] = lines;
  if (first === undefined) return from;
  const { height, begins } = exactBox(lines, first);
  // A line alone in a low row is as high as puts it there.
  const own =
    lines.length === 1 && begins < from ? Math.max(first.size, height - (from - begins) / (1 - belowExact)) : height;
  paragraph.lineSpacing = { height: own, isExact: true };
  paragraph.spaceBefore = Math.max(0, begins - from);
  return Math.max(begins, from) + own * lines.length;
}

/** The paragraph that begins a page, with the pictures behind the text and the boxes around fields, which hang on it. */
export function openingOf(page: PageContent, backdrop: Backdrop, starts: Starts, corner: Corner): Paragraph {
  const opening = spacer(openingHeight, starts);
  opening.runs.push(...backdrop.boxes.map((box) => pictureBehind(page, box, backdrop)));
  for (const picture of backdrop.pictures) opening.runs.push(pictureRun(picture, plainStyle(1), { isBehind: true }));
  for (const shape of page.fields.flatMap(({ shapes }) => shapes))
    if (backdrop.boxes.some((box) => contains(box, shape)))
      opening.runs.push({
        text: '',
        style: plainStyle(1),
        shape: { shape, across: shape.left - corner.left, below: shape.top - corner.top },
      });
  opening.page = page.index;
  return opening;
}

type Starts = Pick<Paragraph, 'startsPage'>;
/** Where the first column of a page begins. */
type Corner = Pick<Box, 'left' | 'top'>;

/** Points of the empty paragraph that begins a page. */
export const openingHeight = 1;

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
  const right = Math.max(container.right, union(lines).right);
  const room = isBroken ? roomFor({ ...container, right }, lines) : thresholds.slack;
  const before = align === 'center' || align === 'right' ? Math.min(room, container.left) : 0;
  const after = align === 'center' ? before : align === 'right' ? 0 : room;
  const left = container.left - before;
  return { left, top: begins, width: Math.min(right + after, Math.max(page.width, right)) - left, isOver: true };
}

/** Points that lines which are all broken have beside them, so that another font fits. */
const roomFor = ({ left, right }: Span, lines: readonly TextLine[]): number =>
  Math.max(thresholds.slack, (right - left) * thresholds.wider, (lines[0]?.size ?? 0) * thresholds.letter);

/** The paragraph as set over the pictures of its page: its lines end where they ended. */
export function stillParagraph(block: TextBlock, over: readonly Box[], composition: Composition): Paragraph {
  const { left, right } = block.container;
  const { paragraph, isBroken } = fittedParagraph(block, right - left, composition);
  const own = union(block.lines);
  const room = roomFor(own, block.lines);
  if (block.lines.length === 1 && paragraph.align === 'right' && !paragraph.isRightToLeft)
    Object.assign(paragraph, { align: 'left', indentLeft: own.left - left, indentFirst: 0 });
  // The edges of a box are those of its paragraphs.
  if (isBroken && block.boxed === undefined) {
    const { align, isRightToLeft } = paragraph;
    // Indents are those of the start and the end of lines; alignment is that of the page.
    const [end, rest] = isRightToLeft ? (['left', own.left - left] as const) : (['right', right - own.right] as const);
    if (align === 'center') paragraph.indentRight -= room;
    else if (align !== end) paragraph.indentRight = Math.min(0, rest - room);
    if (align === 'center' || align === end) paragraph.indentLeft -= room;
  }
  return isOver(block, over) ? bare(paragraph) : paragraph;
}

/** Paragraphs whose lines end where they ended and are as high as they were. */
const still: ParagraphMaker = {
  make: (block, composition) => stillParagraph(block, [], composition),
  place: (paragraph, block, from) =>
    block.kind === 'text' && block.boxed === undefined
      ? setExactly(paragraph, block.lines, from)
      : setBlockSpacing(paragraph, block, from),
};

/** The table as set where nothing may move. */
export const stillBlocksOf = (block: LayoutBlock, composition: Composition): Block[] =>
  wordBlocksOf(block, composition, still);

const isOver = ({ lines }: TextBlock, boxes: readonly Box[]): boolean =>
  boxes.some((box) => contains(box, union(lines)));

/** The paragraph without the parts that the picture behind it shows: its background, lines and boxes. */
const bare = ({ shading: _shading, borderBelow: _below, box: _box, ...paragraph }: Paragraph): Paragraph => ({
  ...paragraph,
  runs: paragraph.runs.map(({ underline: _underline, strike: _strike, highlight: _highlight, ...run }) => run),
});

/** A table at its place; only the text of its cells if that is elsewhere, if the table would grow, or if it contains other text. */
export function tableOrText(
  table: TableBlock,
  { blocks, bottom }: { blocks: readonly LayoutBlock[]; bottom: number },
  composition: Composition,
): (Table | TextBlock)[] {
  const { box } = table;
  const inside = linesIn([table]).flatMap(({ glyphs, page }) =>
    piecesOf(glyphs, page)
      .flatMap(partsOf)
      .map((line): TextBlock => ({ ...singleLine(line), isFramed: true })),
  );
  // A table that reaches below the body comes on the next page.
  if (inside.length === 0 || box.bottom > bottom || box.bottom - box.top > bottom * thresholds.high) return inside;
  const isCrossed = linesIn(blocks.filter((block) => block !== table)).some((line) => contains(box, line));
  const isAtPlace = table.cells.every((cell) => linesIn(cell.blocks).every((line) => contains(cell.box, line)));
  const [made] = stillBlocksOf(table, composition);
  if (isCrossed || !isAtPlace || made?.kind !== 'table') return inside;
  if (isHigher(made, table)) return inside;
  return [{ ...made, place: { left: box.left, top: box.top } }];
}

/** Whether a table has become higher than it was. */
export const isHigher = (made: Table, { box }: TableBlock): boolean =>
  heightOf(piecesOfBlock(made, box.right - box.left)) > box.bottom - box.top + thresholds.higher;

/** A part of a page without its text. */
function pictureBehind(page: PageContent, box: Box, { families, under }: Backdrop): Run {
  const picture = {
    ...bareBox(box),
    mcid: -1,
    isArtifact: true,
    width: box.right - box.left,
    height: box.bottom - box.top,
    data: async () => {
      const painted = await page.renderBackdrop(box, families, under);
      if (painted === null) (page.unpainted ??= []).push({ box, families });
      return painted;
    },
  };
  return pictureRun(picture, plainStyle(1), { isBehind: true });
}
