// A workbook before it is written: sheets of cells with values and looks.
import type { CellValue } from './values/value.ts';

/** The limits of Excel. */
export const maxRows = 1_048_576;
export const maxColumns = 16_384;
export const maxCellLength = 32_767;

export interface Workbook {
  title: string;
  author: string;
  sheets: Sheet[];
}

export interface Sheet {
  name: string;
  /** Widths of the columns in points, of letters of the usual size. */
  columns: number[];
  /** By rows, then columns; cells do not overlap. */
  cells: SheetCell[];
  /** Rows at the top that stay in sight. */
  frozenRows: number;
  isRightToLeft: boolean;
}

export interface SheetCell {
  row: number;
  column: number;
  rowSpan: number;
  columnSpan: number;
  value: CellValue;
  look: CellLook;
}

export interface CellLook {
  isBold?: true;
  isItalic?: true;
  /** RRGGBB, where it is not black. */
  color?: string;
  /** RRGGBB. */
  fill?: string;
  align?: 'left' | 'center' | 'right';
  isWrapped?: true;
  /** RRGGBB of the lines around it. */
  borders?: Partial<Record<'top' | 'bottom' | 'left' | 'right', { color: string; isThick: boolean }>>;
}
