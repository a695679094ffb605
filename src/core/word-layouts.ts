// What pdf-to-word can do with the layout of pages.

/** The layouts: whatever suits each page, all pages flowing, or all pages exact. */
export const wordLayouts = ['auto', 'flow', 'exact'] as const;

export type WordLayout = (typeof wordLayouts)[number];
