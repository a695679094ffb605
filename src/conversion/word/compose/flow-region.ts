// The blocks of a region as paragraphs and tables one after the other, with the distances between them and the breaks before them.
import {
  type LayoutBlock,
  pageOf,
  type PictureBlock,
  type Region,
  type TableBlock,
  type TextBlock,
  topOf,
} from '#conversion/layout/layout-blocks.ts';
import type { PageContent } from '#conversion/layout/page-content.ts';
import { type Block, type Paragraph, type Section, spacer, type Table } from '../docx-model.ts';
import { extentOf, putInTextFrame, setBlockSpacing, wordBlocksOf } from './block.ts';
import { slack } from './margins.ts';
import { type Composition } from './paragraph.ts';
import { lineTop } from './line-boxes.ts';
import { framed } from '../regions/framed.ts';
import {
  Frames,
  hasRoomBelow,
  isHigher,
  openingHeight,
  openingOf,
  setExactly,
  stillBlocksOf,
  stillParagraph,
  tableOrText,
} from './frames.ts';
import { anchorPictures, floatingPictures, pictureParagraph } from './pictures.ts';
import { columnOf } from './section-columns.ts';

const thresholds = {
  /** Points: a smaller distance over a table at the beginning of a section is ignored. */
  tableGap: 5,
  /** Points: a column that begins less below the others begins with them. */
  columnGap: 4,
  /** Points: the size of text that is not known. */
  textSize: 12,
  /** Times the size: the height of a line. */
  leading: 1.25,
  /** Lines of a paragraph that Word keeps together at the end of a page. */
  linesToKeep: 2,
  /** Lines that have to fit below a heading, with its distance to them. */
  linesUnderHeading: 2.4,
  /** Points that a table begins above the end of its neighbours. */
  beside: 12,
  /** Points: a higher table is not floated. */
  floating: 300,
  /** Points that a table needs at the end of a page. */
  tableRow: 8,
};

/** Where the last block has ended. */
export interface FlowPosition {
  page: number;
  /** -1 where other columns begin. */
  column: number;
  bottom: number;
  isLastColumn: boolean;
}

export interface FlowLimits {
  top: number;
  bottom: number;
  /** Where columns end: at the bottom of the page, or above the first block below all of them. */
  columnBottom: number;
}

