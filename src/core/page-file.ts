// The names of files with single pages, in archives and in folders.

/** Returns the file name of a page, counted from 1, such as `page-001.png`. */
export const pageFile = (page: number, extension: string): string =>
  `page-${String(page).padStart(3, '0')}.${extension}`;

/** Returns the file name of a part with several pages, counted from 1, such as `part-001.pdf`. */
export const partFile = (part: number, extension: string): string =>
  `part-${String(part).padStart(3, '0')}.${extension}`;

/** Whether it is the name of a page or a part. */
export const isPageFile = (name: string): boolean => /^(page|part)-\d{3,}\.\w+$/.test(name);
