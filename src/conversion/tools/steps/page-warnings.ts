// Sentences about pages for the client.
import type { TextFacts, WrittenTextFacts } from '#core/document-facts.ts';

/** The number of pages to list; further pages are only counted. */
const maxNamed = 3;

/** The warnings about unrecognised letters (U+FFFD), one per font. */
export const ofLetters = ({ unreadable }: Pick<TextFacts, 'unreadable'>): string[] =>
  unreadable.map(({ font, pages, letters }) => {
    const named = font.replace(/[^\p{L}\p{N} ,.+-]/gu, '');
    const what = `${letters === 1 ? 'a letter' : `${letters} letters`} of ${named === '' ? 'a font without a name' : `the font ${named}`}`;
    return `On ${placeOf(pages)}, ${what} could not be recognised: the PDF does not say what ${letters === 1 ? 'it means' : 'they mean'}.`;
  });

/** The warning about a result without a word. */
export const ofWordless = ({ wordless }: Pick<WrittenTextFacts, 'wordless'>): string[] =>
  wordless.length === 0
    ? []
    : [`The result has no text, although ${placeOf(wordless)} ${wordless.length === 1 ? 'shows' : 'show'} some.`];

/** The number of words to list; further words are only counted. */
const maxWords = 6;

/** The warning about words and numbers that are not in the result. */
export function ofMissing({ missing }: Pick<TextFacts, 'missing'>): string[] {
  const words = missing.flatMap((page) => page.words);
  if (words.length === 0) return [];
  const named = words.slice(0, maxWords).map((word) => `“${word.replace(/[^\p{L}\p{M}\p{N}]/gu, '')}”`);
  const more = words.length > named.length ? ` and ${words.length - named.length} more` : '';
  return [
    `On ${placeOf(missing.map(({ page }) => page))}, the result lacks text of the PDF: ${named.join(', ')}${more}.`,
  ];
}

/** Pages in words. */
export function placeOf(pages: readonly number[]): string {
  if (pages.length === 1) return `page ${pages[0]}`;
  const [first, last] = [pages.slice(0, maxNamed), pages.length - maxNamed];
  return last > 0
    ? `pages ${first.join(', ')} and ${last} more`
    : `pages ${first.slice(0, -1).join(', ')} and ${first.at(-1)}`;
}
