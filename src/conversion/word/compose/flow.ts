// The regions of the layout as sections of Word, with the distances between their paragraphs and tables.
import type { Box, Span } from '#conversion/layout/box.ts';
import type { PageContent } from '#conversion/layout/page-content.ts';
import { type Region, type LayoutBlock, pageOf } from '#conversion/layout/layout-blocks.ts';
import { type HeaderFooterSet, plainParagraph, type Section } from '../docx-model.ts';
import { groupsOf } from '#conversion/layout/groups.ts';
import { sizeKey } from '#conversion/layout/document-layout.ts';
import { endsEvenly } from './balanced-columns.ts';
import { type FlowPosition, flowRegion } from './flow-region.ts';
import { type Limits, marginsOf, slack } from './margins.ts';
import type { Composition } from './paragraph.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';
import { blocksByPage } from '#conversion/layout/page-boxes.ts';
import type { PageNumber } from '#conversion/layout/blocks/page-numbers.ts';
import { settleIn, sharedColumns } from './section-columns.ts';

/** Points: the margins of a document with nothing on its pages. */
const margin = 72;

/** The content of an empty page: word processors ignore an empty paragraph at a section's end. */
const blankPage = plainParagraph([{ text: ' ', style: plainStyle(10) }]);

export interface Flow {
  regions: Region[];
  pages: readonly PageContent[];
  /** By size of page. */
  bodies: ReadonlyMap<string, Box>;
  limits: Limits;
  /** Where the body begins below the header, by page. */
  tops: readonly number[];
  /** Headers and footers by their first page. */
  headersFootersFrom: ReadonlyMap<number, HeaderFooterSet[]>;
  /** The number of each page. */
  numbers: readonly PageNumber[];
}

/** The sections of the document: a new one where size, columns, headers or footers change. */
export function sectionsOf(
  { regions, pages, bodies, limits, tops, headersFootersFrom, numbers }: Flow,
  composition: Composition,
): Section[] {
  const sections: Section[] = [];
  const starts = [...headersFootersFrom.keys()];
  /** The page on which the headers and footers of the last section began. */
  let begun = -1;
  let position: FlowPosition | undefined;
  const parts = regions
    .flatMap((whole) => cutAt(starts, whole))
    .filter(({ blocks, page, backdrop }) => (blocks.length > 0 || backdrop !== undefined) && pages[page] !== undefined);
  const bodyOn = (page: PageContent): Box => bodies.get(sizeKey(page)) ?? inMargins(page);
  const columns = sharedColumns(parts, ({ page }) => bodyOn(pages[page] as PageContent));
  const used = new Set(blocksByPage(parts.flatMap(({ blocks }) => blocks)).keys());
  /** Leaves the pages before one blank that are so in the PDF. @returns where the last of them has ended */
  const skipBlank = (before: number): FlowPosition | undefined => {
    let end: FlowPosition | undefined;
    for (let index = (position?.page ?? -1) + 1; index < before; index++) {
      const page = pages[index];
      if (page === undefined || used.has(index)) continue;
      const body = bodyOn(page);
      const last = sections.at(-1);
      const isSame = last !== undefined && sizeKey(last) === sizeKey(page);
      const own = isSame ? last : emptySection(page, marginsOf(page, body, body.top, body.bottom), [body]);
      if (!isSame) sections.push(own);
      // A blank page of another size has no header of those before, which begin anew after it.
      if (!isSame && last !== undefined) {
        own.headersFooters = [{ pages: 'default', header: [], footer: [] }];
        begun = -1;
      }
      own.blocks.push({ ...blankPage, startsPage: isSame, page: index });
      end = { page: index, column: 0, bottom: body.top, isLastColumn: true };
    }
    return end;
  };
  let shared: readonly Span[] | undefined;
  for (const [n, region] of parts.entries()) {
    const page = pages[region.page];
    if (page === undefined) continue;
    const key = sizeKey(page);
    position = skipBlank(region.page) ?? position;
    const body = bodyOn(page);
    const before = shared;
    shared = columns.get(region) ?? region.columns;
    settleIn(region, shared);
    const { top, bottom } = limits.get(key) ?? body;
    let section = sections.at(-1);
    const isSameSize = section !== undefined && sizeKey(section) === key;
    const start = starts.findLast((from) => from <= region.page) ?? 0;
    const headersFooters = start === begun ? undefined : setsFrom(headersFootersFrom.get(start), region.page > start);
    if (
      section === undefined ||
      !isSameSize ||
      (shared !== before && (shared.length > 1 || section.columns.length > 1)) ||
      headersFooters !== undefined
    ) {
      section = {
        ...emptySection(page, marginsOf(page, body, top, bottom), shared),
        isContinuous: isSameSize && (headersFooters === undefined || position?.page === region.page),
        headersFooters,
        pageNumbers: countingFrom(numbers, headersFooters === undefined ? undefined : start, region.page),
      };
      begun = start;
      sections.push(section);
      if (position !== undefined && position.page === region.page) position = { ...position, column: -1 };
    }
    // Where all pages end early there is room below the last of their lines.
    const end = page.height - section.margins.bottom - slack;
    const limited = {
      top: Math.max(top, tops[region.page] ?? 0),
      bottom: end,
      columnBottom: parts[n + 1]?.page === region.page ? region.bottom : end,
    };
    position = flowRegion(region, page, section, composition, { before: position, limits: limited });
    // Columns are balanced before a change of sections only; those with tables are seldom balanced.
    const hasTable = region.blocks.some(({ kind }) => kind === 'table');
    if (n === parts.length - 1 && region.columns.length > 1 && !hasTable && endsEvenly(region, end)) {
      sections.push({
        ...emptySection(section, section.margins, [body]),
        isContinuous: true,
        pageNumbers: countingFrom(numbers, undefined, region.page),
      });
    }
  }
  skipBlank(pages.length);
  return sections;
}

