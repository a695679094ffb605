// A PDF's pages as a Word document: read, clean, part, join, compose, write.
import type { Writable } from 'node:stream';
import { Failure } from '#core/failure.ts';
import type { PdfGraph } from '#conversion/pdf/graph.ts';
import { furnitureOf, pushBody } from './compose/furniture.ts';
import { balancesColumns, sectionsOf, verticalLimits } from './compose/flow.ts';
import { joinParted } from './compose/join.ts';
import { Numberings } from './compose/lists.ts';
import type { Composition } from './compose/paragraph.ts';
import { type Box, type Glyph, type Line, type Look, type PageContent, union } from './content.ts';
import { writeDocx } from './docx/write.ts';
import { type Band, type Draft, pageOf, type TextDraft, textDrafts, topOf } from './drafts.ts';
import { besideFinder, findFloating, shadeFinder } from './layout/floating.ts';
import { bodyBox, sizeKey } from './layout/body.ts';
import { type FoundNote, takeNotes } from './layout/footnotes.ts';
import { takeFurniture } from './layout/furniture.ts';
import { bandsOf, pagePitches, parsePage, visible } from './layout/geometry.ts';
import { commonRight, rightInterval } from './layout/wrapping.ts';
import { cleanGlyphs } from './lines/clean.ts';
import { decorate } from './lines/decorations.ts';
import { piecesOf } from './lines/lines.ts';
import { turnedLines } from './lines/turned.ts';
import { split } from './text/split.ts';
import { plainParagraph, type Note, type WordDocument } from './model.ts';
import { readDocument, type Source } from './read/document.ts';
import { readTagged, type ReferencedNote } from './tagged/read.ts';
import { narrowsBlanks, usualAlignment } from './text/alignment.ts';
import { findHeadings, lookOf } from './text/headings.ts';
import { isKerned } from './text/kerning.ts';
import { findLists } from './text/lists.ts';
import { runsOf, vocabularyOf } from './text/runs.ts';

/** @throws Failure source_unreadable, pdf_scanned_needs_ocr */
export async function convertToWord(path: string, graph: PdfGraph, output: Writable): Promise<void> {
  const source = readDocument(path, graph);
  if (isScanned(source.pages)) throw new Failure('pdf_scanned_needs_ocr');
  for (const page of source.pages) {
    cleanGlyphs(page);
    decorate(page);
  }
  await writeDocx(documentOf(source), output);
}

/** Pages of pictures with no text, or with hardly more than a stamp. */
function isScanned(pages: readonly PageContent[]): boolean {
  const letters = pages.reduce((sum, page) => sum + page.glyphs.filter(({ text }) => text.trim() !== '').length, 0);
  const covered = pages.filter((page) =>
    page.pictures.some(
      (picture) => (picture.right - picture.left) * (picture.bottom - picture.top) > page.width * page.height * 0.5,
    ),
  );
  return covered.length > 0 && covered.length >= pages.length * 0.5 && letters < pages.length * 12;
}

