// The blocks of a tagged document in its columns; text without a tag follows the block above it.
import { type Box, sharedHeight, union } from '../box.ts';
import type { Glyph, TextLine, PageContent } from '../page-content.ts';
import { bodyOf, bodyParagraphs, type DocumentLayout, type ReferencedNote } from '../document-layout.ts';
import {
  type Region,
  type LayoutBlock,
  pageOf,
  type TableBlock,
  type TextBlock,
  textBlocks,
  topOf,
} from '../layout-blocks.ts';
import { regionAt, columnAt, visible } from '../blocks/page-layout.ts';
import { type RegionBounds, regionsOf } from '../blocks/columns.ts';
import { itemOf } from '../blocks/page-item.ts';
import { takeDrawn } from '../blocks/ruled-tables.ts';
import { raisedIn } from '../blocks/footnotes.ts';
import { blankBetween, fragmentsOf, linesOf, piecesOf, textOfLine } from '../lines/lines.ts';
import { byOutline } from '../text/headings.ts';
import { leadingsOf, splitParagraphs } from '../text/paragraphs.ts';
import { type ContentByTag, contentKey, StructureReader, type TaggedNote } from './blocks.ts';
import { drawnTables } from './drawn-tables.ts';
import { insertPictures } from './left-over-pictures.ts';
import { insertByPlace, orderByPages } from './page-order.ts';
import { isTextBox } from './roles.ts';
import { type StructureElement, isMarkedContent, markedContentOf } from './tree.ts';

const thresholds = {
  /** Share of the letters that have to be in the tree for it to be trusted. */
  covered: 0.9,
  /** Points: a label alone in its line is that of a note where it is smaller. */
  noteSize: 8.5,
  /** Share of the lines of an area that a box beside its text has at most. */
  boxLines: 0.35,
  /** Share of its height that a form field has in common with its line. */
  sameHeight: 0.4,
  /** Points between a form field and the nearest word of its line. */
  fieldDistance: 40,
  /** Share of the pages with text that is out of order: the tags are no structure. */
  outOfOrder: 0.1,
  /** Points by which a line is above the previous one ... */
  back: 60,
  /** ... without beginning so far to its right. */
  column: 40,
};

/** Reads blocks, roles and notes from the structure tree, unless it is missing or too incomplete to be trusted. */
export function readStructure(layout: DocumentLayout): void {
  const { pages, source } = layout;
  const found =
    source.tree === null
      ? null
      : readTagged(source.tree, pages, {
          bodyOf: (page) => bodyOf(layout, page),
          hasWideTables: layout.hasWideTables,
        });
  if (found === null) return;
  layout.isTagged = true;
  layout.regions = found.regions;
  layout.notes = found.notes;
  // Styles of an author's own are mere paragraphs to Word, which makes bookmarks of them all the same.
  const paragraphs = bodyParagraphs(layout);
  if (paragraphs.every(({ role }) => role?.heading === undefined))
    byOutline(
      paragraphs.filter(({ role }) => role?.item === undefined),
      source.outline,
    );
}

/** The letters of a page that should have tags. */
type LettersOf = (page: PageContent) => readonly Glyph[];

/** A position on a page. */
type PlacedBox = Box & { page: number };