/** Adds the blocks of a region to its section. @returns where the last one ends */
export function flowRegion(
  region: Region,
  on: PageContent,
  section: Section,
  composition: Composition,
  { before, limits }: { before: FlowPosition | undefined; limits: FlowLimits },
): FlowPosition {
  let position: FlowPosition = before ?? { page: region.page, column: 0, bottom: limits.top, isLastColumn: true };
  const { backdrop } = region;
  if (backdrop !== undefined) {
    const isOpened = section.blocks.length === 0 && !section.isContinuous;
    const corner = { left: section.margins.left, top: limits.top };
    section.blocks.push(openingOf(on, backdrop, isOpened ? {} : { startsPage: true }, corner));
    position = { page: region.page, column: 0, bottom: limits.top + openingHeight, isLastColumn: true };
  }
  const frames = new Frames({ page: on, composition, over: region.over ?? [] });
  /** Where the columns begin on the page. */
  let begin: number | undefined;
  const floating = floatingPictures(region.blocks);
  const waiting = new Map<PictureBlock, { isBehind: boolean }>();
  const blocks = region.blocks.flatMap((block): (LayoutBlock | Table)[] =>
    block.kind === 'table' && block.isFramed === true
      ? tableOrText(block, { blocks: region.blocks, bottom: limits.bottom }, composition)
      : [block],
  );
  const frame = (block: LayoutBlock) => {
    const paragraph = block.kind === 'text' ? frames.paragraphOf(block) : undefined;
    if (paragraph !== undefined) section.blocks.push(Object.assign(paragraph, { page: region.page }));
  };
  for (const block of blocks) {
    if (block.kind === 'table' && 'rows' in block) {
      section.blocks.push({ ...block, page: region.page });
      continue;
    }
    if (block.kind === 'text' && block.isFramed === true) {
      frame(block);
      continue;
    }
    const column = columnOf(region, block, 'first');
    const above = pageOf(block) > position.page ? limits.top : position.bottom;
    if (
      region.isStill === true &&
      block.kind === 'text' &&
      column === position.column &&
      !hasRoomBelow(block.lines, above) &&
      // Boxes have no footnotes.
      !block.lines.some(({ glyphs }) => glyphs.some((glyph) => composition.notes.has(glyph)))
    ) {
      framed(block).forEach(frame);
      continue;
    }
    frames.close();
    const floats = block.kind === 'picture' ? floating.get(block) : undefined;
    if (block.kind === 'picture' && floats !== undefined) {
      waiting.set(block, floats);
      continue;
    }
    const made =
      region.isStill !== true
        ? wordBlocksOf(block, composition)
        : block.kind === 'text'
          ? [stillParagraph(inColumnOf(section, block, column), region.over ?? [], composition)]
          : stillBlocksOf(block, composition);
    if (block.kind === 'table' && made[0]?.kind === 'table' && keepsPlace(block, made[0], region, position)) {
      section.blocks.push({ ...made[0], place: { left: block.box.left, top: block.box.top }, page: region.page });
      continue;
    }
    const [first] = made;
    // Frames hang on the paragraph behind them.
    if (first?.kind === 'table' && isFrame(section.blocks.at(-1))) section.blocks.push(spacer(openingHeight));
    if (block.kind === 'text' && block.isFloating === true) {
      if (first?.kind === 'paragraph') putInTextFrame(first, block, section.blocks);
      section.blocks.push(...made);
      continue;
    }
    const page = pageOf(block);
    const place = placeOf(page, column, position);
    const top = blockTop(block);
    const isFirst = before === undefined && section.blocks.length === 0;
    const starts = isFirst ? {} : startsOf(place, { position, limits }, block, made);
    let from = place === 'page' ? limits.top : place === 'column' ? (begin ?? position.bottom) : position.bottom;
    if (begin === undefined || place === 'page' || place === 'section') {
      begin = place === 'page' ? limits.top : Math.max(from, columnsTop(region));
      const isLower = region.columns.length > 1 && top - begin > thresholds.columnGap;
      // Space above the first paragraph of a section is above all of its columns.
      if (isLower && (place === 'section' || isFirst || starts.startsPage === true)) {
        section.blocks.push({ ...spacer(top - begin, starts), spaceBefore: begin - from });
        delete starts.startsPage;
        from = top;
      }
    }
    let { bottom } = extentOf(block);
    if (first?.kind === 'paragraph') {
      const isLower = starts.startsColumn === true && top - from > thresholds.columnGap;
      if (isLower) section.blocks.push(spacer(top - from, starts));
      else Object.assign(first, starts);
      const begun = isLower || starts.startsColumn === true ? Math.max(top, from) : from;
      bottom =
        region.isStill === true && block.kind === 'text'
          ? setExactly(first, block.lines, begun)
          : setBlockSpacing(first, block, begun);
      // The first lines of pages and columns have no space above them, unless a section begins there.
      const opensSection = section.blocks.length === 0 && !section.isContinuous;
      if ((place === 'page' || place === 'late') && starts.startsPage !== true && !opensSection) first.spaceBefore = 0;
      anchorPictures(waiting, first, block, page);
      waiting.clear();
    } else spaceOverTable(section.blocks, { place, gap: top - from, starts, isFirst });
    for (const own of made) Object.assign(own, { page, lastPage: lastPage(block) });
    section.blocks.push(...made);
    const rule = block.kind === 'text' ? composition.ruleUnder(block) : undefined;
    if (lastPage(block) >= position.page) position = behind(block, region, Math.max(bottom, rule?.bottom ?? 0));
  }
  for (const picture of waiting.keys()) section.blocks.push(pictureParagraph(picture));
  if (isFrame(section.blocks.at(-1))) section.blocks.push({ ...spacer(openingHeight), page: region.page });
  if (region.isStill !== true) return position;
  // The following block begins the next page.
  return { ...position, isLastColumn: false };
}

/** A block between the edges of the column of its section. */
function inColumnOf({ margins, columns, columnGaps }: Section, block: TextBlock, column: number): TextBlock {
  const before = columns.slice(0, column).reduce((sum, width, n) => sum + width + (columnGaps[n] ?? 0), 0);
  const left = margins.left + before;
  return { ...block, container: { ...block.container, left, right: left + (columns[column] ?? columns[0] ?? 0) } };
}

