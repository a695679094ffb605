// A tagged document's drafts, put where they stand; what no tag names goes by geometry.
import { type Box, type Glyph, type Line, type PageContent, type Picture, union } from '../content.ts';
import { type Band, type Draft, pageOf, textDrafts, topOf } from '../drafts.ts';
import { areaAt, columnAt, visible } from '../layout/geometry.ts';
import { type Area, areasOf, itemOf } from '../layout/columns.ts';
import { raisedIn } from '../layout/footnotes.ts';
import { blankBetween, fragmentsOf, linesOf, piecesOf, textOfLine } from '../lines/lines.ts';
import { pitchesOf, split } from '../text/split.ts';
import { markKey, TaggedReader, type TaggedNote } from './blocks.ts';
import { type Element, isMark, marksOf } from './tree.ts';

/** Null where the tree leaves too much of the text out to be trusted. */
export function readTagged(
  tree: Element,
  pages: readonly PageContent[],
  bodyOf: (page: PageContent) => Box,
): { bands: Band[]; notes: ReferencedNote[] } | null {
  const glyphs = new Map<string, Glyph[]>();
  const pictures = new Map<string, Picture[]>();
  let all = 0;
  for (const page of pages) {
    for (const glyph of visible(page)) {
      if (glyph.mark >= 0) push(glyphs, markKey({ page: page.index, mark: glyph.mark }), glyph);
      if (!glyph.isArtifact && glyph.text.trim() !== '') all += 1;
    }
    for (const picture of page.pictures)
      if (picture.mark >= 0) push(pictures, markKey({ page: page.index, mark: picture.mark }), picture);
  }
  const named = new Set([...marksOf(tree)].map(markKey));
  let covered = 0;
  for (const [key, own] of glyphs) if (named.has(key)) covered += own.filter(({ text }) => text.trim() !== '').length;
  if (covered < all * 0.9 || all === 0) return null;

  const inTables = tableBoxes(tree, glyphs);
  const areas = new Map<number, Area[]>();
  for (const page of pages) {
    const tables = inTables.get(page.index) ?? [];
    const free = visible(page).filter(
      (glyph) =>
        !glyph.isArtifact && !tables.some(({ own }) => own.has(markKey({ page: page.index, mark: glyph.mark }))),
    );
    const items = [...fragmentsOf(free, page.index).map(itemOf), ...tables.map(({ box }) => box)];
    areas.set(page.index, items.length === 0 ? [] : areasOf(items, bodyOf(page)));
  }
  const frameOf = (line: Line): Box => {
    const page = pages.find(({ index }) => index === line.page);
    const body = page === undefined ? line : bodyOf(page);
    const own = areas.get(line.page) ?? [];
    const area = own[areaAt(own, line)];
    const column = area?.columns[columnAt(area, line)];
    return {
      left: column?.left ?? body.left,
      right: column?.right ?? body.right,
      top: area?.top ?? body.top,
      bottom: area?.bottom ?? body.bottom,
    };
  };
  const reader = new TaggedReader({ glyphs, pictures, pages }, frameOf);
  const drafts = reader.blocks(tree);
  const notes = referenced(reader.notes, drafts);
  insertLeftOvers(drafts, pages, reader.used, frameOf);
  return { bands: bandsFor(drafts, areas, pages, bodyOf), notes };
}

export interface ReferencedNote {
  lines: Line[];
  /** The glyphs of the text that stand for the note. */
  reference: Glyph[];
}

/** Notes that stand apart belong to the raised label in the text; without one they stay where they are. */
function referenced(notes: readonly TaggedNote[], drafts: Draft[]): ReferencedNote[] {
  const raised = textDrafts(drafts).flatMap(({ lines }) =>
    lines.map((line) => ({ page: line.page, groups: [...raisedIn([line]), ...loneLabel(line)] })),
  );
  const taken = new Set<Glyph[]>();
  return notes.flatMap((note): ReferencedNote[] => {
    const { lines, label, anchor } = note;
    if (anchor !== undefined) return [{ lines, reference: [anchor] }];
    const page = lines[0]?.page;
    const candidates = raised.flatMap((line) => (line.page === page ? line.groups : []));
    const found =
      candidates.find(({ text, glyphs }) => text === label && !taken.has(glyphs)) ??
      raised.flatMap(({ groups }) => groups).find(({ text, glyphs }) => text === label && !taken.has(glyphs));
    if (found === undefined) {
      const after = drafts.findLastIndex((draft) => pageOf(draft) <= (page ?? 0));
      const [first] = lines;
      if (first !== undefined) drafts.splice(after + 1, 0, { kind: 'text', lines, frame: first });
      return [];
    }
    taken.add(found.glyphs);
    return [{ lines, reference: found.glyphs }];
  });
}