function readTagged(
  tree: StructureElement,
  pages: readonly PageContent[],
  { bodyOf, hasWideTables }: { bodyOf: (page: PageContent) => Box; hasWideTables: boolean },
): Pick<DocumentLayout, 'regions' | 'notes'> | null {
  const drawn = tablesOutside(tree, pages);
  const inDrawn = new Set(
    textBlocks(drawn).flatMap(({ lines }) => lines.flatMap(({ glyphs }) => glyphs.map(({ id }) => id))),
  );
  const lettersOf = (page: PageContent) => visible(page).filter(({ id }) => id === undefined || !inDrawn.has(id));
  const marked = contentByTag(pages, lettersOf);
  const isInked = ({ text }: Glyph) => text.trim() !== '';
  const all = pages.flatMap(lettersOf).filter((glyph) => !glyph.isArtifact && isInked(glyph)).length;
  const named = new Set([...markedContentOf(tree)].map(contentKey));
  let covered = 0;
  for (const [key, own] of marked.glyphs) if (named.has(key)) covered += own.filter(isInked).length;
  if (covered < all * thresholds.covered || all === 0) return null;

  const regions = regionsByPage(tree, marked, { drawn, lettersOf }, bodyOf);
  const byIndex = new Map(pages.map((page) => [page.index, page]));
  const columnOf = (line: PlacedBox): Box => {
    const page = byIndex.get(line.page);
    const body = page === undefined ? line : bodyOf(page);
    const own = regions.get(line.page) ?? [];
    const region = own[regionAt(own, line)];
    const column = region?.columns[columnAt(region, line)];
    return {
      left: column?.left ?? body.left,
      right: column?.right ?? body.right,
      top: region?.top ?? body.top,
      bottom: region?.bottom ?? body.bottom,
    };
  };
  const reader = new StructureReader(marked, columnOf, hasWideTables);
  const blocks = orderByPages(reader.blocks(tree));
  if (pagesOutOfOrder(blocks) > pages.length * thresholds.outOfOrder) return null;
  const notes = referenced(reader.notes, blocks);
  for (const table of drawn)
    insertByPlace(blocks, { ...table, container: columnOf({ ...table.box, page: table.page }) });
  // Pages that are read without their tags after all still need the lines of their tables.
  for (const [index, own] of Map.groupBy(drawn, ({ page }) => page)) takeDrawn(byIndex.get(index)!, own);
  insertLeftOvers(blocks, { pages, lettersOf }, reader.used, columnOf);
  insertPictures(blocks, pages, named, bodyOf);
  return { regions: regionsFor(blocks, regions, pages, bodyOf), notes };
}

/** The pages on which the lines of a paragraph go back up, and not to the next column: its text is in the order of painting. */
function pagesOutOfOrder(blocks: readonly LayoutBlock[]): number {
  const pages = blocks.flatMap((block) => {
    const lines = block.kind === 'text' ? block.lines : [];
    return lines.filter((line, n) => {
      const next = lines[n + 1];
      return (
        next?.page === line.page &&
        next.baseline < line.baseline - thresholds.back &&
        next.left < line.left + thresholds.column
      );
    });
  });
  return new Set(pages.map(({ page }) => page)).size;
}

/** The tables that are drawn around letters which tags put into no table. */
function tablesOutside(tree: StructureElement, pages: readonly PageContent[]): TableBlock[] {
  const named = boxesOf(tree, byTag(pages, visible), ({ type }) => type === 'Table');
  return pages.flatMap((page) => {
    const own = named.get(page.index) ?? [];
    const letters = visible(page).filter(({ isArtifact }) => !isArtifact);
    return drawnTables(
      page,
      letters,
      own.map(({ box }) => box),
    );
  });
}

const contentByTag = (pages: readonly PageContent[], lettersOf: LettersOf): ContentByTag => ({
  glyphs: byTag(pages, lettersOf),
  pictures: byTag(pages, ({ pictures }) => pictures),
  pages,
});

const byTag = <Item extends { mcid: number }>(
  pages: readonly PageContent[],
  itemsOf: (page: PageContent) => readonly Item[],
): Map<string, Item[]> =>
  new Map(
    pages.flatMap((page) => {
      const groups = Map.groupBy(itemsOf(page), ({ mcid }) => mcid);
      groups.delete(-1);
      return [...groups].map(([mcid, own]) => [contentKey({ page: page.index, mcid }), own] as const);
    }),
  );

/** The columns of each page: figures and text boxes do not count, and tables count as a whole. */
function regionsByPage(
  tree: StructureElement,
  { glyphs, pages }: ContentByTag,
  { drawn, lettersOf }: { drawn: readonly TableBlock[]; lettersOf: LettersOf },
  bodyOf: (page: PageContent) => Box,
): Map<number, RegionBounds[]> {
  const inTables = boxesOf(tree, glyphs, ({ type }) => type === 'Table');
  const inFigures = boxesOf(tree, glyphs, (element) => element.type === 'Figure' || isTextBox(element));
  const regions = new Map<number, RegionBounds[]>();
  const own = Map.groupBy(drawn, ({ page }) => page);
  for (const page of pages) {
    const tables = inTables.get(page.index) ?? [];
    const others = own.get(page.index) ?? [];
    const apart = [...tables, ...(inFigures.get(page.index) ?? [])];
    const free = lettersOf(page).filter(
      (glyph) =>
        !glyph.isArtifact && !apart.some(({ own }) => own.has(contentKey({ page: page.index, mcid: glyph.mcid }))),
    );
    const items = [...fragmentsOf(free, page.index).map(itemOf), ...[...tables, ...others].map(({ box }) => box)];
    regions.set(page.index, items.length === 0 ? [] : regionsOf(items, bodyOf(page)));
  }
  return regions;
}

