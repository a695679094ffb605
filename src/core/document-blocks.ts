// The content of a document as blocks in reading order: the JSON of pdf-to-markdown and office-to-markdown.
import { z } from 'zod';

const box = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .describe('Left, top, right and bottom in points, from the top left corner of the page.');

const span = z
  .strictObject({
    text: z.string(),
    bold: z.literal(true).optional(),
    italic: z.literal(true).optional(),
    strike: z.literal(true).optional(),
    code: z.literal(true).optional().describe('In letters of one width, within other text.'),
    position: z.enum(['superscript', 'subscript']).optional(),
    link: z.string().optional().describe('A URL, or # and the anchor of a heading.'),
    note: z.string().optional().describe('The label of the referenced footnote.'),
    picture: z.string().nullable().optional().describe('The file of a picture in the line; null without files.'),
  })
  .describe('Text of one look.');

const place = {
  page: z.int().min(1).describe('The page that it begins on.'),
  box: box.describe('Its box on that page, in points from the top left corner: left, top, right, bottom.'),
};

const text = {
  ...place,
  text: z.string().describe('All of its text; line breaks as \\n.'),
  spans: z.array(span),
};

const cell = z.strictObject({
  row: z.int().min(0),
  column: z.int().min(0),
  row_span: z.int().min(1),
  column_span: z.int().min(1),
  text: z.string().describe('The paragraphs of the cell, separated by \\n.'),
  box,
});

const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('heading'), level: z.int().min(1).max(6), anchor: z.string(), ...text }),
  z.strictObject({ type: z.literal('paragraph'), ...text }),
  z.strictObject({ type: z.literal('caption'), ...text }),
  z.strictObject({ type: z.literal('contents'), level: z.int().min(1), ...text }),
  z.strictObject({
    type: z.literal('list_item'),
    level: z.int().min(1),
    marker: z.string().describe('As it is printed: a bullet, or a number.'),
    ordered: z.boolean(),
    ...text,
  }),
  z.strictObject({ type: z.literal('code'), ...place, text: z.string() }),
  z.strictObject({ type: z.literal('formula'), ...place, text: z.string() }),
  z.strictObject({
    type: z.literal('picture'),
    ...place,
    alt: z.string(),
    file: z.string().nullable().describe('Its name in the archive; null without `images`.'),
  }),
  z.strictObject({
    type: z.literal('table'),
    ...place,
    rows: z.int().min(0),
    columns: z.int().min(0),
    header_rows: z.int().min(0),
    cells: z.array(cell).describe('Row by row, without positions that a span covers.'),
  }),
  z.strictObject({ type: z.literal('footnote'), label: z.string(), ...text }),
  z.strictObject({ type: z.literal('notes'), ...place, text: z.string() }).describe('Speaker notes of the slide.'),
  z.strictObject({ type: z.literal('comment'), author: z.string(), ...place, text: z.string() }),
]);

export const documentBlocks = z.strictObject({
  version: z.literal(1),
  title: z.string(),
  author: z.string(),
  language: z.string().describe('A language tag (BCP 47), or empty.'),
  test: z.literal(true).optional().describe('Made by a test key.'),
  pages: z.array(z.strictObject({ page: z.int().min(1), width: z.number(), height: z.number() })),
  blocks: z.array(block),
});

export type TextSpan = z.infer<typeof span>;
export type DocumentBlocks = z.infer<typeof documentBlocks>;
export type DocumentBlock = z.infer<typeof block>;

export const textFormats = ['md', 'txt', 'json'] as const;
export type TextFormat = (typeof textFormats)[number];

/** Returns the JSON schema of the blocks, for the documentation. */
export const documentSchema = () => z.toJSONSchema(documentBlocks, { target: 'draft-2020-12' });
