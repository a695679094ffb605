// The letters of TeX's bitmap fonts, whose glyphs have numbers for names: the orders of Computer Modern's text fonts (OT1) and of
// European ones (T1, Cork), distinguished by the codes that a document uses.

const thresholds = {
  /** Small letters that make a font one of text: fonts of signs have hardly any in their place. */
  letters: 4,
};

const codes = (first: number, letters: string): [number, string][] =>
  [...letters].map((letter, n) => [first + n, letter]);

const inBoth = new Map<number, string>(
  [...`!#$%&()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]abcdefghijklmnopqrstuvwxyz`].map((letter) => [
    letter.charCodeAt(0),
    letter,
  ]),
);
const curved: [number, string][] = [
  [39, '’'],
  [96, '‘'],
];

const ot1 = new Map<number, string>([
  ...inBoth,
  ...curved,
  ...codes(0, 'ΓΔΘΛΞΠΣΥΦΨΩﬀﬁﬂﬃﬄıȷ'),
  ...codes(25, 'ßæœøÆŒØ'),
  ...([34, 60, 62, 92, 123, 124] as const).map((code, n): [number, string] => [code, '”¡¿“–—'[n] ?? '']),
]);

const cork = new Map<number, string>([
  ...inBoth,
  ...curved,
  ...codes(13, '‚‹›“”„«»–—'),
  ...codes(25, 'ıȷﬀﬁﬂﬃﬄ␣'),
  ...codes(34, '"'),
  ...codes(60, '<'),
  ...codes(62, '>'),
  ...codes(92, '\\'),
  ...codes(94, '^_'),
  ...codes(123, '{|}~'),
  ...codes(128, 'ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£'),
  ...codes(192, 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß'),
]);

/** The encoding of a font with these codes; if that is ambiguous, the codes with the same meaning in every text font. */
export function texEncoding(used: ReadonlySet<number>): ReadonlyMap<number, string> {
  const small = [...used].filter((code) => code >= 97 && code <= 122);
  if (small.length < thresholds.letters) return new Map();
  const [hasFi, hasCorkFi] = [used.has(12), used.has(28)];
  if ([...used].some((code) => code >= 128) || (hasCorkFi && !hasFi)) return cork;
  // Greek capitals of formulas use other codes than ligatures of text: a text font has punctuation, math fonts do not.
  const isText = used.has(44) || used.has(45);
  return isText && (hasFi || used.has(11) || used.has(13)) ? ot1 : inBoth;
}
