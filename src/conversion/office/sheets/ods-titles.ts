// Sheets of OpenDocument that continue over pages side by side: their headings are repeated on each (OpenDocument 1.3 part 3, 9.1.7
// and 9.1.8).
import { attribute, withoutAttribute } from '#core/markup.ts';
import type { Xml, XmlEdit, XmlElement } from '../xml.ts';
import { cellsOf } from './ods-text.ts';

const sampledRows = 20;

/**
 * Makes titles of a table's first row and first column where they have nothing but words. Without room for the column on every
 * page, of the row alone.
 */
export function titlesOf(content: Xml, table: XmlElement, hasRoomForColumn: boolean): XmlEdit[] {
  for (const name of ['header-rows', 'header-columns', 'row-group', 'column-group'])
    if (content.first(`table:table-${name}`, table) !== undefined) return [];
  const rows = content.all('table:table-row', table).filter((row) => row.content !== '');
  const [first, ...others] = rows.take(sampledRows);
  if (first === undefined || others.length < 2 || first.tag.includes('number-rows-repeated')) return [];
  const head = cellsOf(content, first).filter((cell) => !isEmpty(cell));
  const hasHead = head.length > 1 && head.every(isText);
  const hasLeft =
    hasRoomForColumn &&
    others.every((row) => {
      const [cell] = cellsOf(content, row);
      return cell !== undefined && isText(cell);
    });
  const [from, , , to] = first.at;
  const [start, end] = hasHead ? ['<table:table-header-rows>', '</table:table-header-rows>'] : ['', ''];
  const column = content.first('table:table-column', table);
  // LibreOffice writes columns always; others leave them out where they have no style.
  const isMade = hasLeft && column === undefined;
  return [
    ...(hasLeft && column !== undefined ? [firstColumn(column)] : []),
    [from, from, (isMade ? titleColumn('<table:table-column/>') : '') + start],
    [to, to, end],
  ];
}

const titleColumn = (tag: string) => `<table:table-header-columns>${tag}</table:table-header-columns>`;

/** One column of several alike becomes the title. */
function firstColumn({ tag, at }: XmlElement): XmlEdit {
  const name = 'table:number-columns-repeated';
  const repeated = Number(attribute(tag, name) ?? 1);
  const rest = repeated > 1 ? tag.replace(/(number-columns-repeated\s*=\s*["'])\d+/, `$1${repeated - 1}`) : '';
  return [at[0], at[1], titleColumn(withoutAttribute(tag, name)) + rest];
}

const isEmpty = ({ tag }: XmlElement) => tag.endsWith('/>') && !tag.includes('office:value');
const isText = ({ tag }: XmlElement) => attribute(tag, 'office:value-type') === 'string';
