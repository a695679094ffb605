// Page furniture as headers and footers of Word: one set for all pages, others for first and even pages where they differ.
import { type Box, union } from '#conversion/layout/box.ts';
import { median, quantile } from '#conversion/layout/numbers.ts';
import type { PageContent, Picture, Shape, TextLine } from '#conversion/layout/page-content.ts';
import type { PageFurniture } from '#conversion/layout/blocks/furniture.ts';
import type { PageNumber } from '#conversion/layout/blocks/page-numbers.ts';
import { setFor, type FurnitureRange } from '#conversion/layout/blocks/furniture-ranges.ts';
import { isFramed, type Region, pageOf, type TextBlock } from '#conversion/layout/layout-blocks.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';
import { splitParagraphs } from '#conversion/layout/text/paragraphs.ts';
import { linesOf } from '#conversion/layout/lines/lines.ts';
import { plainParagraph, type HeaderFooterSet, type Paragraph, type Run } from '../docx-model.ts';
import { paragraphOf, type Composition } from './paragraph.ts';
import { lineTop, verticalBounds, setSpacing } from './line-boxes.ts';
import { pictureRun } from './pictures.ts';

const thresholds = {
  /** Points from the page's edge, without any header or footer. */
  edge: 18,
  /** Points from the page's edge at least. */
  minEdge: 1,
  /** Share of the pages whose body begins higher than the typical position. */
  typicalTop: 0.3,
  /** Points: a body that begins less below its margin does not need a higher header. */
  lower: 3,
  /** Points above text over pictures: its lines may be a little higher there. */
  aboveStill: 4,
  /** Points: a body that begins lower is that of a title page. */
  maxTop: 300,
  /** Points that a line may come to more in a word processor. */
  rounding: 0.6,
  /** Points: insets of a centred picture differ by less, and are wider. */
  centered: 8,
};

export interface ComposedHeadersFooters {
  /** By their first page. */
  headersFootersFrom: Map<number, HeaderFooterSet[]>;
  /** The number of each page. */
  numbers: readonly PageNumber[];
  headerTop: number;
  footerBottom: number;
  /** By page: which headers and footers it has, and where its header ends (0 without one). */
  ofPages: (HeaderFooterSet | undefined)[];
  headerBottoms: number[];
}

export function headersAndFooters(
  found: PageFurniture,
  pages: readonly PageContent[],
  body: Box,
  composition: Composition,
): ComposedHeadersFooters {
  const { numbers, ranges } = found;
  const count = String(pages.length);
  const part = (n: number, kind: 'headers' | 'footers') =>
    withPictures(
      paragraphs(found[kind][n] ?? [], { page: numbers[n]?.text ?? '', count }, body, composition),
      found.pictures[n]?.[kind === 'headers' ? 'header' : 'footer'] ?? [],
      body,
    );
  const made = new Map<FurnitureRange['sets'][number], HeaderFooterSet>();
  const headersFootersFrom = new Map<number, HeaderFooterSet[]>();
  for (const { from, sets } of ranges) {
    for (const set of sets) {
      const [header, footer] = [part(set.index, 'headers'), part(set.index, 'footers')];
      draw(header[0] ?? footer[0], found.drawings.get(set.index) ?? []);
      made.set(set, { pages: set.pages, header, footer });
    }
    headersFootersFrom.set(
      from,
      sets.flatMap((set) => made.get(set) ?? []),
    );
  }
  const boxes = (kind: 'headers' | 'footers', n: number) => {
    const lines = found[kind][n] ?? [];
    const own = linesOf(lines).map((line) => verticalBounds([line]));
    // Pictures beside text float.
    const pictures = lines.length > 0 ? [] : (found.pictures[n]?.[kind === 'headers' ? 'header' : 'footer'] ?? []);
    return [...own, ...pictures];
  };
  const tops = pages.flatMap((_, n) => boxes('headers', n)[0]?.top ?? []);
  const bottoms = pages.flatMap((page, n) => {
    const last = boxes('footers', n).at(-1);
    return last === undefined ? [] : [page.height - last.bottom];
  });
  return {
    headersFootersFrom,
    numbers,
    headerTop: Math.max(thresholds.minEdge, median(tops) ?? thresholds.edge),
    footerBottom: Math.max(thresholds.minEdge, median(bottoms) ?? thresholds.edge),
    ofPages: pages.map((_, n) => {
      const set = setFor(ranges, n, (page) => numbers[page]?.value ?? page + 1);
      return set === undefined ? undefined : made.get(set);
    }),
    headerBottoms: pages.map((_, n) => Math.max(0, ...boxes('headers', n).map(({ bottom }) => bottom))),
  };
}

