// The style words after the family in the name of a font: "BoldItalicMT", "BdIt", "LightCond", "W6".

type Kind = 'bold' | 'italic' | 'light' | 'width' | 'plain';

/** In the order in which they are tried at each place of a name. */
const words: readonly (readonly [Kind, RegExp])[] = [
  ['plain', /^[-, ]+/],
  ['light', /^(?:(?:Extra|Ultra|Semi|Demi)[- ]?[Ll]ight|Light|Lt|Thin|Hairline)/],
  ['width', /^(?:(?:Extra|Ultra|Semi)?(?:Condensed|Compressed|Cond|Cn|Narrow|Extended))/],
  // Nimbus' names: "MediItal" is bold, the "MedItalic" of others is not.
  [
    'bold',
    /^(?:(?:Extra|Ultra|Semi|Demi)?[- ]?(?:Bold|bold|Bd|Bld|bld|bd)|(?:Extra|Ultra)?(?:Black|Blk|Heavy|Hv)|Medi(?=Ital|$))/,
  ],
  ['bold', /^(?:Demi|Semi|Ultra|W[6-9](?!\d))/],
  ['italic', /^(?:Italic|Ital|It|Oblique|Obli|Obl|Kursiv|Slanted)/],
  // Some makers number their styles: "85Heavy", "BdCn20".
  ['plain', /^(?:Regular|Regu|Roman|Book|Bk|Normal|Plain|Medium|Med|Md|PSMT|MT|PS|W[1-5](?!\d)|\d{1,2}(?!\d))/],
];

export interface StyleWords {
  bold: string;
  italic: boolean;
  /** A light weight is a family of its own, as the narrow and the wide ones are. */
  light: string;
  width: string;
}

/** Undefined if the text has anything but style words. */
export function styleWordsOf(suffix: string): StyleWords | undefined {
  const found: StyleWords = { bold: '', italic: false, light: '', width: '' };
  // "BI" is an abbreviation, "bold" and "BOLD" are words.
  let left = suffix
    .replace(/^([-, ]*)BI$/, '$1BoldItalic')
    .replace(
      /(?<![A-Za-z])([A-Za-z])([a-z]{3,}|[A-Z]{3,})(?![A-Za-z])/g,
      (_, first: string, rest: string) => `${first.toUpperCase()}${rest.toLowerCase()}`,
    );
  while (left !== '') {
    const [kind, word] = next(left);
    if (kind === undefined) return undefined;
    left = left.slice(word.length);
    if (kind === 'italic') found.italic = true;
    else if (kind !== 'plain') found[kind] += word;
  }
  return found;
}

function next(text: string): [Kind, string] | [undefined, ''] {
  for (const [kind, pattern] of words) {
    const word = pattern.exec(text)?.[0];
    if (word !== undefined && word !== '') return [kind, word];
  }
  return [undefined, ''];
}
