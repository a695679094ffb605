// Sheets as blocks of text (src/core/document-blocks.ts): the name of each as a heading, its cells as a table.
import type { Sheet } from './read-sheets.ts';

const nowhere = [0, 0, 0, 0] as const;

/** A sheet is a page of the blocks; it has no size. */
export function blocksOf(sheets: readonly (Sheet & { rows: number; columns: number })[], title: string) {
  return {
    title,
    author: '',
    language: '',
    pages: sheets.map((_, n) => ({ page: n + 1, width: 0, height: 0 })),
    blocks: sheets.flatMap(({ name, rows, columns, headerRows, cells }, n) => {
      const place = { page: n + 1, box: nowhere };
      const heading = { type: 'heading', level: 1, anchor: `sheet-${n + 1}`, ...place, ...textOf(name) };
      if (cells.length === 0) return [heading];
      const written = cells.map(({ text, ...cell }) => ({
        ...cell,
        box: nowhere,
        blocks: [{ type: 'paragraph', ...place, ...textOf(text) }],
      }));
      return [heading, { type: 'table', ...place, rows, columns, headerRows, cells: written }];
    }),
  };
}

const textOf = (text: string) => ({ text, spans: [{ text }] });