/** Makes headers higher where the body begins below its margin on most pages. @returns where the body begins, by page */
export function pushBody(
  { ofPages, headerBottoms }: ComposedHeadersFooters,
  regions: readonly Region[],
  top: number,
): number[] {
  const begins = new Map<HeaderFooterSet, number>();
  for (const headersFooters of new Set(ofPages)) {
    if (headersFooters === undefined) continue;
    const { header } = headersFooters;
    const tops: number[] = [];
    let still = Infinity;
    for (const [page, own] of ofPages.entries()) {
      if (own !== headersFooters) continue;
      const region = regions.find((other) => other.page === page);
      const first = region?.blocks.find((block) => pageOf(block) === page && !isFramed(block));
      if (first === undefined) continue;
      const begin =
        first.kind === 'text'
          ? Math.min(...first.lines.filter((line) => line.page === page).map((line) => lineTop(first.lines, line)))
          : first.box.top;
      tops.push(begin);
      if (region?.isStill === true) still = Math.min(still, begin - thresholds.aboveStill);
    }
    // Nothing pushes down text over pictures.
    const typical = tops.length === 0 ? undefined : Math.min(still, quantile(tops, thresholds.typicalTop) ?? still);
    const bottom = Math.max(
      0,
      ...headerBottoms.flatMap((value, page) => (ofPages[page] === headersFooters ? [value] : [])),
    );
    const last = header.at(-1);
    if (bottom > top) begins.set(headersFooters, bottom);
    if (
      typical === undefined ||
      typical < top + thresholds.lower ||
      last === undefined ||
      bottom === 0 ||
      typical > thresholds.maxTop
    )
      continue;
    last.spaceAfter = Math.max(0, typical - bottom);
    begins.set(headersFooters, Math.max(typical, bottom));
  }
  return ofPages.map((headersFooters) => (headersFooters === undefined ? 0 : (begins.get(headersFooters) ?? 0)));
}

/** Headers begin above the body of pages that have none: a lower one gets space above it. */
export function raiseHeaders(composed: ComposedHeadersFooters, top: number): void {
  const { headerTop, headersFootersFrom, ofPages } = composed;
  const sets = [...headersFootersFrom.values()].flat();
  if (headerTop <= top || !ofPages.some((set) => set === undefined || set.header.length === 0)) return;
  for (const { header } of sets) {
    const [first] = header;
    if (first !== undefined) first.spaceBefore += headerTop - top;
  }
  composed.headerTop = top;
}

/** The number of the page, and how many there are. */
interface OwnNumbers {
  page: string;
  count: string;
}

function paragraphs(
  pieces: readonly TextLine[],
  numbers: OwnNumbers,
  body: Box,
  composition: Composition,
): Paragraph[] {
  const result: Paragraph[] = [];
  let bottom: number | undefined;
  const lines = linesOf(pieces);
  const { left, right } = union([body, ...lines]);
  const container = lines.length > 1 ? { ...body, left, right } : body;
  for (const block of splitParagraphs(lines, container, new Map())) {
    const isWide = block.lines.some(({ glyphs }) => glyphs.some(({ text }) => text === '\t'));
    const placed: TextBlock = { ...block, ...(isWide ? { role: { align: 'left' } } : {}) };
    const paragraph = paragraphOf(placed, { ...composition, typical: 'left', bookmarkAt: () => undefined });
    // They may reach over the body of their page, by any width.
    paragraph.indentLeft += container.left - body.left;
    const over = Math.max(...block.lines.map((line) => line.right)) - body.right;
    if (paragraph.align === 'left' && over > 0) paragraph.indentRight = -over - thresholds.rounding;
    else paragraph.indentRight += body.right - container.right;
    for (const tab of paragraph.tabs ?? []) tab.at += container.left - body.left;
    paragraph.runs = paragraph.runs.flatMap((run) => numbered(run, numbers));
    bottom = setSpacing(paragraph, block.lines, bottom ?? verticalBounds(block.lines).top);
    result.push(paragraph);
  }
  return result;
}

/** Pictures float at their place on the page, behind the text. */
function withPictures(made: Paragraph[], pictures: readonly Picture[], body: Box): Paragraph[] {
  if (pictures.length === 0) return made;
  const style = plainStyle(8);
  const [first = plainParagraph([]), ...rest] = made;
  const isAlone = made.length === 0 && pictures.length === 1;
  const runs = pictures.map((picture) => pictureRun(picture, style, isAlone ? undefined : { isBehind: true }));
  const [only] = pictures;
  if (isAlone && only !== undefined) {
    const [before, after] = [only.left - body.left, body.right - only.right];
    const isCentered = Math.abs(before - after) < thresholds.centered && before > thresholds.centered;
    return [{ ...first, runs, align: isCentered ? 'center' : 'left', indentLeft: isCentered ? 0 : before }];
  }
  return [{ ...first, runs: [...runs, ...first.runs] }, ...rest];
}

/** Shapes around header and footer are anchored to one paragraph of them, at their place on the page. */
function draw(paragraph: Paragraph | undefined, shapes: readonly Shape[]): void {
  const style = plainStyle(8);
  paragraph?.runs.unshift(
    ...shapes.map((shape): Run => ({
      text: '',
      style,
      shape: { shape, across: shape.left, below: shape.top, isOfPage: true },
    })),
  );
}

/** Page numbers as fields. */
function numbered(run: Run, { page, count }: OwnNumbers): Run[] {
  const parts: Run[] = [];
  let hasPage = false;
  for (const piece of run.text.split(/(\b(?:\d+|[ivxl]+)\b)/)) {
    if (piece === '') continue;
    const before = parts.map(({ text }) => text).join('');
    if (piece === page && !hasPage && !/[\d.]$/.test(before)) {
      parts.push({ ...run, text: piece, field: 'PAGE' });
      hasPage = true;
    } else if (piece === count && hasPage && /(?:of|de|von|di|sur|\/|van|av|из)\s*$/i.test(before))
      parts.push({ ...run, text: piece, field: 'NUMPAGES' });
    else parts.push({ ...run, text: piece });
  }
  return parts.length === 0 ? [run] : parts;
}
