// How the files of single pages are called, in archives and in folders.

/** The file of a page, counted from 1, such as `page-001.png`. */
export const pageFile = (page: number, extension: string): string =>
  `page-${String(page).padStart(3, '0')}.${extension}`;

export const isPageFile = (name: string): boolean => /^page-\d{3,}\.\w+$/.test(name);
