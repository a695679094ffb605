// Small helpers for SpreadsheetML (ECMA-376, part 1).
import { columnLetters } from '#core/columns.ts';

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
export const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const cellName = (row: number, column: number): string => `${columnLetters(column)}${row + 1}`;
