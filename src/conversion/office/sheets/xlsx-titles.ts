// Sheets of Excel that go on over pages side by side: their headings are repeated on each (ECMA-376 part 1, 18.2.5).
import { attribute } from '#core/markup.ts';
import { excelRows } from './rows.ts';

/** Rows and columns from the first that stand on every page. */
export interface Titles {
  rows: number;
  columns: number;
}

const maxRows = 10;
const maxColumns = 3;
const sampledRows = 20;

/** The rows and columns that the author has frozen, else a first row and a first column of only words. */
export function titlesOf(sheet: string): Titles {
  const pane = /<(?:\w+:)?pane [^<>]*>/.exec(sheet)?.[0] ?? '';
  if (/state="frozen/.test(pane)) {
    const [rows, columns] = [Number(attribute(pane, 'ySplit') ?? 0), Number(attribute(pane, 'xSplit') ?? 0)];
    return { rows: rows <= maxRows ? rows : 0, columns: columns <= maxColumns ? columns : 0 };
  }
  const rows = [...excelRows(sheet).take(sampledRows)];
  const first = rows[0];
  if (first === undefined || attribute(first.attributes, 'r') !== '1' || rows.length < 3)
    return { rows: 0, columns: 0 };
  const head = cellsOf(first.content);
  const left = rows.slice(1).map(({ content }) => cellsOf(content)[0]);
  return {
    rows: head.length > 1 && head.every(({ isText }) => isText) ? 1 : 0,
    columns: left.every((cell) => cell?.column === 'A' && cell.isText) ? 1 : 0,
  };
}

/** The rows or columns that have content. */
const cellsOf = (row: string) =>
  [...row.matchAll(/<(?:\w+:)?c r="([A-Z]+)\d+"([^<>]*[^<>/])?>/g)].map(([, column, attributes = '']) => ({
    column,
    isText: /\st="(?:s|str|inlineStr)"/.test(attributes),
  }));

/** The workbook with titles for sheets by their numbers; sheets that have some already keep them. */
export function withTitles(workbook: string, titles: ReadonlyMap<number, Titles>): string {
  const sheets = [...workbook.matchAll(/<(?:\w+:)?sheet [^<>]*>/g)];
  const names = [...titles].flatMap(([n, { rows, columns }]) => {
    const own = new RegExp(`<(?:\\w+:)?definedName (?=[^<>]*_xlnm\\.Print_Titles)[^<>]*localSheetId="${n}"`);
    if (rows + columns === 0 || own.test(workbook)) return [];
    const sheet = `'${(attribute(sheets[n]?.[0] ?? '', 'name') ?? '').replace(/'|&apos;|&#39;/g, "''")}'`;
    const parts = [
      ...(columns === 0 ? [] : [`${sheet}!$A:$${String.fromCharCode(64 + columns)}`]),
      ...(rows === 0 ? [] : [`${sheet}!$1:$${rows}`]),
    ];
    return [`definedName name="_xlnm.Print_Titles" localSheetId="${n}">${parts.join(',')}</`];
  });
  if (names.length === 0) return workbook;
  const prefix = /<(\w+:)?workbook[\s>]/.exec(workbook)?.[1] ?? '';
  const list = names.map((name) => `<${prefix}${name}${prefix}definedName>`).join('');
  const close = `</${prefix}definedNames>`;
  const empty = `<${prefix}definedNames/>`;
  if (workbook.includes(empty)) return workbook.replace(empty, () => `<${prefix}definedNames>${list}${close}`);
  if (workbook.includes(close)) return workbook.replace(close, () => list + close);
  const before = new RegExp(
    `</${prefix}sheets>(?:<${prefix}(functionGroups|externalReferences)>.*?</${prefix}\\1>)*`,
    's',
  );
  return workbook.replace(before, (found) => `${found}<${prefix}definedNames>${list}${close}`);
}
