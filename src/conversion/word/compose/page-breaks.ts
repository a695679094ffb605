// Page breaks where the PDF has them, for pages that a word processor would end elsewhere: an error in the length of one page
// does not move the next ones.
import {
  type Block,
  type Cell,
  type Paragraph,
  type Row,
  spacer,
  type Table,
  type WordDocument,
} from '../docx-model.ts';
import { takesRoom } from '../measure/block-height.ts';
import { extentOf, type Stretch, stretchesOf } from '../measure/stretches.ts';

const thresholds = {
  /** Points of room that a block needs on the previous page to move there: less may be a measuring error. */
  early: 90,
  /** The same after a page that had as much room in the PDF. */
  earlyOnPurpose: 24,
  /** The height in points of the empty paragraph before a table that begins its page. */
  spacer: 1,
};

/** The first content of a page of the PDF. */
interface Beginning {
  block: Block;
  /** Of a table, unless the page begins with all of it. */
  row?: Row;
  page: number;
}

/** Begins pages where pages of the PDF begin, if their content would move to the previous page; `count` is the number of its pages. */
export function breakPages(document: WordDocument, count: number): void {
  for (const stretch of stretchesOf(document, count)) {
    const all = beginnings(stretch);
    if (all.length === 0) continue;
    const known = new Map(all.map((beginning) => [beginning.row ?? beginning.block, beginning]));
    const early: Beginning[] = [];
    extentOf(stretch, document.balancesColumns, (unit, { page, rest }) => {
      const beginning = known.get(unit);
      if (beginning === undefined) return undefined;
      const wanted = beginning.page - stretch.page;
      const min = document.shortPages?.has(beginning.page - 1) === true ? thresholds.earlyOnPurpose : thresholds.early;
      if (page >= wanted || (page === wanted - 1 && rest < min)) return undefined;
      early.push(beginning);
      return wanted;
    });
    begin(stretch, early);
  }
}

/** Begins a page wherever the PDF does. */
export const breakEveryPage = (stretch: Stretch): void => begin(stretch, beginnings(stretch));

/** The first content of each page of a stretch but the first, unless it continues from the previous page. */
function beginnings({ parts, page: first }: Stretch): Beginning[] {
  const found: Beginning[] = [];
  let last = first;
  const see = ({ page = last, lastPage = page }: Pick<Row, 'page' | 'lastPage'>, unit: Omit<Beginning, 'page'>) => {
    if (page > last) found.push({ ...unit, page });
    last = Math.max(last, lastPage);
  };
  for (const block of parts.flatMap(({ blocks }) => blocks)) {
    if (!takesRoom(block)) continue;
    if (block.kind === 'paragraph') see(block, { block });
    else
      for (const [n, row] of block.rows.entries())
        if (n === 0) see({ ...row, page: block.page ?? row.page }, { block });
        else if (!row.isHeader) see(row, { block, row });
  }
  return found;
}

/** Lets blocks and rows of a stretch begin pages. */
function begin({ parts }: Stretch, found: readonly Beginning[]): void {
  const byBlock = Map.groupBy(found, ({ block }) => block);
  for (const section of new Set(parts.map((part) => part.section)))
    section.blocks = section.blocks.flatMap((block) => {
      const own = byBlock.get(block);
      if (own === undefined) return [block];
      if (block.kind === 'paragraph') return started(block);
      // From the last row on, so that those before it are still in the table.
      const parted = own.toReversed().map(({ row, page }) => startedTable(block, row, page));
      return [...(own[0]?.row === undefined ? [] : [block]), ...parted.toReversed().flat()];
    });
}

function started(paragraph: Paragraph): Block[] {
  paragraph.startsPage = true;
  return [paragraph];
}

/** A table, or its part from a row on, behind an empty paragraph that begins the page. */
const startedTable = (table: Table, row: Row | undefined, page: number): Block[] => [
  { ...spacer(thresholds.spacer, { startsPage: true }), page },
  row === undefined ? table : cutOff(table, table.rows.indexOf(row), page),
];

/** Splits a table before a row. @returns the table of the removed rows, with the same head */
function cutOff(table: Table, at: number, page: number): Table {
  const [first, ...rest] = table.rows.splice(at);
  const heads = table.rows.filter(({ isHeader }) => isHeader).map(copyOf);
  const rows = first === undefined ? rest : [uncovered(first, rest), ...rest];
  return { ...table, rows: [...heads, ...rows], page };
}

const copyOf = (row: Row): Row => ({
  ...row,
  cells: row.cells.map((cell) => ({
    ...cell,
    blocks: cell.blocks.map((block) => {
      const { ...copy } = block;
      if (copy.kind === 'paragraph') delete copy.bookmark;
      return copy;
    }),
  })),
});

/** A row whose cells that continued from the row above begin anew, with the rest of their row span. */
const uncovered = (row: Row, rest: readonly Row[]): Row => ({
  ...row,
  cells: row.cells.map((cell, n): Cell => {
    if (!cell.isCovered) return cell;
    const column = columnsBefore(row, n);
    const other = rest.findIndex((below) => !isCoveredAt(below, column));
    return { ...cell, isCovered: false, blocks: [], rowSpan: 1 + (other === -1 ? rest.length : other) };
  }),
});

const columnsBefore = ({ cells }: Row, n: number): number =>
  cells.slice(0, n).reduce((sum, { columnSpan }) => sum + columnSpan, 0);

const isCoveredAt = (row: Row, column: number): boolean =>
  row.cells.some(({ isCovered }, n) => isCovered && columnsBefore(row, n) === column);
