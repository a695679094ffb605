// Tables with unique numbers, which can be found again by value, with empty and missing cells, spans and headers.
import { type Random, randomFrom } from '#dev/fuzz/random.ts';

export interface TableCell {
  text: string;
  column: number;
  columnSpan: number;
  rowSpan: number;
  isHead: boolean;
}

export interface Table {
  columns: number;
  /** Cells without text are there, or left out at the end of a row. */
  rows: TableCell[][];
  align: readonly ('left' | 'right' | 'center')[];
  borders: 'none' | 'rows' | 'all';
  isWide: boolean;
}

const words = 'account balance carried coffee delivery fee freight insurance offer paid rent salary tax water'.split(
  ' ',
);
const shares = { empty: 0.35, columnSpan: 0.06, rowSpan: 0.05, heads: 0.75, emptyHead: 0.08, leftOut: 0.3 };

/** So many tables, the same for the same seed. */
export const tables = (count: number, seed: number): Table[] =>
  Array.from({ length: count }, (_, n) => tableOf(randomFrom(seed * 1000 + n), n));

function tableOf(random: Random, n: number): Table {
  const columns = 3 + random.below(6);
  const kinds = Array.from({ length: columns }, (_, column) =>
    column === 0 || random.next() < 0.2 ? ('words' as const) : ('numbers' as const),
  );
  let numbers = n * 1000;
  const number = (): string => {
    numbers += 1;
    const text = `${numbers}.${10 + random.below(90)}`;
    return numbers >= 1000 ? text.replace(/(?=\d{3}\.)/, ',') : text;
  };
  const textOf = (column: number): string =>
    kinds[column] === 'numbers'
      ? number()
      : Array.from({ length: 1 + random.below(4) }, () => random.pick(words)).join(' ');
  const rows: TableCell[][] = [];
  if (random.next() < shares.heads)
    rows.push(
      Array.from({ length: columns }, (_, column) => ({
        text: random.next() < shares.emptyHead ? '' : `Head${n}x${column}`,
        column,
        columnSpan: 1,
        rowSpan: 1,
        isHead: true,
      })),
    );
  const takenUntil = Array.from({ length: columns }, () => 0);
  const last = rows.length + 3 + random.below(9);
  while (rows.length < last) {
    const at = rows.length;
    const row: TableCell[] = [];
    for (let column = 0; column < columns;) {
      if ((takenUntil[column] ?? 0) > at) {
        column += 1;
        continue;
      }
      const isFree = column + 1 < columns && (takenUntil[column + 1] ?? 0) <= at;
      const columnSpan = isFree && random.next() < shares.columnSpan ? 2 : 1;
      const rowSpan = columnSpan === 1 && at + 1 < last && random.next() < shares.rowSpan ? 2 : 1;
      for (let c = column; c < column + columnSpan; c++) takenUntil[c] = at + rowSpan;
      const text = rowSpan === 1 && random.next() < shares.empty ? '' : textOf(column);
      row.push({ text, column, columnSpan, rowSpan, isHead: false });
      column += columnSpan;
    }
    if (random.next() < shares.leftOut) while (row.at(-1)?.text === '') row.pop();
    rows.push(row);
  }
  return {
    columns,
    rows: withEachColumn(rows, columns, textOf),
    align: kinds.map((kind) =>
      kind === 'numbers' ? (random.next() < 0.8 ? 'right' : random.pick(['left', 'center'])) : 'left',
    ),
    borders: random.pick(['none', 'rows', 'all']),
    isWide: random.next() < 0.5,
  };
}

/** No column is empty: nobody could see it. */
function withEachColumn(rows: TableCell[][], columns: number, textOf: (column: number) => string): TableCell[][] {
  for (let column = 0; column < columns; column++) {
    const own = rows.flat().filter((cell) => cell.column === column && cell.columnSpan === 1);
    const [first] = own.filter(({ isHead }) => !isHead);
    if (own.every(({ text }) => text === '') && first !== undefined) first.text = textOf(column);
  }
  return rows;
}

/** A number of the tables: nothing else has a point and two digits at its end. */
export const isNumber = (text: string): boolean => /^[\d,]+\.\d\d$/.test(text);