/** Separate notes belong to the raised label in the text; without one they are not moved. */
function referenced(notes: readonly TaggedNote[], blocks: LayoutBlock[]): ReferencedNote[] {
  const raised = textBlocks(blocks).flatMap(({ lines }) =>
    lines.map((line) => ({ page: line.page, groups: [...raisedIn([line]), ...loneLabel(line)] })),
  );
  const taken = new Set<Glyph[]>();
  return notes.flatMap((note): ReferencedNote[] => {
    const { lines, label, anchor } = note;
    if (anchor !== undefined) return [{ lines, reference: [anchor], label }];
    const page = lines[0]?.page;
    const candidates = raised.flatMap((line) => (line.page === page ? line.groups : []));
    const found =
      candidates.find(({ text, glyphs }) => text === label && !taken.has(glyphs)) ??
      raised.flatMap(({ groups }) => groups).find(({ text, glyphs }) => text === label && !taken.has(glyphs));
    if (found === undefined) {
      const after = blocks.findLastIndex((block) => pageOf(block) <= (page ?? 0));
      const [first] = lines;
      if (first !== undefined) blocks.splice(after + 1, 0, { kind: 'text', lines, container: first });
      return [];
    }
    taken.add(found.glyphs);
    return [{ lines, reference: found.glyphs }];
  });
}

/** A label that has its line for itself is not raised above anything, only small. */
function loneLabel(line: TextLine): { text: string; glyphs: Glyph[] }[] {
  const text = textOfLine(line).trim();
  return line.size < thresholds.noteSize && /^(?:\d{1,3}|[a-z*†‡])$/.test(text)
    ? [{ text, glyphs: [...line.glyphs] }]
    : [];
}

/** Of each page the boxes of such elements (tables, figures), with the marks in them. */
function boxesOf(
  tree: StructureElement,
  glyphs: ReadonlyMap<string, Glyph[]>,
  isMeant: (element: StructureElement) => boolean,
): Map<number, { page: number; box: Box; own: Set<string> }[]> {
  const visit = (element: StructureElement): { page: number; box: Box; own: Set<string> }[] =>
    isMeant(element)
      ? [...Map.groupBy(markedContentOf(element), ({ page }) => page)].flatMap(([page, contents]) => {
          const own = new Set(contents.map(contentKey));
          const all = [...own].flatMap((key) => glyphs.get(key) ?? []);
          return all.length === 0 ? [] : [{ page, box: union(all), own }];
        })
      : element.kids.flatMap((kid) => (isMarkedContent(kid) ? [] : visit(kid)));
  return Map.groupBy(visit(tree), ({ page }) => page);
}

/** Text without a tag that is not an artifact follows the block above it. */
function insertLeftOvers(
  blocks: LayoutBlock[],
  { pages, lettersOf }: { pages: readonly PageContent[]; lettersOf: LettersOf },
  used: ReadonlySet<string>,
  columnOf: (line: TextLine) => Box,
): void {
  for (const page of pages) {
    const free = lettersOf(page).filter(
      (glyph) =>
        !glyph.isArtifact &&
        !(glyph.mcid >= 0 && used.has(contentKey({ page: page.index, mcid: glyph.mcid }))) &&
        glyph.text.trim() !== '',
    );
    const fields = free.filter(({ formField }) => formField !== undefined);
    for (const own of Map.groupBy(fields, ({ formField }) => formField).values())
      if (putIntoLine(own, blocks, page.index)) for (const glyph of own) free.splice(free.indexOf(glyph), 1);
    if (free.length === 0) continue;
    const lines = linesOf(piecesOf(free, page.index));
    const [first] = lines;
    if (first === undefined) continue;
    for (const block of splitParagraphs(lines, columnOf(first), leadingsOf([lines]))) {
      const line = block.lines[0];
      if (line === undefined) continue;
      const after = blocks.findLastIndex(
        (other) => pageOf(other) < page.index || (pageOf(other) === page.index && topOf(other) < line.top),
      );
      blocks.splice(after + 1, 0, block);
    }
  }
}