function documentOf(source: Source): WordDocument {
  const { pages, tree } = source;
  const furniture = takeFurniture(pages, tree !== null);
  const all = pages.flatMap((page) => piecesOf(visible(page), page.index));
  const bodyLook = usualLook(all);
  const bodies = new Map<string, Box>();
  for (const page of pages) {
    const key = sizeKey(page);
    const same = new Set(pages.filter((other) => sizeKey(other) === key).map(({ index }) => index));
    if (!bodies.has(key))
      bodies.set(
        key,
        bodyBox(
          all.filter((line) => same.has(line.page)),
          page,
        ),
      );
  }
  const bodyOf = (page: PageContent): Box =>
    bodies.get(sizeKey(page)) ?? { left: 0, top: 0, right: page.width, bottom: page.height };

  const tagged = tree === null ? null : readTagged(tree, pages, bodyOf);
  const read = tagged ?? untagged(source, bodyOf, bodyLook, new Set(furniture.ranges.slice(1).map(({ from }) => from)));
  addTurned(read.bands, pages, bodyOf);
  const drafts = read.bands.flatMap((band) => band.drafts);
  const texts = drafts.filter((draft): draft is TextDraft => draft.kind === 'text');
  const everywhere = textDrafts(drafts);
  findFloating(read.bands);
  settleRightEdges(bodies, pages, texts);
  const numberings = new Numberings(everywhere);
  const lines = everywhere.flatMap((draft) => draft.lines);
  const vocabulary = vocabularyOf(lines);
  const bookmarks = bookmarksOf(pages, texts);
  const composition: Composition = {
    vocabulary,
    usual: usualAlignment(texts),
    body: bodyLook,
    targets: { bookmark: ({ page, top }) => bookmarks.names.get(`${page} ${Math.round(top)}`) },
    notes: new Map(),
    listPlace: (draft) => numberings.place(draft),
    bookmarkAt: (_page, line) => bookmarks.places.get(line),
    isBeside: besideFinder(read.bands),
    shadeOf: shadeFinder(pages),
  };
  const withNotes: Composition = { ...composition, notes: notesOf(read.notes, composition) };
  const shared = { left: 0, top: 0, right: 0, bottom: 0 };
  const first = pages[0];
  const composed = furnitureOf(furniture, pages, first === undefined ? shared : bodyOf(first), withNotes);
  const limits = verticalLimits(
    read.bands,
    read.notes.flatMap(({ lines: own }) => own),
    pages,
  );
  const tops = pushBody(composed, read.bands, first === undefined ? 0 : (limits.get(sizeKey(first))?.top ?? 0));
  const { furniture: furnitureFrom, firstNumber, headerTop, footerBottom } = composed;
  const sections = sectionsOf({ bands: read.bands, pages, bodies, limits, tops, furnitureFrom }, withNotes);
  return {
    sections,
    firstNumber,
    headerTop,
    footerBottom,
    narrowsBlanks: narrowsBlanks(texts),
    balancesColumns: balancesColumns(read.bands),
    isKerned: isKerned(pages.flatMap(({ glyphs }) => glyphs)),
    title: source.title,
    author: source.author,
    language: /^[a-z]{2,3}(?:-[A-Za-z0-9]+)*$/.test(source.language) ? source.language : 'en-US',
    body: bodyLook,
  };
}

/** Widens or narrows bodies so that lines are broken where they were. */
function settleRightEdges(bodies: Map<string, Box>, pages: readonly PageContent[], texts: readonly TextDraft[]): void {
  for (const [key, body] of bodies) {
    const own = texts.filter((draft) => {
      const page = pages[pageOf(draft)];
      return (
        page !== undefined && sizeKey(page) === key && draft.frame.right === body.right && draft.isFloating !== true
      );
    });
    const right = commonRight(
      own.flatMap((draft) => rightInterval(draft) ?? []),
      body.right,
    );
    bodies.set(key, { ...body, right });
    for (const draft of own) draft.frame = { ...draft.frame, right };
  }
}

/** Text that is not upright stands behind the rest of its page. */
function addTurned(bands: Band[], pages: readonly PageContent[], bodyOf: (page: PageContent) => Box): void {
  for (const page of pages)
    for (const lines of turnedLines(page)) {
      const body = bodyOf(page);
      const at = bands.findLastIndex((band) => band.page <= page.index);
      const box = union(lines);
      // In the frame of its own lines, moved to where the page ends.
      const bottom = Math.max(body.top, ...(bands[at]?.page === page.index ? [bands[at]?.bottom ?? 0] : []));
      const moved = lines.map((line) => shifted(line, body.left - box.left, bottom - box.top + 2));
      const frame = { ...body, right: Math.max(body.right, body.left + box.right - box.left + 1) };
      const drafts = split(moved, frame, new Map()).map((draft): TextDraft => ({
        ...draft,
        role: { isPlain: true },
        frame: body,
      }));
      const band = bands[at];
      if (band !== undefined && band.page === page.index) band.drafts.push(...drafts);
      else bands.splice(at + 1, 0, { page: page.index, columns: [body], top: body.top, bottom: body.bottom, drafts });
    }
}

