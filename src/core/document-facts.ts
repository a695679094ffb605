// Options for writing text and tables, and the facts that a sandboxed process reports about its document. Answers are parsed with
// these schemas, since a sandboxed process may answer anything. Pages count from 1.
import { z } from 'zod';
import type { TextFormat } from './document-blocks.ts';

const pages = z.array(z.int());

/** Facts about text that was read from a PDF. */
const textFacts = z.object({
  /** The letters that are missing because the PDF gives them no meaning. */
  unreadable: z.array(z.object({ font: z.string(), pages, letters: z.int() })),
  /** Words and numbers that the result does not show. */
  missing: z.array(z.object({ page: z.int(), words: z.array(z.string()) })),
});
export type TextFacts = z.infer<typeof textFacts>;

export const writtenTextFacts = textFacts.extend({
  /** The pages with visible words, if the result has no words at all. */
  wordless: pages,
});
export type WrittenTextFacts = z.infer<typeof writtenTextFacts>;

export const wordFacts = textFacts.extend({
  /** The pages whose text is in boxes at its position. */
  fixed: pages,
});
export type WordFacts = z.infer<typeof wordFacts>;

export const workbookFacts = textFacts.extend({
  tables: z.int(),
  /** The requested pages without a table. */
  without: pages,
});
export type WorkbookFacts = z.infer<typeof workbookFacts>;

/** Facts about an image that became a PDF. */
export const imageFacts = z.object({
  /** The pages of images that end early or are otherwise damaged: they show the part that could be read. */
  damaged: pages,
  /** The pages whose samples were scaled, because they do not count from black to white. */
  scaled: pages,
});
export type ImageFacts = z.infer<typeof imageFacts>;

/** The stored bytes of streams. */
const sizes = z.object({ before: z.int(), after: z.int() });

export const compressFacts = z.object({
  /** Whether the page tree has to be rebuilt first; if so, nothing was compressed. */
  isIrregular: z.boolean(),
  isSigned: z.boolean(),
  /** Whether the PDF claims a standard without object streams. */
  isOldStandard: z.boolean(),
  images: sizes,
  fonts: sizes,
  imagesChanged: z.int(),
  imagesTotal: z.int(),
});
export type CompressFacts = z.infer<typeof compressFacts>;

/** Options for writing the text of a document. */
export interface TextWriting {
  format: TextFormat;
  pages: readonly number[];
  hasPageMarkers: boolean;
  /** Whether the result is an archive with the text and the pictures. */
  hasPictures: boolean;
  /** The mark for test results; empty for others. */
  mark: string;
  /** Whether Platen printed the PDF itself: pages without text are pictures, not scans. */
  isPrint?: boolean | undefined;
  /** The speaker notes of each page, if the pages are slides. */
  notes?: readonly string[] | undefined;
}

/** Options for writing the tables of a PDF. */
export interface WorkbookWriting {
  format: 'xlsx' | 'csv';
  tables: 'sheets' | 'one-sheet';
  /** Whether to include text outside of tables. */
  withText: boolean;
  pages: readonly number[];
  keywords: string;
}
