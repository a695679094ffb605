// Sheets as CSV in a ZIP archive (RFC 4180): UTF-8 with its mark, which Excel needs, values as programs read them.
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { printable } from '#core/markup.ts';
import type { Sheet } from './sheet-model.ts';
import type { CellValue } from './values/value.ts';

/** The same bytes for the same tables, whenever they are written. */
const mtime = new Date(1980, 0, 1);

/** Writes a file for each sheet, under its name. */
export async function writeCsvs(sheets: readonly Sheet[], output: Writable): Promise<void> {
  const zip = new ZipFile();
  for (const sheet of sheets) zip.addBuffer(Buffer.from(csvOf(sheet)), `${sheet.name}.csv`, { mtime, mode: 0o100644 });
  zip.end();
  await pipeline(zip.outputStream, output);
}

export function csvOf({ cells }: Pick<Sheet, 'cells'>): string {
  const [rows, columns] = [
    cells.reduce((count, { row, rowSpan }) => Math.max(count, row + rowSpan), 0),
    cells.reduce((count, { column, columnSpan }) => Math.max(count, column + columnSpan), 0),
  ];
  const byRow = Map.groupBy(cells, ({ row }) => row);
  const lines = Array.from({ length: rows }, (_, row) => {
    const fields = Array<string>(columns).fill('');
    for (const { column, value } of byRow.get(row) ?? []) fields[column] = field(plain(value));
    return fields.join(',');
  });
  return `\ufeff${lines.map((line) => `${line}\r\n`).join('')}`;
}

/** Numbers with a decimal point and dates in ISO 8601, in every language. */
function plain(value: CellValue): string {
  switch (value.kind) {
    case 'text':
      return harmless(printable(value.text));
    case 'boolean':
      return value.value ? 'TRUE' : 'FALSE';
    case 'number':
      return String(value.number);
    default:
      return value.iso;
  }
}

/** An apostrophe before text that a spreadsheet program would run as a formula: text of a document is data. */
const harmless = (text: string): string => (/^\s*(?:[=@]|[+-][^]*[(!|])/.test(text) ? `'${text}` : text);

const field = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
