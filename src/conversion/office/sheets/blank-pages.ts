// Spreadsheets that LibreOffice may print empty pages for: where the empty part of a drawing lies, or cells that have a format alone.
import { formats, type Format } from '#core/formats.ts';
import type { OfficeDocument } from '../document.ts';

const maxBytes = 32 << 20;
const emptyCell = /<(?:\w+:)?c r="[A-Z]+\d+" s="\d+"\s*\/>/;
const sheetPart = /^xl\/worksheets\/[^/]+\.xml$/;
const drawingPart = /^xl\/drawings\//;
const openSheets: readonly Format[] = [formats.ods, formats.fods];
const microsoft: readonly Format[] = [formats.xlsx, formats.xlsm];

/** Whether the document may have some; false for other documents. */
export async function mayHaveBlankPages({ format, archive }: OfficeDocument): Promise<boolean> {
  // Rows and columns have formats of their own there, too.
  if (openSheets.includes(format)) return true;
  if (archive === null || !microsoft.includes(format)) return false;
  if ([...archive.names].some((name) => drawingPart.test(name))) return true;
  let left = maxBytes;
  for (const name of archive.names) {
    if (!sheetPart.test(name) || left <= 0) continue;
    const part = await archive.read(name, left);
    left -= part?.length ?? 0;
    if (emptyCell.test(part?.toString('latin1') ?? '')) return true;
  }
  return false;
}
