// Sheets of Excel that continue over pages side by side: their headings are repeated on each (ECMA-376 part 1, 18.2.5).
import { attribute } from '#core/markup.ts';
import type { Xml, XmlElement } from '../xml.ts';

/** How many rows and columns, from the first, are repeated on every page. */
export interface Titles {
  rows: number;
  columns: number;
}

const maxRows = 10;
const maxColumns = 3;
const sampledRows = 20;

/** The rows and columns that the author has frozen, else a first row and a first column of only words. */
export function titlesOf(sheet: Xml): Titles {
  const pane = sheet.tag('pane');
  if (attribute(pane, 'state')?.startsWith('frozen') === true) {
    const [rows, columns] = [Number(attribute(pane, 'ySplit') ?? 0), Number(attribute(pane, 'xSplit') ?? 0)];
    return { rows: rows <= maxRows ? rows : 0, columns: columns <= maxColumns ? columns : 0 };
  }
  const [first, ...others] = filledRows(sheet).take(sampledRows);
  if (first === undefined || attribute(first.tag, 'r') !== '1' || others.length < 2) return { rows: 0, columns: 0 };
  const head = cellsOf(sheet, first);
  return {
    rows: head.length > 1 && head.every(({ isText }) => isText) ? 1 : 0,
    columns: others.map((row) => cellsOf(sheet, row)[0]).every((cell) => cell?.column === 'A' && cell.isText) ? 1 : 0,
  };
}

/** The rows with content. */
export const filledRows = (sheet: Xml) => sheet.all('row').filter(({ content }) => content !== '');

/** The cells with content. */
const cellsOf = (sheet: Xml, row: XmlElement) =>
  [...sheet.all('c', row)].flatMap(({ tag }) => {
    const column = /^([A-Z]+)\d+$/.exec(attribute(tag, 'r') ?? '')?.[1];
    const isText = /^(?:s|str|inlineStr)$/.test(attribute(tag, 't') ?? '');
    return column === undefined || tag.endsWith('/>') ? [] : [{ column, isText }];
  });

/** The workbook with titles for sheets by their numbers; sheets that have some already keep them. */
export function withTitles(workbook: Xml, titles: ReadonlyMap<number, Titles>): Xml {
  const sheets = [...workbook.all('sheet')];
  const titled = [...workbook.all('definedName')]
    .filter(({ tag }) => attribute(tag, 'name') === '_xlnm.Print_Titles')
    .map(({ tag }) => attribute(tag, 'localSheetId'));
  const prefix = workbook.prefix('workbook');
  const list = [...titles]
    .filter(([n, { rows, columns }]) => rows + columns > 0 && !titled.includes(String(n)))
    .map(([n, { rows, columns }]) => {
      const sheet = `'${(attribute(sheets[n]?.tag ?? '', 'name') ?? '').replace(/'|&apos;|&#39;/g, "''")}'`;
      const parts = [
        ...(columns === 0 ? [] : [`${sheet}!$A:$${String.fromCharCode(64 + columns)}`]),
        ...(rows === 0 ? [] : [`${sheet}!$1:$${rows}`]),
      ];
      const start = `<${prefix}definedName name="_xlnm.Print_Titles" localSheetId="${n}">`;
      return `${start}${parts.join(',')}</${prefix}definedName>`;
    })
    .join('');
  if (list === '') return workbook;
  const found = workbook.first('definedNames');
  const whole = `<${prefix}definedNames>${list}</${prefix}definedNames>`;
  if (found !== undefined)
    return found.tag.endsWith('/>')
      ? workbook.with([[found.at[0], found.at[3], whole]])
      : workbook.with([[found.at[2], found.at[2], list]]);
  const end = workbook.endOf(['sheets', 'functionGroups', 'externalReferences']);
  return end < 0 ? workbook : workbook.with([[end, end, whole]]);
}
