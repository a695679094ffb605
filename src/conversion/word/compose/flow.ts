// The regions of the layout as sections of Word, with the distances between their paragraphs and tables.
import type { Box } from '../box.ts';
import type { PageContent } from '../page-content.ts';
import { type Region, type LayoutBlock, pageOf, type PictureBlock } from '../layout-blocks.ts';
import type { Block, HeaderFooterSet, Section } from '../docx-model.ts';
import { sizeKey } from '../document-layout.ts';
import type { Composition } from './paragraph.ts';
import { pictureParagraph, floatingPictures, anchorPictures } from './pictures.ts';
import { type Limits, slack, marginsOf } from './margins.ts';
import { setBlockSpacing, extentOf, wordBlocksOf, spacer, putInTextFrame } from './block.ts';

const thresholds = {
  /** Points: the margins of a document with nothing on its pages. */
  margin: 72,
  /** Points that a block may stand outside of its column. */
  columnSlack: 4,
  /** Points: a smaller distance over a table at the beginning of a section is none. */
  tableGap: 5,
  /** Points: the size of text that is not known. */
  textSize: 12,
  /** Times the size: the height of a line. */
  leading: 1.25,
  /** Lines of a paragraph that Word keeps together at the end of a page. */
  linesToKeep: 2,
  /** Lines that have to fit below a heading, with its distance to them. */
  linesUnderHeading: 2.4,
  /** Points that a table needs at the end of a page. */
  tableRow: 8,
};

export interface Flow {
  regions: Region[];
  pages: readonly PageContent[];
  /** By size of page. */
  bodies: ReadonlyMap<string, Box>;
  limits: Limits;
  /** Where the body begins below the header, by page. */
  tops: readonly number[];
  /** Headers and footers by the page from which on they stand. */
  headersFootersFrom: ReadonlyMap<number, HeaderFooterSet[]>;
}

/** Where the last block has ended. */
interface FlowPosition {
  page: number;
  column: number;
  bottom: number;
}

/** The sections of the document: a new one where size, columns, headers or footers change. */
export function sectionsOf(
  { regions, pages, bodies, limits, tops, headersFootersFrom }: Flow,
  composition: Composition,
): Section[] {
  const sections: Section[] = [];
  const starts = [...headersFootersFrom.keys()];
  /** The page on which the headers and footers of the last section began. */
  let begun = -1;
  let position: FlowPosition | undefined;
  for (const region of regions.flatMap((whole) => cutAt(starts, whole))) {
    const page = pages[region.page];
    if (page === undefined || region.blocks.length === 0) continue;
    const key = sizeKey(page);
    const body = bodies.get(key) ?? {
      left: thresholds.margin,
      right: page.width - thresholds.margin,
      top: thresholds.margin,
      bottom: page.height - thresholds.margin,
    };
    const { top, bottom } = limits.get(key) ?? body;
    let section = sections.at(-1);
    const isSameSize = section !== undefined && sizeKey(section) === key;
    const start = starts.findLast((from) => from <= region.page) ?? 0;
    const headersFooters = start === begun ? undefined : headersFootersFrom.get(start);
    if (
      section === undefined ||
      !isSameSize ||
      section.columns.length !== region.columns.length ||
      headersFooters !== undefined
    ) {
      section = {
        blocks: [],
        width: page.width,
        height: page.height,
        margins: marginsOf(page, body, top, bottom),
        columns: region.columns.map(({ left, right }) => right - left),
        columnGap: Math.max(0, (region.columns[1]?.left ?? 0) - (region.columns[0]?.right ?? 0)),
        isContinuous:
          isSameSize && section !== undefined && (headersFooters === undefined || position?.page === region.page),
        ...(headersFooters === undefined ? {} : { headersFooters }),
      };
      begun = start;
      sections.push(section);
      if (position !== undefined && position.page === region.page) position = { ...position, column: -1 };
    }
    position = flowRegion(
      region,
      section,
      position,
      { top: Math.max(top, tops[region.page] ?? 0), bottom },
      composition,
    );
  }
  // A document has pages, even if nothing is on them.
  const [first] = pages;
  if (sections.length === 0 && first !== undefined)
    sections.push({
      blocks: [],
      width: first.width,
      height: first.height,
      margins: { left: thresholds.margin, right: thresholds.margin, top: thresholds.margin, bottom: thresholds.margin },
      columns: [first.width - thresholds.margin * 2],
      columnGap: 0,
      isContinuous: false,
    });
  return sections;
}

