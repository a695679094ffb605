// Tables as flat OpenDocument for LibreOffice: of a text, and as sheets of a workbook.
import type { Table, TableCell } from './model.ts';

const namespaces = ['office', 'text', 'table', 'style']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const open = (kind: 'text' | 'spreadsheet', styles: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document ${namespaces} xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`;

const sides = ['left', 'right', 'center'] as const;
const alignments = sides
  .map(
    (side) =>
      `<style:style style:name="${side}" style:family="paragraph"><style:paragraph-properties fo:text-align="${side === 'right' ? 'end' : side === 'left' ? 'start' : side}"/><style:text-properties fo:font-size="9pt"/></style:style>`,
  )
  .join('');
const borders = {
  none: 'fo:border="none"',
  rows: 'fo:border="none" fo:border-bottom="0.5pt solid #888888"',
  all: 'fo:border="0.5pt solid #888888"',
};
const cellStyles = (attributes: string) =>
  Object.entries(borders)
    .map(
      ([name, border]) =>
        `<style:style style:name="cell-${name}" style:family="table-cell"><style:table-cell-properties fo:padding="0.06cm" ${border}/>${attributes}</style:style>`,
    )
    .join('');

/** Every table behind a heading of its own, on a page of its own. */
export const textOf = (tables: readonly Table[]): string =>
  open(
    'text',
    `${alignments}${cellStyles('')}<style:style style:name="new" style:family="paragraph"><style:paragraph-properties fo:break-before="page"/></style:style>`,
    tables
      .map(
        (table, n) =>
          `<text:h text:style-name="new" text:outline-level="2">Table ${n}</text:h><table:table table:name="t${n}"><table:table-column table:number-columns-repeated="${table.columns}"/>${rowsOf(table, () => `table:style-name="cell-${table.borders}" office:value-type="string"`)}</table:table><text:p>Text after it.</text:p>`,
      )
      .join(''),
  );

/** Every table as a sheet. */
export const workbookOf = (tables: readonly Table[]): string =>
  open(
    'spreadsheet',
    `${sides.flatMap((side) => Object.entries(borders).map(([name, border]) => `<style:style style:name="${side}-${name}" style:family="table-cell"><style:table-cell-properties ${border} style:text-align-source="fix"/><style:paragraph-properties fo:text-align="${side === 'right' ? 'end' : side === 'left' ? 'start' : side}"/></style:style>`)).join('')}<style:style style:name="wide" style:family="table-column"><style:table-column-properties style:column-width="1.9cm"/></style:style>`,
    tables
      .map(
        (table, n) =>
          `<table:table table:name="t${n}"><table:table-column table:style-name="wide" table:number-columns-repeated="${table.columns}"/>${rowsOf(table, ({ column }) => `table:style-name="${table.align[column]}-${table.borders}" office:value-type="string"`)}</table:table>`,
      )
      .join(''),
  );

function rowsOf({ rows, columns, align }: Table, attributesOf: (cell: TableCell) => string): string {
  const coveredUntil = Array.from({ length: columns }, () => 0);
  return rows
    .map((row, at) => {
      let all = '';
      for (let column = 0; column < columns; column++) {
        const cell = row.find((one) => one.column === column);
        if (cell === undefined) {
          const isCovered =
            (coveredUntil[column] ?? 0) > at ||
            row.some((one) => one.column < column && column < one.column + one.columnSpan);
          all += isCovered ? '<table:covered-table-cell/>' : '<table:table-cell/>';
          continue;
        }
        for (let c = column; c < column + cell.columnSpan; c++) coveredUntil[c] = at + cell.rowSpan;
        const paragraph = cell.text === '' ? '' : `<text:p text:style-name="${align[column]}">${cell.text}</text:p>`;
        const attributes =
          cell.text === '' ? attributesOf(cell).replace(/ office:value-type="\w+"/, '') : attributesOf(cell);
        all += `<table:table-cell ${attributes} table:number-columns-spanned="${cell.columnSpan}" table:number-rows-spanned="${cell.rowSpan}">${paragraph}</table:table-cell>`;
      }
      return `<table:table-row>${all}</table:table-row>`;
    })
    .join('');
}
