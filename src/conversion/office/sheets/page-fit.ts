// How a sheet that is wider than its page is put on it.

/** Points. */
export interface SheetPage {
  width: number;
  height: number;
  /** Left and right together; top and bottom together. */
  sideMargins: number;
  endMargins: number;
}

/** A4 with LibreOffice's margins, for sheets that name no page. */
export const typicalPage: SheetPage = { width: 595.3, height: 841.9, sideMargins: 113.4, endMargins: 113.4 };

/** A letter's mean width, in sizes of its font; text in a face of one width is wider, and runs a little further. */
export const letterWidth = 0.48;

/** Points beside the columns that are available to text that runs over. */
const roomForLines = 200;

/** Points: smaller letters cannot be read on paper. */
const readable = 6;

/** The smallest scale at which the default font of the sheet, by its points, can be read; below it a sheet is cut into pages. */
export const smallestScale = (fontSize: number): number => Math.min(1, readable / fontSize);

/** Points from the left edge of the first column. */
export interface SheetExtent {
  /** To the end of the last column with content. */
  columns: number;
  /** To the end of the text that runs over its cell's edge furthest. */
  text: number;
  /** Of the default font. */
  fontSize: number;
}

/**
 * As it is, on a page that is turned, or over several pages:
 *
 * - `asItIs`: the columns fit
 * - `width`: shrunk so that all fits the width of a turned page
 * - a factor that fits the columns on a turned page, and lets text run on
 * - `cut`: shrunk to one page it could not be read
 */
export type SheetFit = 'asItIs' | 'width' | { scale: number } | 'cut';

/** Of a page's width, that columns repeated on each may take at most. */
export const titleShare = 1 / 3;

/** Points between the margins of the page when its long side lies across. */
export const turnedRoom = (page: SheetPage): number =>
  Math.max(page.width, page.height) - (page.height > page.width ? page.endMargins : page.sideMargins);

export function fitToWidth({ columns, text, fontSize }: SheetExtent, page: SheetPage): SheetFit {
  const tolerance = 0.5;
  if (columns <= page.width - page.sideMargins + tolerance) return 'asItIs';
  const room = turnedRoom(page);
  const smallest = smallestScale(fontSize);
  // Text that runs over shrinks along with the columns.
  if (room / Math.max(columns, text) >= smallest) return 'width';
  if (room / columns < smallest) return 'cut';
  const wanted = columns + Math.min(Math.max(0, text - columns), roomForLines);
  return { scale: Math.max(smallest, Math.min(1, room / wanted)) };
}
