// The stages of the layout analysis in order; those in the middle depend on whether the document has a structure tree.
import { claim } from './claims.ts';
import { numberLetters } from './account.ts';
import { allParagraphs, bodyParagraphs, type DocumentLayout, layoutBefore } from './document-layout.ts';
import { findBodies } from './blocks/body.ts';
import { findCaptions } from './blocks/captions.ts';
import { findContents } from './blocks/contents.ts';
import { findDrawnBullets } from './blocks/drawn-bullets.ts';
import { placeFreeTexts } from './blocks/free-text.ts';
import { takeFurniture } from './blocks/furniture.ts';
import { setBeside } from './blocks/blocks-beside.ts';
import { joinCode } from './blocks/code-blocks.ts';
import { turnTables } from './blocks/right-to-left-tables.ts';
import { findParagraphs, joinPages, partPages } from './blocks/untagged.ts';
import { placeRotatedText } from './blocks/rotated-text.ts';
import { decorate } from './lines/decorations.ts';
import { markLetters } from './lines/marked-letters.ts';
import { removeHiddenText } from './lines/hidden-text.ts';
import { findRuby } from './lines/ruby.ts';
import { findSmallCapitals } from './lines/small-capitals.ts';
import { turnVerticalText } from './lines/vertical-text.ts';
import { emptyLetter, type PageContent } from './page-content.ts';
import type { SourceDocument } from './read/document.ts';
import { setParagraphsBeside } from './tagged/beside.ts';
import { readStructure } from './tagged/read.ts';
import { readBullets } from './text/ornaments.ts';
import { numberHeadings } from './text/heading-numbers.ts';
import { findHeadings } from './text/headings.ts';
import { findListsOf } from './text/lists.ts';

/** Claims what it recognises in a layout, and leaves the rest to later stages. */
export type Stage = (layout: DocumentLayout) => void;

/** Stages that only one writer needs: for letters before lines are built, and for blocks once their roles are known. */
export interface WriterStages {
  /** Whether the writer's format has form fields, including empty ones. */
  hasFields?: boolean;
  onLetters?: readonly Stage[];
  onBlocks?: readonly Stage[];
  /** Whether tables in the writer's format can be wider than a page. */
  hasWideTables?: boolean;
}

const onLetters: readonly Stage[] = [
  ({ pages }) => numberLetters(pages),
  ({ pages }) => pages.forEach(removeHiddenText),
  turnVerticalText,
  ({ pages }) => pages.forEach(findRuby),
  ({ pages }) => readBullets(pages),
  ({ pages }) => pages.forEach(findSmallCapitals),
];

const onLines: readonly Stage[] = [
  ({ pages }) => pages.forEach(decorate),
  ({ pages }) => pages.forEach(markLetters),
  (layout) => (layout.furniture = takeFurniture(layout.pages, layout.source.tree !== null)),
  findBodies,
  readStructure,
];

/** The stages that replace the structure tree in documents without one. */
const untagged: readonly Stage[] = [
  ({ pages }) => pages.forEach(findDrawnBullets),
  partPages,
  findParagraphs,
  joinCode,
  joinPages,
  (layout) => {
    const outside = new Set(bodyParagraphs(layout));
    const all = allParagraphs(layout);
    const cells = new Set(all.filter((block) => !outside.has(block)));
    findHeadings(all, layout.bodyStyle, layout.source, cells);
  },
  findListsOf,
  setBeside,
  ({ regions }) => turnTables(regions.flatMap(({ blocks }) => blocks)),
];

const tagged: readonly Stage[] = [({ regions }) => setParagraphsBeside(regions)];

const onBlocks: readonly Stage[] = [
  findContents,
  findCaptions,
  (layout) => numberHeadings(bodyParagraphs(layout)),
  placeRotatedText,
];

/** Leaves out empty form fields for writers without form fields. */
const leaveOutEmptyFields = (page: PageContent): void =>
  claim(
    page,
    page.glyphs.filter(({ text, formField }) => formField !== undefined && text === emptyLetter),
    'empty field',
  );

/** Runs all stages on a document, including those of its writer, and returns the layout. */
export function analyse(source: SourceDocument, own: WriterStages = {}): DocumentLayout {
  const layout = layoutBefore(source);
  layout.hasWideTables = own.hasWideTables === true;
  const run = (stages: readonly Stage[] = []) => stages.forEach((stage) => stage(layout));
  run(onLetters);
  if (own.hasFields !== true) layout.pages.forEach(leaveOutEmptyFields);
  run(own.onLetters);
  run(onLines);
  run(layout.isTagged ? tagged : untagged);
  run(onBlocks);
  run(own.onBlocks);
  // These are placed last because they lie over everything else.
  run([placeFreeTexts]);
  return layout;
}
