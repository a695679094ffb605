// Options of office-to-pdf for sheets wider than their page.

/** Fit those whose author has set up no page, fit none, or fit all. */
export const sheetModes = ['auto', 'as-set', 'fit'] as const;

export type SheetMode = (typeof sheetModes)[number];
