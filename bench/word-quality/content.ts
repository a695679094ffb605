// The content of a document, flat and in order: the form in which the truth and a Word document are compared.
import { type Block, type List, type Paper, type PlacedCell, placed, spansOf, type Text } from './model.ts';

/** With the number of text columns that the page has around it. */
export type Found = { columns: number } & (
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'item'; level: number; ordered: boolean; text: string }
  | { kind: 'table'; cells: PlacedCell[] }
);

export interface Content {
  blocks: Found[];
  /** `#` is the number of the page. */
  headers: string[];
  footers: string[];
  notes: string[];
  links: { address: string; text: string }[];
  /** Words outside of headings and tables. */
  bold: string[];
  italic: string[];
  /** Points. */
  pictures: { width: number; height: number }[];
}

export const emptyContent = (): Content => ({
  blocks: [],
  headers: [],
  footers: [],
  notes: [],
  links: [],
  bold: [],
  italic: [],
  pictures: [],
});

export const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Text with single blanks between its words. */
export const plain = (text: string): string => wordsOf(text.normalize('NFKC')).join(' ');

/** The texts of a block; a table has one for each cell. */
export const textsOf = (block: Found): string[] =>
  block.kind === 'table' ? block.cells.map(({ text }) => text) : [block.text];

const pointsInCentimetre = 72 / 2.54;

/** The content of a document that is known because it is made here. */
export function truthOf({ blocks, header, footer }: Paper): Content {
  const content = emptyContent();
  if (header !== undefined) content.headers.push(header);
  if (footer !== undefined) content.footers.push(footer);
  const textOf = (text: Text): string => {
    let all = '';
    for (const span of spansOf(text)) {
      if (typeof span === 'string') all += span;
      else if ('note' in span) content.notes.push(span.note);
      else {
        all += span.text;
        if (span.bold === true) content.bold.push(...wordsOf(span.text));
        if (span.italic === true) content.italic.push(...wordsOf(span.text));
        if (span.link !== undefined) content.links.push({ address: span.link, text: span.text });
      }
    }
    return plain(all);
  };
  const add = (block: Block, columns: number): void => {
    if (block.kind === 'columns') for (const inner of block.blocks) add(inner, block.count);
    else if (block.kind === 'list') addItems(block, columns, 0);
    else if (block.kind === 'table')
      content.blocks.push({
        kind: 'table',
        columns,
        cells: placed(block.rows).map((cell) => ({ ...cell, text: plain(cell.text) })),
      });
    else if (block.kind === 'picture')
      content.pictures.push({ width: block.width * pointsInCentimetre, height: block.height * pointsInCentimetre });
    else if (block.kind === 'heading')
      content.blocks.push({ kind: 'heading', columns, level: block.level, text: block.text });
    else content.blocks.push({ kind: 'paragraph', columns, text: textOf(block.text) });
  };
  const addItems = ({ ordered, items }: List, columns: number, level: number): void => {
    for (const { text, list } of items) {
      content.blocks.push({ kind: 'item', columns, level, ordered, text: textOf(text) });
      if (list !== undefined) addItems(list, columns, level + 1);
    }
  };
  for (const block of blocks) add(block, 1);
  return content;
}
