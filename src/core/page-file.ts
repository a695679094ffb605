// The names of files with single pages, in archives and in folders.

/** Returns the file name of a page, counted from 1, such as `page-001.png`. */
export const pageFile = (page: number, extension: string): string =>
  `page-${String(page).padStart(3, '0')}.${extension}`;

export const isPageFile = (name: string): boolean => /^page-\d{3,}\.\w+$/.test(name);