/** Headers and footers that begin with a page; `isLater` when that is not the first one that has them. */
const setsFrom = (sets: HeaderFooterSet[] | undefined, isLater: boolean): HeaderFooterSet[] | undefined =>
  isLater ? sets?.filter(({ pages }) => pages !== 'first') : sets;

/** How a section counts its pages: from a number on where it begins the pages from `start` on, which count anew. */
function countingFrom(numbers: readonly PageNumber[], start: number | undefined, page: number): Section['pageNumbers'] {
  const own = numbers[page];
  if (own === undefined) return undefined;
  const { value, format } = own;
  const isAnew = start !== undefined && (start === 0 ? value !== page + 1 : numbers[start]?.isStart === true);
  return isAnew ? { start: value, format } : format === 'decimal' ? undefined : { format };
}

/** The body of a page of which nothing is known. */
const inMargins = ({ width, height }: PageContent): Box => ({
  left: margin,
  right: width - margin,
  top: margin,
  bottom: height - margin,
});

/** A section of pages like one, which begins a page. */
const emptySection = (
  { width, height }: Pick<Section, 'width' | 'height'>,
  margins: Section['margins'],
  columns: readonly Span[],
): Section => ({
  blocks: [],
  width,
  height,
  margins,
  columns: columns.map(({ left, right }) => right - left),
  columnGaps: columns.slice(1).map(({ left }, n) => Math.max(0, left - (columns[n]?.right ?? 0))),
  isContinuous: false,
});

/** The parts of a region between the pages from which on there are other headers. */
function cutAt(starts: readonly number[], region: Region): Region[] {
  if (region.isStill === true) return [region];
  const rangeOf = (block: LayoutBlock) => starts.findLast((from) => from <= pageOf(block)) ?? 0;
  const parts = groupsOf(region.blocks, (_, block, [first]) => rangeOf(first) >= rangeOf(block));
  return parts.map((blocks, n) => {
    const [first] = blocks;
    return n === 0 || first === undefined ? { ...region, blocks } : { ...region, blocks, page: pageOf(first) };
  });
}
