// The layout of a document: the stages of the analysis fill it in, one after the other.
import { type Box, boxOfPage } from './box.ts';
import { type Region, textBlocks, type TextBlock } from './layout-blocks.ts';
import type { PageFurniture } from './blocks/furniture.ts';
import type { PageLayout } from './blocks/page-layout.ts';
import type { Glyph, PageContent, TextLine, TextStyle } from './page-content.ts';
import type { SourceDocument } from './read/document.ts';
import { plainStyle } from './text/style.ts';

export interface DocumentLayout {
  source: SourceDocument;
  pages: PageContent[];
  furniture: PageFurniture;
  /** The style of most letters outside of headers and footers. */
  bodyStyle: TextStyle;
  /** The box of the running text, by size of page. */
  bodies: Map<string, Box>;
  /** Whether blocks and their roles come from the structure tree; otherwise from the positions on the page. */
  isTagged: boolean;
  /** Whether its text runs downwards: its pages are turned, so that columns are lines. */
  isVertical: boolean;
  /** Whether tables may be wider than a page: columns on pages beside each other are those of one table. */
  hasWideTables: boolean;
  /** Pages in columns, before there are paragraphs. */
  pageLayouts: PageLayout[];
  /** All blocks in reading order. */
  regions: Region[];
  notes: ReferencedNote[];
}

export interface ReferencedNote {
  lines: TextLine[];
  /** The glyphs of the text that refer to the note. */
  reference: Glyph[];
  /** The label before the note, if the text has no reference. */
  label?: string;
  /** Its label is shown as it is, and does not count (w:customMarkFollows). */
  isSigned?: boolean;
}

/** A document before its analysis: only its pages are known. */
export const layoutBefore = (source: SourceDocument): DocumentLayout => ({
  source,
  pages: source.pages,
  furniture: { headers: [], footers: [], pictures: [], drawings: new Map(), numbers: [], ranges: [] },
  bodyStyle: plainStyle(11),
  bodies: new Map(),
  isTagged: false,
  isVertical: false,
  hasWideTables: false,
  pageLayouts: [],
  regions: [],
  notes: [],
});

/** Pages of one size share their body. */
export const sizeKey = ({ width, height }: Pick<PageContent, 'width' | 'height'>): string =>
  `${Math.round(width)}x${Math.round(height)}`;

/** The area of the running text on a page. */
export const bodyOf = ({ bodies }: Pick<DocumentLayout, 'bodies'>, page: PageContent): Box =>
  bodies.get(sizeKey(page)) ?? boxOfPage(page);

/** The paragraphs outside of tables. */
export const bodyParagraphs = ({ regions }: Pick<DocumentLayout, 'regions'>): TextBlock[] =>
  regions.flatMap(({ blocks }) => blocks).filter((block): block is TextBlock => block.kind === 'text');

/** All paragraphs, those of tables too. */
export const allParagraphs = ({ regions }: Pick<DocumentLayout, 'regions'>): TextBlock[] =>
  textBlocks(regions.flatMap(({ blocks }) => blocks));
