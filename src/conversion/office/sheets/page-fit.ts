// How a sheet that is wider than its page is put on it.

/** Points. */
export interface SheetPage {
  width: number;
  height: number;
  /** Left and right together; top and bottom together. */
  sideMargins: number;
  endMargins: number;
}

/** A4 with LibreOffice's own margins, for sheets that name no page. */
export const usualPage: SheetPage = { width: 595.3, height: 841.9, sideMargins: 113.4, endMargins: 113.4 };

/** Smaller than this nobody reads it on paper: then the sheet is cut into pages as LibreOffice does. */
export const smallestScale = 0.5;

/** Whether the page is turned and the sheet shrunk to its width; undefined when the sheet fits or would be unreadable. */
export function fitToWidth(contentWidth: number, page: SheetPage): { landscape: boolean } | undefined {
  const tolerance = 0.5;
  if (contentWidth <= page.width - page.sideMargins + tolerance) return undefined;
  const wide = Math.max(page.width, page.height) - (page.height > page.width ? page.endMargins : page.sideMargins);
  if (wide / contentWidth < smallestScale) return undefined;
  return { landscape: true };
}
