// Word documents by hand, for tests of the writer.
import type { Block, Section, WordDocument } from '#conversion/word/docx-model.ts';
import { plainStyle } from '#conversion/layout/text/style.ts';

/** An A4 section with margins of an inch. */
export const sectionOf = (blocks: Block[]): Section => ({
  blocks,
  width: 595,
  height: 842,
  margins: { left: 72, right: 72, top: 72, bottom: 72 },
  columns: [451],
  columnGaps: [],
  isContinuous: false,
});

export const documentOf = (blocks: Block[], more: Partial<WordDocument> = {}): WordDocument => ({
  sections: [sectionOf(blocks)],
  headerTop: 36,
  footerBottom: 36,
  narrowsBlanks: true,
  isKerned: false,
  balancesColumns: false,
  title: '',
  author: '',
  language: 'en-US',
  bodyStyle: plainStyle(11),
  ...more,
});
