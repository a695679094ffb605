// Blocks in reading order as sections of blocks, with the distances between them.
import { type Box, union } from '../box.ts';
import type { TextLine, PageContent } from '../page-content.ts';
import { type Region, type LayoutBlock, pageOf, type PictureBlock, type TextBlock } from '../layout-blocks.ts';
import { plainParagraph, type Block, type HeaderFooterSet, type Paragraph, type Section } from '../docx-model.ts';
import { sizeKey } from '../document-layout.ts';
import { verticalBounds, type Composition, paragraphOf, setSpacing } from './paragraph.ts';
import { tableOf } from './table.ts';

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

/** By size of page. */
export type Limits = ReadonlyMap<string, { top: number; bottom: number }>;

interface FlowPosition {
  page: number;
  column: number;
  bottom: number;
}

export function sectionsOf(
  { regions, pages, bodies, limits, tops, headersFootersFrom }: Flow,
  composition: Composition,
): Section[] {
  const sections: Section[] = [];
  const starts = [...headersFootersFrom.keys()];
  /** Where the furniture of the last section began. */
  let begun = -1;
  let place: FlowPosition | undefined;
  for (const region of regions.flatMap((whole) => cutAt(starts, whole))) {
    const page = pages[region.page];
    if (page === undefined || region.blocks.length === 0) continue;
    const key = sizeKey(page);
    const body = bodies.get(key) ?? { left: 72, right: page.width - 72, top: 72, bottom: page.height - 72 };
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
          isSameSize && section !== undefined && (headersFooters === undefined || place?.page === region.page),
        ...(headersFooters === undefined ? {} : { headersFooters }),
      };
      begun = start;
      sections.push(section);
      if (place !== undefined && place.page === region.page) place = { ...place, column: -1 };
    }
    place = flowRegion(region, section, place, { top: Math.max(top, tops[region.page] ?? 0), bottom }, composition);
  }
  // A document has pages, even if nothing is on them.
  const [first] = pages;
  if (sections.length === 0 && first !== undefined)
    sections.push({
      blocks: [],
      width: first.width,
      height: first.height,
      margins: { left: 72, right: 72, top: 72, bottom: 72 },
      columns: [first.width - 144],
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

/** Where bodies of pages begin and end, by size of page. */
export function verticalLimits(
  regions: readonly Region[],
  notes: readonly TextLine[],
  pages: readonly PageContent[],
): Limits {
  const limits = new Map<string, { top: number; bottom: number }>();
  for (const region of regions) {
    const page = pages[region.page];
    if (page === undefined) continue;
    for (const block of region.blocks) {
      const own = block.kind === 'text' ? block.lines.filter((line) => line.page === region.page) : [];
      if (block.kind === 'text' && own.length === 0) continue;
      const top = block.kind === 'text' ? verticalBounds(own).top : block.box.top;
      const bottom =
        block.kind === 'text' ? Math.max(...own.map((line) => verticalBounds([line]).bottom)) : block.box.bottom;
      const known = limits.get(sizeKey(page));
      limits.set(sizeKey(page), {
        top: Math.min(known?.top ?? Infinity, top),
        bottom: Math.max(known?.bottom ?? 0, Math.min(bottom, page.height)),
      });
    }
  }
  // Notes stand in the body's room.
  for (const line of notes) {
    const page = pages[line.page];
    const known = page === undefined ? undefined : limits.get(sizeKey(page));
    if (known !== undefined) known.bottom = Math.max(known.bottom, verticalBounds([line]).bottom);
  }
  return limits;
}

/** Room below the last line, so that a hair's breadth more does not make another page. */
const slack = 7;

/** A page that ends early says nothing of the margin below. */
function marginsOf(page: PageContent, body: Box, top: number, bottom: number): Section['margins'] {
  const below = page.height - bottom;
  const usual = Math.max(18, Math.min(top, 72));
  return {
    left: Math.max(0, body.left),
    right: Math.max(0, page.width - body.right),
    top: Math.max(0, Math.min(top, page.height * 0.4)),
    bottom: Math.max(0, below > usual + 30 ? usual : below - slack),
  };
}

function flowRegion(
  region: Region,
  section: Section,
  before: FlowPosition | undefined,
  limits: { top: number; bottom: number },
  composition: Composition,
): FlowPosition {
  let place: FlowPosition = before ?? { page: region.page, column: 0, bottom: limits.top };
  const floating = floatingPictures(region.blocks);
  let waiting: PictureBlock[] = [];
  for (const block of region.blocks) {
    if (block.kind === 'picture' && floating.has(block)) {
      waiting.push(block);
      continue;
    }
    const made = blockOf(block, composition);
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
      const isNewPage = page !== place.page;
      if (isNewPage && isEarly(place, limits, block, made) && before !== undefined) first.startsPage = true;
      const from = isNewPage ? limits.top : column === place.column || place.column === -1 ? place.bottom : region.top;
      setBlockSpacing(first, block, top, from);
      if (isNewPage && first.startsPage !== true) first.spaceBefore = 0;
      anchorPictures(waiting, first, block, page);
      waiting = [];
    }
    const above = section.blocks.at(-1);
    if (first?.kind === 'table' && (page !== place.page || section.blocks.length === 0)) {
      const isNewPage = page !== place.page && before !== undefined;
      const startsPage = isNewPage && isEarly(place, limits, block, made);
      const gap = top - (page !== place.page || before === undefined ? limits.top : place.bottom);
      if (startsPage || (gap > 5 && !isNewPage)) section.blocks.push(spacer(Math.max(1, gap), startsPage));
    } else if (first?.kind === 'table' && above?.kind === 'paragraph' && page === place.page && column === place.column)
      above.spaceAfter = Math.max(0, top - place.bottom);
    section.blocks.push(...made);
    place = { page: lastPage(block), column: columnOf(region, block, 'last'), bottom };
  }
  for (const picture of waiting) section.blocks.push(pictureParagraph(picture));
  return place;
}

function setBlockSpacing(paragraph: Paragraph, block: LayoutBlock, top: number, from: number): void {
  if (block.kind === 'text') setSpacing(paragraph, block.lines, from);
  else paragraph.spaceBefore = Math.max(0, top - from);
}

const lastPage = (block: LayoutBlock): number => (block.kind === 'text' ? (block.lines.at(-1)?.page ?? 0) : block.page);

/** The column that a block begins in, or ends in. */
const columnOf = (region: Region, block: LayoutBlock, end: 'first' | 'last'): number => {
  const line = block.kind === 'text' ? block.lines.at(end === 'first' ? 0 : -1) : undefined;
  const box = block.kind === 'text' ? line : block.box;
  if (box === undefined) return 0;
  const x = (box.left + box.right) / 2;
  return Math.max(
    0,
    region.columns.findIndex(({ left, right }) => x >= left - 4 && x <= right + 4),
  );
};

function extentOf(block: LayoutBlock): { top: number; bottom: number } {
  if (block.kind !== 'text') return block.box;
  const own = block.lines.filter((line) => line.page === block.lines[0]?.page);
  const rest = block.lines.filter((line) => line.page === block.lines.at(-1)?.page);
  return { top: verticalBounds(own).top, bottom: verticalBounds(rest).bottom };
}

/** Whether there was room for what stands on the next page, so that somebody wanted it there. */
function isEarly(place: FlowPosition, limits: { bottom: number }, block: LayoutBlock, made: readonly Block[]): boolean {
  const free = limits.bottom - place.bottom;
  const line = block.kind === 'text' ? block.lines[0] : undefined;
  const lines = block.kind === 'text' ? Math.min(2, block.lines.length) : 0;
  const height = (line?.size ?? 12) * 1.25;
  const isHeading = made[0]?.kind === 'paragraph' && made[0].heading !== undefined;
  const needed =
    block.kind === 'picture'
      ? block.box.bottom - block.box.top
      : block.kind === 'table'
        ? 8
        : height * (lines + (isHeading ? 2.4 : 0)) - slack;
  return free > needed;
}

function blockOf(block: LayoutBlock, composition: Composition): Block[] {
  if (block.kind === 'text') return [paragraphOf(block, composition)];
  if (block.kind === 'picture') return [pictureParagraph(block)];
  const compose = (inside: readonly LayoutBlock[], box: Box): Block[] => {
    let { top } = box;
    return inside.flatMap((inner) => {
      const composed = blockOf(inner, composition);
      const extent = extentOf(inner);
      const [first] = composed;
      if (first?.kind === 'paragraph') setBlockSpacing(first, inner, extent.top, top);
      top = extent.bottom;
      return composed;
    });
  };
  return [tableOf(block, frameOf(block), compose)];
}

const frameOf = (block: LayoutBlock): Box =>
  block.kind === 'table' ? (block.container ?? block.box) : block.container;

function pictureParagraph({ picture, box, container }: PictureBlock): Paragraph {
  const [before, after] = [box.left - container.left, container.right - box.right];
  const isCentered = before > 6 && Math.abs(before - after) < 6;
  const style = { font: 'Arial', size: 10, bold: false, italic: false, color: '000000' };
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  return {
    ...plainParagraph([{ text: '', style, picture: { picture, width, height } }]),
    align: isCentered ? 'center' : 'left',
    indentLeft: isCentered ? 0 : before,
  };
}

/** Tables have no space above and begin no page: an empty paragraph does it for them. */
const spacer = (height: number, startsPage: boolean): Paragraph => ({
  ...plainParagraph([]),
  lineSpacing: { height, isExact: true },
  ...(startsPage ? { startsPage } : {}),
});

/** The frame begins with the first of its paragraphs; the others stand below in it. */
function putInTextFrame(paragraph: Paragraph, block: TextBlock, before: readonly Block[]): void {
  const box = union(block.lines);
  const last = before.at(-1);
  const above = last?.kind === 'paragraph' ? last.textFrame : undefined;
  const { top } = verticalBounds(block.lines);
  const isSame = above !== undefined && Math.abs(above.left - block.container.left) < 3;
  paragraph.textFrame = isSame
    ? above
    : { left: block.container.left, top, width: Math.max(20, block.container.right - block.container.left + 2) };
  setSpacing(paragraph, block.lines, isSame ? box.top - 4 : top);
}

/** Pictures with lines beside or over them. */
function floatingPictures(blocks: readonly LayoutBlock[]): Set<PictureBlock> {
  const lines: TextLine[] = blocks.flatMap((block) => (block.kind === 'text' ? block.lines : []));
  return new Set(
    blocks.filter((block): block is PictureBlock => {
      if (block.kind !== 'picture') return false;
      const { box, page } = block;
      return lines.some(
        (line) =>
          line.page === page &&
          Math.min(line.bottom, box.bottom) - Math.max(line.top, box.top) > (line.bottom - line.top) * 0.5,
      );
    }),
  );
}

/** Floats pictures at a paragraph, where they stood. */
function anchorPictures(
  pictures: readonly PictureBlock[],
  paragraph: Paragraph,
  block: LayoutBlock,
  page: number,
): void {
  if (block.kind !== 'text') return;
  for (const { picture, box, page: own } of pictures) {
    if (own !== page && block.lines.length === 0) continue;
    const isBehind = block.lines.some(
      (line) =>
        line.left < box.right - 2 &&
        line.right > box.left + 2 &&
        (line.top + line.bottom) / 2 > box.top &&
        (line.top + line.bottom) / 2 < box.bottom,
    );
    paragraph.runs.unshift({
      text: '',
      style: paragraph.runs[0]?.style ?? { font: 'Arial', size: 10, bold: false, italic: false, color: '000000' },
      picture: {
        picture,
        width: box.right - box.left,
        height: box.bottom - box.top,
        anchor: { left: box.left, top: box.top, isBehind },
      },
    });
  }
}

/** Whether columns over a change of columns end at nearly one height. */
export function balancesColumns(regions: readonly Region[]): boolean {
  let [even, uneven] = [0, 0];
  for (const [n, region] of regions.entries()) {
    const next = regions[n + 1];
    if (region.columns.length < 2 || next === undefined || next.page !== region.page) continue;
    const bottoms = region.columns.map(({ left, right }) =>
      Math.max(
        region.top,
        ...region.blocks
          .flatMap((block) =>
            block.kind === 'text' ? block.lines.filter((line) => line.page === region.page) : [block.box],
          )
          .filter((box) => box.left >= left - 4 && box.left <= right)
          .map(({ bottom }) => bottom),
      ),
    );
    if (Math.max(...bottoms) - Math.min(...bottoms) < 40) even += 1;
    else uneven += 1;
  }
  return even >= uneven;
}
