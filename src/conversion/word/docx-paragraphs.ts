// All paragraphs of a Word document, at any depth.
import type { Block, Paragraph, WordDocument } from './docx-model.ts';

/** A paragraph, or those in the cells of a table. */
export const paragraphsIn = (block: Block): Paragraph[] =>
  block.kind === 'paragraph'
    ? [block]
    : block.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks.flatMap(paragraphsIn)));

/** Those of the text and its notes, and of headers and footers. */
export function paragraphsOfDocument({ sections }: Pick<WordDocument, 'sections'>): Paragraph[] {
  const own = sections.flatMap(({ blocks, headersFooters = [] }) => [
    ...blocks.flatMap(paragraphsIn),
    ...headersFooters.flatMap(({ header, footer }) => [...header, ...footer]),
  ]);
  const runs = own.flatMap((paragraph) => paragraph.runs);
  const notes = runs.flatMap(({ note }) => note?.paragraphs ?? []);
  const turned = runs.flatMap((run) => (run.turned === undefined ? [] : [run.turned.paragraph]));
  return [...own, ...notes, ...turned];
}
