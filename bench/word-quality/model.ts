// The documents of the bench as data: the printed content, and the truth that the resulting Word document is compared with.

/** A stretch of text with its marks; a plain string has none. */
export type Span = string | { text: string; bold?: true; italic?: true; link?: string } | { note: string };
export type Text = string | readonly Span[];

export interface Item {
  text: Text;
  list?: List;
}

export interface List {
  kind: 'list';
  ordered: boolean;
  items: readonly Item[];
}

export interface Cell {
  /** Its paragraphs are parted by line breaks. */
  text: string;
  columnSpan?: number;
  rowSpan?: number;
}

export interface Table {
  kind: 'table';
  /** Around every cell, across between the rows, above and below the header and at the end (as books do it), or none. */
  rules: 'all' | 'across' | 'frame' | 'none';
  /** Of each column in centimetres. */
  widths: readonly number[];
  /** Columns whose cells are set flush right. */
  numeric?: readonly number[];
  /** From the header row on; a cell that another one spans is left out. */
  rows: readonly (readonly (string | Cell)[])[];
}

export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: Text; align?: 'justify' | 'center' | 'right'; indent?: 'first' | 'left' }
  | List
  | Table
  /** Its size in centimetres. */
  | { kind: 'picture'; width: number; height: number }
  /** Text columns; the gap between them in centimetres, if it is not {@link usualGap}. */
  | { kind: 'columns'; count: number; gap?: number; blocks: readonly Block[] };

export interface Paper {
  name: string;
  font?: 'serif' | 'sans';
  /** The size of the text in points. */
  size?: number;
  header?: string;
  /** `#` is the number of the page. */
  footer?: string;
  blocks: readonly Block[];
}

export const typicalGap = 0.7;

export const spansOf = (text: Text): readonly Span[] => (typeof text === 'string' ? [text] : text);

export interface PlacedCell extends Required<Cell> {
  row: number;
  column: number;
}

/** The cells of a table with their places: one that spans rows moves those below it to the right. */
export function placed(rows: Table['rows']): PlacedCell[] {
  const taken = new Set<string>();
  return rows.flatMap((cells, row) => {
    let column = 0;
    return cells.map((cell) => {
      const { text, rowSpan = 1, columnSpan = 1 } = typeof cell === 'string' ? { text: cell } : cell;
      while (taken.has(`${row} ${column}`)) column += 1;
      for (let down = 0; down < rowSpan; down++)
        for (let right = 0; right < columnSpan; right++) taken.add(`${row + down} ${column + right}`);
      return { row, column, rowSpan, columnSpan, text };
    });
  });
}

/** Whether a document has notes, which browsers do not set at the foot of a page. */
export const hasNotes = ({ blocks }: Pick<Paper, 'blocks'>): boolean => JSON.stringify(blocks).includes('"note":');