const smallPrint = 8.5;

/** A label that has its line for itself is not raised above anything, only small. */
function loneLabel(line: Line): { text: string; glyphs: Glyph[] }[] {
  const text = textOfLine(line).trim();
  return line.size < smallPrint && /^(?:\d{1,3}|[a-z*†‡])$/.test(text) ? [{ text, glyphs: [...line.glyphs] }] : [];
}

/** Of each page the boxes of its tables, with the marks in them. */
function tableBoxes(
  tree: Element,
  glyphs: ReadonlyMap<string, Glyph[]>,
): Map<number, { box: Box; own: Set<string> }[]> {
  const boxes = new Map<number, { box: Box; own: Set<string> }[]>();
  const visit = (element: Element): void => {
    if (element.type !== 'Table') {
      for (const kid of element.kids) if (!isMark(kid)) visit(kid);
      return;
    }
    const byPage = new Map<number, Set<string>>();
    for (const mark of marksOf(element)) byPage.set(mark.page, (byPage.get(mark.page) ?? new Set()).add(markKey(mark)));
    for (const [page, own] of byPage) {
      const all = [...own].flatMap((key) => glyphs.get(key) ?? []);
      if (all.length > 0) push(boxes, page, { box: union(all), own });
    }
  };
  visit(tree);
  return boxes;
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const own = map.get(key);
  if (own === undefined) map.set(key, [value]);
  else own.push(value);
}

/** Text without a tag that is no artifact stands after what is above it. */
function insertLeftOvers(
  drafts: Draft[],
  pages: readonly PageContent[],
  used: ReadonlySet<string>,
  frameOf: (line: Line) => Box,
): void {
  for (const page of pages) {
    const free = visible(page).filter(
      (glyph) =>
        !glyph.isArtifact &&
        !(glyph.mark >= 0 && used.has(markKey({ page: page.index, mark: glyph.mark }))) &&
        glyph.text.trim() !== '',
    );
    const fields = free.filter(({ field }) => field !== undefined);
    for (const own of Map.groupBy(fields, ({ field }) => field).values())
      if (putIntoLine(own, drafts, page.index)) for (const glyph of own) free.splice(free.indexOf(glyph), 1);
    if (free.length === 0) continue;
    const lines = linesOf(piecesOf(free, page.index));
    const [first] = lines;
    if (first === undefined) continue;
    for (const draft of split(lines, frameOf(first), pitchesOf([lines]))) {
      const line = draft.lines[0];
      if (line === undefined) continue;
      const after = drafts.findLastIndex(
        (other) => pageOf(other) < page.index || (pageOf(other) === page.index && topOf(other) < line.top),
      );
      drafts.splice(after + 1, 0, draft);
    }
  }
}

/** A field stands in the line that is on its height, next to what is nearest. */
function putIntoLine(glyphs: readonly Glyph[], drafts: readonly Draft[], page: number): boolean {
  const box = union(glyphs);
  const distance = (line: Line) => Math.max(line.left - box.right, box.left - line.right, 0);
  const near = textDrafts(drafts)
    .flatMap(({ lines }) => lines)
    .filter(
      (line) =>
        line.page === page &&
        Math.min(line.bottom, box.bottom) - Math.max(line.top, box.top) > (box.bottom - box.top) * 0.4,
    )
    .toSorted((a, b) => distance(a) - distance(b))[0];
  if (near === undefined || distance(near) > 40) return false;
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

/** Drafts in the tree's order, parted where the number of columns changes. */
function bandsFor(
  drafts: readonly Draft[],
  areas: ReadonlyMap<number, Area[]>,
  pages: readonly PageContent[],
  bodyOf: (page: PageContent) => Box,
): Band[] {
  const bands: Band[] = [];
  for (const draft of drafts) {
    const page = pageOf(draft);
    const own = areas.get(page) ?? [];
    const box = draft.kind === 'text' ? draft.lines[0] : draft.box;
    if (box === undefined) continue;
    const content = pages.find(({ index }) => index === page);
    const body = content === undefined ? box : bodyOf(content);
    const area = own[areaAt(own, box)] ?? {
      top: box.top,
      bottom: box.bottom,
      columns: [{ left: body.left, right: body.right }],
    };
    const last = bands.at(-1);
    if (draft.kind === 'table') draft.frame = { ...area, ...(area.columns[columnAt(area, box)] ?? body) };
    if (last !== undefined && last.page === page && last.columns.length === area.columns.length)
      last.drafts.push(draft);
    else bands.push({ page, columns: area.columns, top: area.top, bottom: area.bottom, drafts: [draft] });
  }
  return bands;
}
