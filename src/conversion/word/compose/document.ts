// The analysed layout as a document of a word processor.
import {
  allParagraphs,
  bodyOf,
  bodyParagraphs,
  type DocumentLayout,
  type ReferencedNote,
  sizeKey,
} from '#conversion/layout/document-layout.ts';
import { type Note, plainParagraph, type WordDocument } from '../docx-model.ts';
import { besideFinder, shadingFinder } from '../after/floating.ts';
import { ruleFinder } from '../after/paragraph-rules.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { narrowsBlanks, typicalAlignment } from '../fit/alignment.ts';
import { isKerned } from '../fit/kerning.ts';
import { isTypeset } from '../fit/line-fitting.ts';
import { vocabularyOf } from '#conversion/layout/text/joined-lines.ts';
import { runsOf } from './runs.ts';
import { countCaptions } from './captions.ts';
import { bookmarksOf } from './bookmarks.ts';
import { balancesColumns } from './balanced-columns.ts';
import { sectionsOf } from './flow.ts';
import { setLanguages } from './languages.ts';
import { setSpacing, verticalBounds } from './line-boxes.ts';
import { verticalLimits } from './margins.ts';
import { headersAndFooters, pushBody, raiseHeaders } from './headers-footers.ts';
import { Numberings } from './lists.ts';
import { labelOf, withCountedNotes } from './note-numbers.ts';
import type { Composition } from './paragraph.ts';
import { joinScripts } from './two-families.ts';
import { lostWords } from '#conversion/layout/account.ts';
import { byPage } from './lost-words.ts';
import { keepPrintedLabels } from './printed-labels.ts';
import { keepRemarks, remarksOf } from './remarks.ts';

export function composeDocument(whole: DocumentLayout): WordDocument {
  const { layout, noteNumbers } = withCountedNotes(whole);
  const { source, pages, regions, bodies, bodyStyle } = layout;
  const composition = compositionOf(layout);
  const [first] = pages;
  const firstBody = first === undefined ? { left: 0, top: 0, right: 0, bottom: 0 } : bodyOf(layout, first);
  const composed = headersAndFooters(layout.furniture, pages, firstBody, composition);
  const limits = verticalLimits(
    regions,
    layout.notes.flatMap(({ lines }) => lines),
    pages,
  );
  const top = first === undefined ? 0 : (limits.get(sizeKey(first))?.top ?? 0);
  const tops = pushBody(composed, regions, top);
  raiseHeaders(composed, top);
  const { headersFootersFrom, numbers, headerTop, footerBottom } = composed;
  const paragraphs = bodyParagraphs(layout);
  const sections = sectionsOf({ regions, pages, bodies, limits, tops, headersFootersFrom, numbers }, composition);
  if (layout.isVertical) for (const section of sections) section.isVertical = true;
  keepPrintedLabels(sections);
  keepRemarks(sections, pages);
  countCaptions(sections);
  const document: WordDocument = {
    sections,
    noteNumbers,
    headerTop,
    footerBottom,
    narrowsBlanks: !composition.isTypeset && narrowsBlanks(paragraphs),
    shortPages: new Set([...limits.values()].flatMap(({ shortPages = [] }) => shortPages)),
    balancesColumns: balancesColumns(regions),
    // The letters of another font are as wide with its kerning as they were.
    isKerned: bodyStyle.shownAs === undefined && isKerned(pages.flatMap(({ glyphs }) => glyphs)),
    title: source.title,
    author: source.author,
    properties: source.properties,
    language: languageTag.test(source.language) ? source.language : 'en-US',
    bodyStyle,
  };
  setLanguages(document);
  joinScripts(document);
  document.lost = byPage([...lostWords(layout), ...composition.lost]);
  return document;
}

/** The form of BCP 47 tags that Word accepts. */
const languageTag = /^[a-z]{2,3}(?:-[A-Za-z0-9]+)*$/;

function compositionOf(layout: DocumentLayout): Composition {
  const { pages, regions } = layout;
  const paragraphs = bodyParagraphs(layout);
  const everywhere = allParagraphs(layout);
  const numberings = new Numberings(everywhere);
  const bookmarks = bookmarksOf(pages, paragraphs);
  const withoutNotes: Composition = {
    vocabulary: vocabularyOf(everywhere.flatMap(({ lines }) => lines)),
    typical: typicalAlignment(paragraphs),
    targets: { bookmark: bookmarks.nameOf, remarks: remarksOf(pages, everywhere) },
    notes: new Map(),
    listItem: (block) => numberings.itemOf(block),
    bookmarkAt: bookmarks.at,
    isBeside: besideFinder(regions),
    shadingOf: shadingFinder(pages),
    ruleUnder: ruleFinder(pages, regions),
    lost: [],
    isTypeset: isTypeset(paragraphs.map(({ lines }) => lines)),
  };
  return { ...withoutNotes, notes: notesOf(layout.notes, withoutNotes) };
}

/** The footnotes by the glyphs that refer to them. */
function notesOf(found: readonly ReferencedNote[], { vocabulary, targets }: Composition): Map<Glyph, Note> {
  const notes = new Map<Glyph, Note>();
  /** Where the last note of each page ends. */
  const ends = new Map<number | undefined, number>();
  for (const referenced of found) {
    const { lines, reference } = referenced;
    const label = labelOf(referenced);
    const paragraph = plainParagraph(runsOf(lines, vocabulary, targets));
    const above = ends.get(lines[0]?.page);
    ends.set(lines.at(-1)?.page, setSpacing(paragraph, lines, above ?? verticalBounds(lines).top));
    const note: Note = { paragraphs: [paragraph], ...(referenced.isSigned === true ? { mark: label.trim() } : {}) };
    for (const glyph of reference) notes.set(glyph, note);
  }
  return notes;
}
