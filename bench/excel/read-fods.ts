// The cells of a spreadsheet as LibreOffice shows them: their text, and the value behind it (OpenDocument 1.3, flat XML).
import { readFile } from 'node:fs/promises';
import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';

export type ValueType = 'text' | 'number' | 'date' | 'time' | 'boolean';

export interface SheetCell {
  row: number;
  column: number;
  text: string;
  type: ValueType;
  value: string;
}

/** More empty rows or columns are the rest of the sheet. */
const maxRepeats = 5000;

const types: Record<string, ValueType> = {
  float: 'number',
  percentage: 'number',
  currency: 'number',
  date: 'date',
  time: 'time',
  boolean: 'boolean',
};

/** The sheets that are printed, with the cells that are seen and have text. */
export async function sheetsIn(path: string): Promise<SheetCell[][]> {
  const { children } = parseDocument(await readFile(path, 'utf8'), { xmlMode: true });
  return within(children, 'office:spreadsheet')
    .flatMap(({ children: tables }) => tables.filter(isTag))
    .filter(({ name, attribs }) => name === 'table:table' && attribs['table:print'] !== 'false')
    .map(cellsIn);
}

function cellsIn(table: Element): SheetCell[] {
  const hidden = hiddenColumns(table);
  const cells: SheetCell[] = [];
  let row = 0;
  for (const element of parts(table, 'table:table-row')) {
    const repeats = Number(element.attribs['table:number-rows-repeated'] ?? 1);
    const isSeen = !/^(?:collapse|filter)$/.test(element.attribs['table:visibility'] ?? '');
    if (isSeen && repeats < maxRepeats)
      for (let n = 0; n < repeats; n++) cells.push(...cellsOf(element, row + n, hidden));
    row += repeats;
  }
  return cells;
}

function cellsOf(element: Element, row: number, hidden: ReadonlySet<number>): SheetCell[] {
  const cells: SheetCell[] = [];
  let column = 0;
  for (const cell of element.children.filter(isTag)) {
    const repeats = Number(cell.attribs['table:number-columns-repeated'] ?? 1);
    const text = cell.name === 'table:table-cell' ? textOf(cell) : '';
    for (let n = 0; n < (text === '' ? 0 : Math.min(repeats, maxRepeats)); n++)
      if (!hidden.has(column + n)) cells.push({ row, column: column + n, text, ...valueOf(cell.attribs) });
    column += repeats;
  }
  return cells;
}

function valueOf(attribs: Record<string, string>): Pick<SheetCell, 'type' | 'value'> {
  const type = types[attribs['office:value-type'] ?? ''] ?? 'text';
  const name = type === 'number' ? 'value' : `${type}-value`;
  return { type, value: type === 'text' ? '' : (attribs[`office:${name}`] ?? '') };
}

const textOf = (cell: Element): string =>
  plain(
    cell.children
      .filter((kid): kid is Element => isTag(kid) && kid.name === 'text:p')
      .map((paragraph) => shown(paragraph.children))
      .join('\n'),
  );

const shown = (nodes: readonly ChildNode[]): string =>
  nodes
    .map((node) => {
      if (isText(node)) return node.data;
      if (!isTag(node) || /^(?:office:annotation|draw:|text:ruby-text)/.test(node.name)) return '';
      return node.name === 'text:s' || node.name === 'text:tab' || node.name === 'text:line-break'
        ? ' '
        : shown(node.children);
    })
    .join('');

/** The text to compare, without differences caused by fonts and line ends. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2212\u00ad]/g, (sign) => (sign === '\u00ad' ? '' : '-'))
    .replace(/\s+/g, ' ')
    .trim();

function hiddenColumns(table: Element): Set<number> {
  const hidden = new Set<number>();
  let column = 0;
  for (const { attribs } of parts(table, 'table:table-column')) {
    const repeats = Number(attribs['table:number-columns-repeated'] ?? 1);
    if (/^(?:collapse|filter)$/.test(attribs['table:visibility'] ?? ''))
      for (let n = 0; n < Math.min(repeats, maxRepeats); n++) hidden.add(column + n);
    column += repeats;
  }
  return hidden;
}

/** Rows or columns, in groups or not; not those of tables within. */
const parts = (element: Element, name: string): Element[] =>
  element.children
    .filter(isTag)
    .flatMap((kid) =>
      kid.name === name
        ? [kid]
        : /^table:table-(?:header-|)(?:rows|columns|row-group|column-group)$/.test(kid.name)
          ? parts(kid, name)
          : [],
    );

const within = (nodes: readonly ChildNode[], name: string): Element[] =>
  nodes.filter(isTag).flatMap((node) => (node.name === name ? [node] : within(node.children, name)));