/** Whether a table keeps its place: it overlaps the block above it, or has become higher where nothing may move. */
function keepsPlace(
  block: TableBlock,
  made: Table,
  { columns, isStill }: Region,
  { page, column, bottom }: FlowPosition,
): boolean {
  const { box } = block;
  if (box.bottom - box.top > thresholds.floating || block.end !== undefined) return false;
  const isBeside =
    block.page === page && columnOf({ columns }, block, 'first') === column && box.top < bottom - thresholds.beside;
  return isBeside || (isStill === true && isHigher(made, block));
}

const isFrame = (block: Block | undefined): boolean =>
  block !== undefined && (block.kind === 'table' ? block.place !== undefined : block.textFrame !== undefined);

/** The position behind a block that ends at `bottom`. */
function behind(block: LayoutBlock, { columns }: Region, bottom: number): FlowPosition {
  const column = columnOf({ columns }, block, 'last');
  return { page: lastPage(block), column, bottom, isLastColumn: column === columns.length - 1 };
}

/** The position of a block relative to the previous one. */
type Place = 'page' | 'late' | 'section' | 'column' | 'below';

function placeOf(page: number, column: number, position: FlowPosition): Place {
  if (page > position.page) return 'page';
  // Blocks at the end of a page, like turned text, may follow a paragraph that continues on the next one.
  if (page < position.page) return 'late';
  if (position.column === -1) return 'section';
  return column === position.column ? 'below' : 'column';
}

const blockTop = (block: LayoutBlock): number => {
  const [first] = block.kind === 'text' ? block.lines : [];
  return block.kind === 'text' && first !== undefined ? lineTop(block.lines, first) : topOf(block);
};

/** Where the highest column of a region begins. */
function columnsTop(region: Region): number {
  const tops = region.blocks.filter((block) => pageOf(block) === region.page).map(blockTop);
  return Math.min(...tops);
}

type Starts = Pick<Paragraph, 'startsPage' | 'startsColumn'>;

function startsOf(
  place: Place,
  { position, limits }: { position: FlowPosition; limits: FlowLimits },
  block: LayoutBlock,
  made: readonly Block[],
): Starts {
  if (place === 'page' && (!position.isLastColumn || hasRoom(limits.bottom - position.bottom, block, made)))
    return { startsPage: true };
  if (place === 'column' && hasRoom(limits.columnBottom - position.bottom, block, made)) return { startsColumn: true };
  return {};
}

/** Tables have no space above them: the paragraph before them has it below, or an empty one is put there. */
function spaceOverTable(
  blocks: Block[],
  { place, gap, starts, isFirst }: { place: Place; gap: number; starts: Starts; isFirst: boolean },
): void {
  const above = blocks.at(-1);
  const isStarted = starts.startsPage === true || starts.startsColumn === true;
  const isBegun = place === 'page' || isFirst || above === undefined;
  if (isStarted) blocks.push(spacer(Math.max(1, gap), starts));
  else if (isBegun && gap > thresholds.tableGap && (place !== 'page' || isFirst)) blocks.push(spacer(gap));
  // Tables without anything between them would become one.
  else if (above?.kind === 'table') blocks.push(spacer(Math.max(1, place === 'below' ? gap : 1)));
  else if (above?.kind === 'paragraph' && !isBegun && place !== 'column') above.spaceAfter = Math.max(0, gap);
}

const lastPage = (block: LayoutBlock): number =>
  block.kind === 'text'
    ? (block.lines.at(-1)?.page ?? 0)
    : block.kind === 'table'
      ? (block.end?.page ?? block.page)
      : block.page;

/** Whether the block would have fitted into the free room, so that its author put it where it is on purpose. */
function hasRoom(free: number, block: LayoutBlock, made: readonly Block[]): boolean {
  const line = block.kind === 'text' ? block.lines[0] : undefined;
  const lines = block.kind === 'text' ? Math.min(thresholds.linesToKeep, block.lines.length) : 0;
  const height = (line?.size ?? thresholds.textSize) * thresholds.leading;
  const isHeading = made[0]?.kind === 'paragraph' && made[0].heading !== undefined;
  const needed =
    block.kind === 'picture'
      ? block.box.bottom - block.box.top
      : block.kind === 'table'
        ? thresholds.tableRow
        : height * (lines + (isHeading ? thresholds.linesUnderHeading : 0)) - slack;
  return free > needed;
}
