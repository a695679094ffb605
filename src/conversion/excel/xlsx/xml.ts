// Small helpers for SpreadsheetML (ECMA-376, part 1).

export const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
export const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** The letters of a column, from 0. */
export function columnName(column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCodePoint(65 + ((rest - 1) % 26)) + name;
  return name;
}

export const cellName = (row: number, column: number): string => `${columnName(column)}${row + 1}`;
