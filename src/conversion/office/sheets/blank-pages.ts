// Spreadsheets that LibreOffice may print empty pages for: where the empty part of a drawing lies, or cells that have a format alone.
import { formats, type Format } from '#core/formats.ts';
import { hasInParts, type OfficeDocument } from '../document.ts';
import { microsoftSheets } from '../kinds.ts';

const maxBytes = 32 << 20;
const emptyCell = /<(?:\w+:)?c(?=\s)(?=[^<>]*?\ss=["']\d)[^<>]*\/>/;
const sheetPart = /^xl\/worksheets\/[^/]+\.xml$/;
const drawingPart = /^xl\/drawings\//;
const openSheets: readonly Format[] = [formats.ods, formats.fods];

/** Whether the document may have some; false for other documents. */
export async function mayHaveBlankPages({ format, archive }: OfficeDocument): Promise<boolean> {
  // Rows and columns have formats of their own there, too.
  if (openSheets.includes(format)) return true;
  if (archive === null || !microsoftSheets.includes(format)) return false;
  if ([...archive.names].some((name) => drawingPart.test(name))) return true;
  return await hasInParts(archive, sheetPart, emptyCell, maxBytes);
}
