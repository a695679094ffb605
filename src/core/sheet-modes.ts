// Options of office-to-pdf for sheets wider than their page.

/** The modes: fit sheets whose author has not set up a page, fit no sheet, or fit all. */
export const sheetModes = ['auto', 'as-set', 'fit'] as const;

export type SheetMode = (typeof sheetModes)[number];
