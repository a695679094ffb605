// Drafts in reading order as sections of blocks, with the distances between them.
import { type Box, type Line, type PageContent, union } from '../content.ts';
import { type Band, type Draft, pageOf, type PictureDraft, type TextDraft } from '../drafts.ts';
import { plainParagraph, type Block, type Furniture, type Paragraph, type Section } from '../model.ts';
import { sizeKey } from '../layout/body.ts';
import { bounds, type Composition, paragraphOf, space } from './paragraph.ts';
import { tableOf } from './table.ts';

export interface Flow {
  bands: Band[];
  pages: readonly PageContent[];
  /** By size of page. */
  bodies: ReadonlyMap<string, Box>;
  limits: Limits;
  /** Where the body begins below the header, by page. */
  tops: readonly number[];
  /** Headers and footers by the page from which on they stand. */
  furnitureFrom: ReadonlyMap<number, Furniture[]>;
}

/** By size of page. */
export type Limits = ReadonlyMap<string, { top: number; bottom: number }>;

interface Place {
  page: number;
  column: number;
  bottom: number;
}

export function sectionsOf(
  { bands, pages, bodies, limits, tops, furnitureFrom }: Flow,
  composition: Composition,
): Section[] {
  const sections: Section[] = [];
  const starts = [...furnitureFrom.keys()];
  /** Where the furniture of the last section began. */
  let begun = -1;
  let place: Place | undefined;
  for (const band of bands.flatMap((whole) => cutAt(starts, whole))) {
    const page = pages[band.page];
    if (page === undefined || band.drafts.length === 0) continue;
    const key = sizeKey(page);
    const body = bodies.get(key) ?? { left: 72, right: page.width - 72, top: 72, bottom: page.height - 72 };
    const { top, bottom } = limits.get(key) ?? body;
    let section = sections.at(-1);
    const isSameSize = section !== undefined && sizeKey(section) === key;
    const start = starts.findLast((from) => from <= band.page) ?? 0;
    const furniture = start === begun ? undefined : furnitureFrom.get(start);
    if (
      section === undefined ||
      !isSameSize ||
      section.columns.length !== band.columns.length ||
      furniture !== undefined
    ) {
      section = {
        blocks: [],
        width: page.width,
        height: page.height,
        margins: marginsOf(page, body, top, bottom),
        columns: band.columns.map(({ left, right }) => right - left),
        columnGap: Math.max(0, (band.columns[1]?.left ?? 0) - (band.columns[0]?.right ?? 0)),
        isContinuous: isSameSize && section !== undefined && (furniture === undefined || place?.page === band.page),
        ...(furniture === undefined ? {} : { furniture }),
      };
      begun = start;
      sections.push(section);
      if (place !== undefined && place.page === band.page) place = { ...place, column: -1 };
    }
    place = flowBand(band, section, place, { top: Math.max(top, tops[band.page] ?? 0), bottom }, composition);
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

/** The parts of a band between the pages from which on there are other headers. */
function cutAt(starts: readonly number[], band: Band): Band[] {
  const rangeOf = (draft: Draft) => starts.findLast((from) => from <= pageOf(draft)) ?? 0;
  const parts: Draft[][] = [];
  for (const draft of band.drafts) {
    const last = parts.at(-1);
    if (last?.[0] !== undefined && rangeOf(last[0]) >= rangeOf(draft)) last.push(draft);
    else parts.push([draft]);
  }
  return parts.map((drafts, n) => {
    const [first] = drafts;
    return n === 0 || first === undefined ? { ...band, drafts } : { ...band, drafts, page: pageOf(first) };
  });
}

/** Where bodies of pages begin and end, by size of page. */
export function verticalLimits(bands: readonly Band[], notes: readonly Line[], pages: readonly PageContent[]): Limits {
  const limits = new Map<string, { top: number; bottom: number }>();
  for (const band of bands) {
    const page = pages[band.page];
    if (page === undefined) continue;
    for (const draft of band.drafts) {
      const own = draft.kind === 'text' ? draft.lines.filter((line) => line.page === band.page) : [];
      if (draft.kind === 'text' && own.length === 0) continue;
      const top = draft.kind === 'text' ? bounds(own).top : draft.box.top;
      const bottom = draft.kind === 'text' ? Math.max(...own.map((line) => bounds([line]).bottom)) : draft.box.bottom;
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
    if (known !== undefined) known.bottom = Math.max(known.bottom, bounds([line]).bottom);
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

function flowBand(
  band: Band,
  section: Section,
  before: Place | undefined,
  limits: { top: number; bottom: number },
  composition: Composition,
): Place {
  let place: Place = before ?? { page: band.page, column: 0, bottom: limits.top };
  const floating = floatingPictures(band.drafts);
  let waiting: PictureDraft[] = [];
  for (const draft of band.drafts) {
    if (draft.kind === 'picture' && floating.has(draft)) {
      waiting.push(draft);
      continue;
    }
    const made = blockOf(draft, composition);
    const page = pageOf(draft);
    if (draft.kind === 'text' && draft.isFloating === true) {
      for (const block of made) if (block.kind === 'paragraph') floats(block, draft, section.blocks);
      section.blocks.push(...made);
      continue;
    }
    const { top, bottom } = extentOf(draft);
    const column = columnOf(band, draft, 'first');
    const first = made[0];
    if (first?.kind === 'paragraph') {
      const isNewPage = page !== place.page;
      if (isNewPage && isEarly(place, limits, draft, made) && before !== undefined) first.startsPage = true;
      const from = isNewPage ? limits.top : column === place.column || place.column === -1 ? place.bottom : band.top;
      setSpace(first, draft, top, from);
      if (isNewPage && first.startsPage !== true) first.spaceBefore = 0;
      anchor(waiting, first, draft, page);
      waiting = [];
    }
    const above = section.blocks.at(-1);
    if (first?.kind === 'table' && (page !== place.page || section.blocks.length === 0)) {
      const isNewPage = page !== place.page && before !== undefined;
      const startsPage = isNewPage && isEarly(place, limits, draft, made);
      const gap = top - (page !== place.page || before === undefined ? limits.top : place.bottom);
      if (startsPage || (gap > 5 && !isNewPage)) section.blocks.push(spacer(Math.max(1, gap), startsPage));
    } else if (first?.kind === 'table' && above?.kind === 'paragraph' && page === place.page && column === place.column)
      above.spaceAfter = Math.max(0, top - place.bottom);
    section.blocks.push(...made);
    place = { page: lastPage(draft), column: columnOf(band, draft, 'last'), bottom };
  }
  for (const picture of waiting) section.blocks.push(pictureParagraph(picture));
  return place;
}

function setSpace(paragraph: Paragraph, draft: Draft, top: number, from: number): void {
  if (draft.kind === 'text') space(paragraph, draft.lines, from);
  else paragraph.spaceBefore = Math.max(0, top - from);
}

const lastPage = (draft: Draft): number => (draft.kind === 'text' ? (draft.lines.at(-1)?.page ?? 0) : draft.page);

/** The column that a draft begins in, or ends in. */
const columnOf = (band: Band, draft: Draft, end: 'first' | 'last'): number => {
  const line = draft.kind === 'text' ? draft.lines.at(end === 'first' ? 0 : -1) : undefined;
  const box = draft.kind === 'text' ? line : draft.box;
  if (box === undefined) return 0;
  const x = (box.left + box.right) / 2;
  return Math.max(
    0,
    band.columns.findIndex(({ left, right }) => x >= left - 4 && x <= right + 4),
  );
};

function extentOf(draft: Draft): { top: number; bottom: number } {
  if (draft.kind !== 'text') return draft.box;
  const own = draft.lines.filter((line) => line.page === draft.lines[0]?.page);
  const rest = draft.lines.filter((line) => line.page === draft.lines.at(-1)?.page);
  return { top: bounds(own).top, bottom: bounds(rest).bottom };
}

/** Whether there was room for what stands on the next page, so that somebody wanted it there. */
function isEarly(place: Place, limits: { bottom: number }, draft: Draft, made: readonly Block[]): boolean {
  const free = limits.bottom - place.bottom;
  const line = draft.kind === 'text' ? draft.lines[0] : undefined;
  const lines = draft.kind === 'text' ? Math.min(2, draft.lines.length) : 0;
  const height = (line?.size ?? 12) * 1.25;
  const isHeading = made[0]?.kind === 'paragraph' && made[0].heading !== undefined;
  const needed =
    draft.kind === 'picture'
      ? draft.box.bottom - draft.box.top
      : draft.kind === 'table'
        ? 8
        : height * (lines + (isHeading ? 2.4 : 0)) - slack;
  return free > needed;
}

function blockOf(draft: Draft, composition: Composition): Block[] {
  if (draft.kind === 'text') return [paragraphOf(draft, composition)];
  if (draft.kind === 'picture') return [pictureParagraph(draft)];
  const compose = (drafts: readonly Draft[], box: Box): Block[] => {
    let { top } = box;
    return drafts.flatMap((inner) => {
      const blocks = blockOf(inner, composition);
      const extent = extentOf(inner);
      const [first] = blocks;
      if (first?.kind === 'paragraph') setSpace(first, inner, extent.top, top);
      top = extent.bottom;
      return blocks;
    });
  };
  return [tableOf(draft, frameOf(draft), compose)];
}

const frameOf = (draft: Draft): Box => (draft.kind === 'table' ? (draft.frame ?? draft.box) : draft.frame);

function pictureParagraph({ picture, box, frame }: PictureDraft): Paragraph {
  const [before, after] = [box.left - frame.left, frame.right - box.right];
  const isCentered = before > 6 && Math.abs(before - after) < 6;
  const look = { font: 'Arial', size: 10, bold: false, italic: false, color: '000000' };
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  return {
    ...plainParagraph([{ text: '', look, picture: { picture, width, height } }]),
    align: isCentered ? 'center' : 'left',
    indentLeft: isCentered ? 0 : before,
  };
}

/** Tables have no space above and begin no page: an empty paragraph does it for them. */
const spacer = (height: number, startsPage: boolean): Paragraph => ({
  ...plainParagraph([]),
  line: { height, isExact: true },
  ...(startsPage ? { startsPage } : {}),
});

/** The frame begins with the first of its paragraphs; the others stand below in it. */
function floats(paragraph: Paragraph, draft: TextDraft, before: readonly Block[]): void {
  const box = union(draft.lines);
  const last = before.at(-1);
  const above = last?.kind === 'paragraph' ? last.float : undefined;
  const { top } = bounds(draft.lines);
  const isSame = above !== undefined && Math.abs(above.left - draft.frame.left) < 3;
  paragraph.float = isSame
    ? above
    : { left: draft.frame.left, top, width: Math.max(20, draft.frame.right - draft.frame.left + 2) };
  space(paragraph, draft.lines, isSame ? box.top - 4 : top);
}

/** Pictures with lines beside or over them. */
function floatingPictures(drafts: readonly Draft[]): Set<PictureDraft> {
  const lines: Line[] = drafts.flatMap((draft) => (draft.kind === 'text' ? draft.lines : []));
  return new Set(
    drafts.filter((draft): draft is PictureDraft => {
      if (draft.kind !== 'picture') return false;
      const { box, page } = draft;
      return lines.some(
        (line) =>
          line.page === page &&
          Math.min(line.bottom, box.bottom) - Math.max(line.top, box.top) > (line.bottom - line.top) * 0.5,
      );
    }),
  );
}

/** Floats pictures at a paragraph, where they stood. */
function anchor(pictures: readonly PictureDraft[], paragraph: Paragraph, draft: Draft, page: number): void {
  if (draft.kind !== 'text') return;
  for (const { picture, box, page: own } of pictures) {
    if (own !== page && draft.lines.length === 0) continue;
    const isBehind = draft.lines.some(
      (line) =>
        line.left < box.right - 2 &&
        line.right > box.left + 2 &&
        (line.top + line.bottom) / 2 > box.top &&
        (line.top + line.bottom) / 2 < box.bottom,
    );
    paragraph.runs.unshift({
      text: '',
      look: paragraph.runs[0]?.look ?? { font: 'Arial', size: 10, bold: false, italic: false, color: '000000' },
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
export function balancesColumns(bands: readonly Band[]): boolean {
  let [even, uneven] = [0, 0];
  for (const [n, band] of bands.entries()) {
    const next = bands[n + 1];
    if (band.columns.length < 2 || next === undefined || next.page !== band.page) continue;
    const bottoms = band.columns.map(({ left, right }) =>
      Math.max(
        band.top,
        ...band.drafts
          .flatMap((draft) =>
            draft.kind === 'text' ? draft.lines.filter((line) => line.page === band.page) : [draft.box],
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
