// The stages of the layout analysis in their order, with those between for documents with and without a structure tree.
import {
  allParagraphs,
  bodyParagraphs,
  type DocumentLayout,
  layoutBefore,
  type PageAsRead,
} from './document-layout.ts';
import { findBodies } from './layout/body.ts';
import { findCaptions } from './layout/captions.ts';
import { findContents } from './layout/contents.ts';
import { findDrawnBullets } from './layout/drawn-bullets.ts';
import { placeFreeTexts } from './layout/free-text.ts';
import { findFloating } from './layout/floating.ts';
import { takeFurniture } from './layout/furniture.ts';
import { setBeside } from './layout/blocks-beside.ts';
import { joinCode } from './layout/code-blocks.ts';
import { keepShapes } from './layout/left-over-shapes.ts';
import { turnTables } from './layout/right-to-left-tables.ts';
import { findParagraphs, joinPages, partPages } from './layout/untagged.ts';
import { placeRotatedText } from './layout/rotated-text.ts';
import { settleRightEdges } from './layout/wrapping.ts';
import { decorate } from './lines/decorations.ts';
import { markLetters } from './lines/marked-letters.ts';
import { removeHiddenText } from './lines/hidden-text.ts';
import { findRuby } from './lines/ruby.ts';
import { findSmallCapitals } from './lines/small-capitals.ts';
import { turnVerticalText } from './lines/vertical-text.ts';
import type { PageContent } from './page-content.ts';
import type { SourceDocument } from './read/document.ts';
import { setParagraphsBeside } from './tagged/beside.ts';
import { readStructure } from './tagged/read.ts';
import { numberHeadings } from './text/heading-numbers.ts';
import { fitFonts } from './text/fitted-fonts.ts';
import { findHeadings } from './text/headings.ts';
import { findListsOf } from './text/lists.ts';

/** Takes from a layout what it finds, and leaves the rest of the page to the stages after it. */
type Stage = (layout: DocumentLayout) => void;

const first: readonly Stage[] = [
  ({ pages }) => pages.forEach(removeHiddenText),
  turnVerticalText,
  ({ pages }) => pages.forEach(findRuby),
  (layout) => (layout.asRead = layout.pages.map(asReadOf)),
  ({ pages }) => pages.forEach(findSmallCapitals),
  ({ pages }) => fitFonts(pages),
  ({ pages }) => pages.forEach(decorate),
  ({ pages }) => pages.forEach(markLetters),
  (layout) => (layout.furniture = takeFurniture(layout.pages, layout.source.tree !== null)),
  findBodies,
  readStructure,
];

/** What is seen on a page, before the stages take from it. */
const asReadOf = ({ glyphs, fills, pictures }: PageContent): PageAsRead => ({
  letters: [...glyphs],
  art: [...fills, ...pictures],
});

/** What the structure tree gives, for documents without one. */
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

const last: readonly Stage[] = [
  findContents,
  findCaptions,
  (layout) => numberHeadings(bodyParagraphs(layout)),
  placeRotatedText,
  ({ regions }) => findFloating(regions),
  settleRightEdges,
  keepShapes,
  placeFreeTexts,
];

/** The layout of a document after all stages. */
export function analyse(source: SourceDocument): DocumentLayout {
  const layout = layoutBefore(source);
  for (const run of first) run(layout);
  for (const run of layout.isTagged ? tagged : untagged) run(layout);
  for (const run of last) run(layout);
  return layout;
}
