// The layout of a document, which the stages of the analysis fill in one after another.
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
  /** The box of the running text for each page size. */
  bodies: Map<string, Box>;
  /** Whether blocks and their roles come from the structure tree, not from positions on the page. */
  isTagged: boolean;
  /** Whether its text is vertical: its pages are then rotated, so that columns become lines. */
  isVertical: boolean;
  /** Whether tables can be wider than a page: columns on adjacent pages then belong to one table. */
  hasWideTables: boolean;
  /** The columns of each page, before paragraphs are built. */
  pageLayouts: PageLayout[];
  /** All blocks in reading order. */
  regions: Region[];
  notes: ReferencedNote[];
}

export interface ReferencedNote {
  lines: TextLine[];
  /** The glyphs in the text that refer to the note. */
  reference: Glyph[];
  /** The label before the note, if the text has no reference. */
  label?: string;
  /** Whether its label is a custom mark that is not numbered (w:customMarkFollows). */
  isSigned?: boolean;
}

/** Creates the layout of a document before the analysis, when only its pages are known. */
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

/** Returns the key of a page size: pages of one size share the area of their running text. */
export const sizeKey = ({ width, height }: Pick<PageContent, 'width' | 'height'>): string =>
  `${Math.round(width)}x${Math.round(height)}`;

/** Returns the area of the running text on a page. */
export const bodyOf = ({ bodies }: Pick<DocumentLayout, 'bodies'>, page: PageContent): Box =>
  bodies.get(sizeKey(page)) ?? boxOfPage(page);

/** Returns the paragraphs outside tables. */
export const bodyParagraphs = ({ regions }: Pick<DocumentLayout, 'regions'>): TextBlock[] =>
  regions.flatMap(({ blocks }) => blocks).filter((block): block is TextBlock => block.kind === 'text');

/** Returns all paragraphs, including those in tables. */
export const allParagraphs = ({ regions }: Pick<DocumentLayout, 'regions'>): TextBlock[] =>
  textBlocks(regions.flatMap(({ blocks }) => blocks));
