// Sheets of OpenDocument that go on over pages side by side: their headings are repeated on each (OpenDocument 1.3 part 3, 9.1.7
// and 9.1.8).
import { openRows } from './rows.ts';

const sampledRows = 20;

/**
 * The text of a table with a first row and a first column of nothing but words as titles; the same when it has neither. Without
 * room for the column on every page, the row alone.
 */
export function withTitles(table: string, hasRoomForColumn: boolean): string {
  if (/<table:table-header-(?:rows|columns)>|<table:table-(?:row|column)-group/.test(table)) return table;
  const [first, ...others] = openRows(table).take(sampledRows);
  if (first === undefined || others.length < 2 || first.attributes.includes('number-rows-repeated')) return table;
  const head = cellsOf(first.content).filter(({ isEmpty }) => !isEmpty);
  const hasHead = head.length > 1 && head.every(({ isText }) => isText);
  const hasLeft = hasRoomForColumn && others.every(({ content }) => cellsOf(content)[0]?.isText === true);
  const titled = hasHead
    ? `${table.slice(0, first.from)}<table:table-header-rows>${table.slice(first.from, first.to)}</table:table-header-rows>${table.slice(first.to)}`
    : table;
  if (!hasLeft) return titled;
  const column = /<table:table-column(?:\s[^<>]*)?\/>/;
  if (column.test(titled)) return titled.replace(column, firstColumn);
  // LibreOffice writes columns always; others leave them out where they have no style.
  return titled.replace(/<table:table-(?:header-rows|row)[\s>]/, (row) => firstColumn('<table:table-column/>') + row);
}

/** One column of several alike becomes the title. */
function firstColumn(tag: string): string {
  const repeated = Number(/number-columns-repeated="(\d+)"/.exec(tag)?.[1] ?? 1);
  const one = tag.replace(/\stable:number-columns-repeated="\d+"/, '');
  const rest = repeated > 1 ? tag.replace(/(number-columns-repeated=")\d+/, `$1${repeated - 1}`) : '';
  return `<table:table-header-columns>${one}</table:table-header-columns>${rest}`;
}

const cellsOf = (row: string) =>
  [...row.matchAll(/<table:(?:covered-)?table-cell(\s[^<>]*?)?(\/?)>/g)].map(([, attributes = '', close]) => ({
    isEmpty: close === '/' && !attributes.includes('office:value'),
    isText: attributes.includes('office:value-type="string"'),
  }));
