// The options of the search index, for the build that writes it and the browser that reads it.
import type { Options } from 'minisearch';

/** A page up to its first heading of the second level, or the part below one. */
export interface Part {
  id: number;
  address: string;
  title: string;
  /** Empty for the beginning of a page. */
  section: string;
  text: string;
  excerpt: string;
}

/** Words without their case and accents. */
const processTerm = (term: string): string => term.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export const indexOptions: Options<Part> = {
  fields: ['title', 'section', 'text'],
  storeFields: ['address', 'title', 'section', 'excerpt'],
  processTerm,
  searchOptions: {
    boost: { title: 5, section: 3 },
    prefix: true,
    // Short words have too many neighbours.
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  },
};
