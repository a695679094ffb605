// The stages of the layout analysis in their order. Each finds one thing and leaves the rest of the page to those after it.
import { allParagraphs, bodyParagraphs, type DocumentLayout, layoutBefore } from './document-layout.ts';
import { findBodies } from './layout/body.ts';
import { findDrawnBullets } from './layout/drawn-bullets.ts';
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
import { removeHiddenText } from './lines/hidden-text.ts';
import { findSmallCapitals } from './lines/small-capitals.ts';
import type { SourceDocument } from './read/document.ts';
import { setParagraphsBeside } from './tagged/beside.ts';
import { readStructure } from './tagged/read.ts';
import { numberHeadings } from './text/heading-numbers.ts';
import { fitFonts } from './text/fitted-fonts.ts';
import { findHeadings } from './text/headings.ts';
import { findListsOf } from './text/lists.ts';

interface Stage {
  name: string;
  /** Runs only where the structure tree has not told it. */
  isForUntagged?: boolean;
  run: (layout: DocumentLayout) => void;
}

export const stages: readonly Stage[] = [
  { name: 'hidden text', run: ({ pages }) => pages.forEach(removeHiddenText) },
  { name: 'small capitals', run: ({ pages }) => pages.forEach(findSmallCapitals) },
  { name: 'fonts', run: ({ pages }) => fitFonts(pages) },
  { name: 'underlines, highlights and links', run: ({ pages }) => pages.forEach(decorate) },
  {
    name: 'headers and footers',
    run: (layout) => (layout.furniture = takeFurniture(layout.pages, layout.source.tree !== null)),
  },
  { name: 'body text', run: findBodies },
  { name: 'structure tree', run: readStructure },
  { name: 'bullets that are drawn', isForUntagged: true, run: ({ pages }) => pages.forEach(findDrawnBullets) },
  { name: 'tables, columns and footnotes', isForUntagged: true, run: partPages },
  { name: 'paragraphs', isForUntagged: true, run: findParagraphs },
  { name: 'code', isForUntagged: true, run: joinCode },
  { name: 'blocks that go on over the end of a page', isForUntagged: true, run: joinPages },
  {
    name: 'headings',
    isForUntagged: true,
    run: (layout) => {
      const outside = new Set(bodyParagraphs(layout));
      const all = allParagraphs(layout);
      const cells = new Set(all.filter((block) => !outside.has(block)));
      findHeadings(all, layout.bodyStyle, layout.source, cells);
    },
  },
  { name: 'lists', isForUntagged: true, run: findListsOf },
  {
    name: 'blocks beside each other',
    run: (layout) => (layout.isTagged ? setParagraphsBeside(layout.regions) : setBeside(layout)),
  },
  {
    name: 'tables from right to left',
    isForUntagged: true,
    run: ({ regions }) => turnTables(regions.flatMap(({ blocks }) => blocks)),
  },
  { name: 'numbers of headings', run: (layout) => numberHeadings(bodyParagraphs(layout)) },
  { name: 'rotated text', run: placeRotatedText },
  { name: 'floating text', run: ({ regions }) => findFloating(regions) },
  { name: 'right edges', run: settleRightEdges },
  { name: 'lines and boxes that are left over', run: keepShapes },
];

/** The layout of a document after all stages. */
export function analyse(source: SourceDocument): DocumentLayout {
  const layout = layoutBefore(source);
  for (const { isForUntagged, run } of stages) if (isForUntagged !== true || !layout.isTagged) run(layout);
  return layout;
}