/** The parts of a region between the pages from which on there are other headers. */
function cutAt(starts: readonly number[], region: Region): Region[] {
  const rangeOf = (block: LayoutBlock) => starts.findLast((from) => from <= pageOf(block)) ?? 0;
  const parts: LayoutBlock[][] = [];
  for (const block of region.blocks) {
    const last = parts.at(-1);
    if (last?.[0] !== undefined && rangeOf(last[0]) >= rangeOf(block)) last.push(block);
    else parts.push([block]);
  }
  return parts.map((blocks, n) => {
    const [first] = blocks;
    return n === 0 || first === undefined ? { ...region, blocks } : { ...region, blocks, page: pageOf(first) };
  });
}

/** Adds the blocks of a region to its section, with the distances between them. */
function flowRegion(
  region: Region,
  section: Section,
  before: FlowPosition | undefined,
  limits: { top: number; bottom: number },
  composition: Composition,
): FlowPosition {
  let position: FlowPosition = before ?? { page: region.page, column: 0, bottom: limits.top };
  const floating = floatingPictures(region.blocks);
  const waiting = new Map<PictureBlock, { isBehind: boolean }>();
  for (const block of region.blocks) {
    const floats = block.kind === 'picture' ? floating.get(block) : undefined;
    if (block.kind === 'picture' && floats !== undefined) {
      waiting.set(block, floats);
      continue;
    }
    const made = wordBlocksOf(block, composition);
    const page = pageOf(block);
    if (block.kind === 'text' && block.isFloating === true) {
      for (const paragraph of made)
        if (paragraph.kind === 'paragraph') putInTextFrame(paragraph, block, section.blocks);
      section.blocks.push(...made);
      continue;
    }
    const { top, bottom } = extentOf(block);
    const column = columnOf(region, block, 'first');
    const first = made[0];
    if (first?.kind === 'paragraph') {
      const isNewPage = page !== position.page;
      // What the end of a page has, like turned text, may come after a paragraph that has gone on on the next one.
      const isLate = page < position.page;
      if (isNewPage && !isLate && isEarly(position, limits, block, made) && before !== undefined)
        first.startsPage = true;
      const from = isNewPage
        ? limits.top
        : column === position.column || position.column === -1
          ? position.bottom
          : region.top;
      setBlockSpacing(first, block, top, from);
      if (isNewPage && first.startsPage !== true) first.spaceBefore = 0;
      anchorPictures(waiting, first, block, page);
      waiting.clear();
    }
    const above = section.blocks.at(-1);
    if (first?.kind === 'table' && (page !== position.page || section.blocks.length === 0)) {
      const isNewPage = page !== position.page && before !== undefined;
      const startsPage = isNewPage && isEarly(position, limits, block, made);
      const gap = top - (page !== position.page || before === undefined ? limits.top : position.bottom);
      if (startsPage || (gap > thresholds.tableGap && !isNewPage))
        section.blocks.push(spacer(Math.max(1, gap), startsPage));
    } else if (
      first?.kind === 'table' &&
      above?.kind === 'paragraph' &&
      page === position.page &&
      column === position.column
    )
      above.spaceAfter = Math.max(0, top - position.bottom);
    section.blocks.push(...made);
    const rule = block.kind === 'text' ? composition.ruleUnder(block) : undefined;
    if (lastPage(block) >= position.page)
      position = {
        page: lastPage(block),
        column: columnOf(region, block, 'last'),
        bottom: Math.max(bottom, rule?.bottom ?? 0),
      };
  }
  for (const picture of waiting.keys()) section.blocks.push(pictureParagraph(picture));
  return position;
}

const lastPage = (block: LayoutBlock): number =>
  block.kind === 'text'
    ? (block.lines.at(-1)?.page ?? 0)
    : block.kind === 'table'
      ? (block.end?.page ?? block.page)
      : block.page;

/** The column that a block begins in, or ends in. */
const columnOf = (region: Region, block: LayoutBlock, end: 'first' | 'last'): number => {
  const line = block.kind === 'text' ? block.lines.at(end === 'first' ? 0 : -1) : undefined;
  const box = block.kind === 'text' ? line : block.box;
  if (box === undefined) return 0;
  const x = (box.left + box.right) / 2;
  return Math.max(
    0,
    region.columns.findIndex(
      ({ left, right }) => x >= left - thresholds.columnSlack && x <= right + thresholds.columnSlack,
    ),
  );
};

/** Whether there was room for what stands on the next page, so that somebody wanted it there. */
function isEarly(
  position: FlowPosition,
  limits: { bottom: number },
  block: LayoutBlock,
  made: readonly Block[],
): boolean {
  const free = limits.bottom - position.bottom;
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
