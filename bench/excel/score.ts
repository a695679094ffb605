// The shares of a spreadsheet's cells, and of their values, that were found.
import type { SheetCell } from './read-fods.ts';

export interface Score {
  /** F1 of the texts of cells. */
  texts: number;
  /** F1 of which cell is next to which: in its row, and in its column (Göbel and others, ICDAR 2013). */
  places: number;
  /** Of the cells that are found and are values in the spreadsheet or in the result: those equal in both. */
  values: { equal: number; all: number; wrong: string[] };
}

type Cell = Pick<SheetCell, 'row' | 'column' | 'text'>;

export const scoreOf = (found: readonly SheetCell[][], truth: readonly SheetCell[][]): Score => ({
  ...scoreOfCells(found, truth),
  values: valuesOf(found.flat(), truth.flat()),
});

/** The same of cells that have only texts. */
export const scoreOfCells = (
  found: readonly (readonly Cell[])[],
  truth: readonly (readonly Cell[])[],
): Pick<Score, 'texts' | 'places'> => ({
  texts: f1(textsOf(found), textsOf(truth)),
  places: f1(found.flatMap(neighbours), truth.flatMap(neighbours)),
});

const textsOf = (sheets: readonly (readonly Cell[])[]): string[] =>
  sheets.flatMap((cells) => cells.map(({ text }) => text));

/** Each pair of cells with nothing but empty ones between them; a cell that is alone is one with itself. */
function neighbours(cells: readonly Cell[]): string[] {
  if (cells.length === 1) return cells.map(({ text }) => `alone ${text}`);
  const pairs = (lines: Iterable<Cell[]>, direction: string, place: 'row' | 'column') =>
    [...lines].flatMap((line) => {
      const sorted = line.toSorted((a, b) => a[place] - b[place]);
      return sorted.slice(1).map((cell, n) => `${direction} ${sorted[n]?.text}\u0000${cell.text}`);
    });
  return [
    ...pairs(Map.groupBy(cells, ({ row }) => row).values(), 'beside', 'column'),
    ...pairs(Map.groupBy(cells, ({ column }) => column).values(), 'below', 'row'),
  ];
}

/** Of lists in which the same may come several times. */
function f1(found: readonly string[], truth: readonly string[]): number {
  const left = new Map<string, number>();
  for (const item of truth) left.set(item, (left.get(item) ?? 0) + 1);
  let both = 0;
  for (const item of found) {
    const count = left.get(item) ?? 0;
    if (count > 0) both += 1;
    left.set(item, count - 1);
  }
  return found.length + truth.length === 0 ? 1 : (2 * both) / (found.length + truth.length);
}

/** Cells of one text are paired in their order. */
function valuesOf(found: readonly SheetCell[], truth: readonly SheetCell[]): Score['values'] {
  const byText = Map.groupBy(found, ({ text }) => text);
  const wrong: string[] = [];
  let all = 0;
  for (const cell of truth) {
    const same = byText.get(cell.text)?.shift();
    if (same === undefined || (cell.type === 'text' && same.type === 'text')) continue;
    all += 1;
    if (!isEqual(same, cell))
      wrong.push(`“${cell.text}”: ${cell.type} ${cell.value}, found ${same.type} ${same.value}`);
  }
  return { equal: all - wrong.length, all, wrong };
}

function isEqual(found: SheetCell, truth: SheetCell): boolean {
  if (found.type !== truth.type) return false;
  if (truth.type === 'date') return found.value.slice(0, 10) === truth.value.slice(0, 10);
  if (truth.type !== 'number') return true;
  return Math.abs(Number(found.value) - Number(truth.value)) <= shownTo(truth) * 0.51;
}

/** The unit of the last digit that a text shows of a number. */
function shownTo({ text, value }: SheetCell): number {
  const last = /[.,](\d+)\D*$/.exec(text.replace(/E.*/, ''))?.[1]?.length ?? 0;
  const isGroup = last === 3 && Math.abs(Number(value)) > 999;
  const exponent = Number(/E([+-]?\d+)/.exec(text)?.[1] ?? 0);
  return 10 ** (exponent - (isGroup ? 0 : last) - (text.includes('%') ? 2 : 0));
}