function shifted(line: Line, x: number, y: number): Line {
  const move = <Item extends Box>(box: Item): Item => ({
    ...box,
    left: box.left + x,
    right: box.right + x,
    top: box.top + y,
    bottom: box.bottom + y,
  });
  return {
    ...move(line),
    baseline: line.baseline + y,
    glyphs: line.glyphs.map((glyph) => ({ ...move(glyph), baseline: glyph.baseline + y })),
  };
}

interface Read {
  bands: Band[];
  notes: ReferencedNote[];
}

/** @param apart pages that begin something new: nothing goes on there from the page before */
function untagged(
  { pages, outline }: Source,
  bodyOf: (page: PageContent) => Box,
  bodyLook: Look,
  apart: ReadonlySet<number>,
): Read {
  const notes: FoundNote[] = [];
  const parsed = pages.map((page) =>
    parsePage(page, bodyOf(page), (lines, _, all) => {
      const found = takeNotes(lines, page, { bodySize: bodyLook.size, all });
      notes.push(...found.notes);
      return found.lines;
    }),
  );
  const pitches = pagePitches(parsed);
  const bands = parsed.flatMap((page) => bandsOf(page, pitches));
  const starts = new Set<Draft>();
  for (const [n, band] of bands.entries()) {
    const isOtherPage = bands[n - 1]?.page !== band.page;
    for (const [at, draft] of band.drafts.entries()) {
      const before = band.drafts[at - 1];
      const isNewColumn = before !== undefined && topOf(draft) < topOf(before) - 20;
      if (((at === 0 && isOtherPage) || isNewColumn) && !(at === 0 && apart.has(band.page))) starts.add(draft);
    }
  }
  const joined = new Set(
    joinParted(
      bands.flatMap((band) => band.drafts),
      starts,
    ),
  );
  for (const band of bands) band.drafts = band.drafts.filter((draft) => joined.has(draft));
  const texts = bands.flatMap((band) => band.drafts).filter((draft): draft is TextDraft => draft.kind === 'text');
  findHeadings(texts, bodyLook, outline);
  let lists = findLists(texts, 1);
  for (const band of bands)
    for (const draft of band.drafts)
      if (draft.kind === 'table') for (const cell of draft.cells) lists = findLists(textDrafts(cell.drafts), lists);
  return { bands, notes };
}

function usualLook(lines: readonly Line[]): Look {
  const whole: TextDraft = { kind: 'text', lines: [...lines], frame: { left: 0, top: 0, right: 0, bottom: 0 } };
  return lookOf(whole) ?? { font: 'Arial', size: 11, bold: false, italic: false, color: '000000' };
}

/** Names for the paragraphs that links lead to. */
function bookmarksOf(
  pages: readonly PageContent[],
  drafts: readonly TextDraft[],
): { names: Map<string, string>; places: Map<Box, string> } {
  const names = new Map<string, string>();
  const places = new Map<Box, string>();
  for (const page of pages)
    for (const { target } of page.links) {
      if (target === undefined) continue;
      const key = `${target.page} ${Math.round(target.top)}`;
      if (names.has(key)) continue;
      const onPage = drafts.filter((draft) => pageOf(draft) === target.page);
      const found = onPage.find((draft) => topOf(draft) > target.top - 6) ?? onPage.at(-1);
      const line = found?.lines[0];
      if (line === undefined) continue;
      const name = places.get(line) ?? `_Ref${places.size + 1}`;
      places.set(line, name);
      names.set(key, name);
    }
  return { names, places };
}

function notesOf(found: readonly ReferencedNote[], { vocabulary, targets }: Composition): Map<Glyph, Note> {
  const notes = new Map<Glyph, Note>();
  for (const item of found) {
    const note: Note = { paragraphs: [plainParagraph(runsOf(item.lines, vocabulary, targets))] };
    for (const glyph of item.reference) notes.set(glyph, note);
  }
  return notes;
}
