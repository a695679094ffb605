// What pdf-to-word can do with the layout of pages.

/** Each page does what suits it, all pages flow, or all stay as they are. */
export const wordLayouts = ['auto', 'flow', 'exact'] as const;

export type WordLayout = (typeof wordLayouts)[number];