/** A field is put into the line at its height, next to the nearest letter. */
function putIntoLine(glyphs: readonly Glyph[], blocks: readonly LayoutBlock[], page: number): boolean {
  const box = union(glyphs);
  const distance = (line: TextLine) => Math.max(line.left - box.right, box.left - line.right, 0);
  const near = textBlocks(blocks)
    .flatMap(({ lines }) => lines)
    .filter((line) => line.page === page && sharedHeight(line, box) > (box.bottom - box.top) * thresholds.sameHeight)
    .toSorted((a, b) => distance(a) - distance(b))[0];
  if (near === undefined || distance(near) > thresholds.fieldDistance) return false;
  const at = near.glyphs.findIndex(({ left }) => left >= box.left - 1);
  const place = at < 0 ? near.glyphs.length : at;
  const [before, after] = [near.glyphs[place - 1], near.glyphs[place]];
  const [first, last] = [glyphs[0], glyphs.at(-1)];
  if (first === undefined || last === undefined) return false;
  near.glyphs.splice(
    place,
    0,
    ...(before !== undefined && before.text.trim() !== '' ? [blankBetween(before, first)] : []),
    ...glyphs,
    ...(after !== undefined && after.text.trim() !== '' ? [blankBetween(after, after)] : []),
  );
  Object.assign(near, { left: Math.min(near.left, box.left), right: Math.max(near.right, box.right) });
  return true;
}

/** Makes one column of areas whose text comes back to an earlier column from a few lines in a later one: they are a box beside it. */
function withoutBoxesBeside(
  blocks: readonly LayoutBlock[],
  areas: ReadonlyMap<number, RegionBounds[]>,
): Map<number, RegionBounds[]> {
  const texts = Map.groupBy(
    blocks.filter((block): block is TextBlock => block.kind === 'text'),
    pageOf,
  );
  return new Map(
    [...areas].map(([page, own]) => {
      const placed = (texts.get(page) ?? []).flatMap(({ lines }) => {
        const [first] = lines;
        const area = first && own[regionAt(own, first)];
        return first === undefined || area === undefined
          ? []
          : [{ area, column: columnAt(area, first), count: lines.length }];
      });
      const isBeside = (area: RegionBounds) => {
        const inside = placed.filter((text) => text.area === area);
        const comesBack = inside.some(({ column }, n) => column < (inside[n - 1]?.column ?? 0));
        const later = inside.reduce((sum, { column, count }) => sum + (column > 0 ? count : 0), 0);
        return comesBack && later < inside.reduce((sum, { count }) => sum + count, 0) * thresholds.boxLines;
      };
      return [
        page,
        own.map((area) => {
          const [first, last] = [area.columns[0], area.columns.at(-1)];
          return first === undefined || last === undefined || area.columns.length < 2 || !isBeside(area)
            ? area
            : { ...area, columns: [{ left: first.left, right: last.right }] };
        }),
      ];
    }),
  );
}

/** Blocks in the tree's order, in a new region where the number of columns changes. */
function regionsFor(
  blocks: readonly LayoutBlock[],
  found: ReadonlyMap<number, RegionBounds[]>,
  pages: readonly PageContent[],
  bodyOf: (page: PageContent) => Box,
): Region[] {
  const areas = withoutBoxesBeside(blocks, found);
  const regions: Region[] = [];
  const byIndex = new Map(pages.map((page) => [page.index, page]));
  for (const block of blocks) {
    const page = pageOf(block);
    const own = areas.get(page) ?? [];
    const box = block.kind === 'text' ? block.lines[0] : block.box;
    if (box === undefined) continue;
    const content = byIndex.get(page);
    const body = content === undefined ? box : bodyOf(content);
    const region = own[regionAt(own, box)] ?? {
      top: box.top,
      bottom: box.bottom,
      columns: [{ left: body.left, right: body.right }],
    };
    const last = regions.at(-1);
    if (block.kind === 'table') block.container = { ...region, ...(region.columns[columnAt(region, box)] ?? body) };
    if (last !== undefined && last.page === page && last.columns.length === region.columns.length)
      last.blocks.push(block);
    else regions.push({ page, columns: region.columns, top: region.top, bottom: region.bottom, blocks: [block] });
  }
  return regions;
}
