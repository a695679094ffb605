// The Latin glyph names of CFF's standard strings 1 to 228 (Adobe TN 5176, appendix A), their Unicode characters, and the encodings made of them.

// prettier-ignore
const words =
  'space exclam quotedbl numbersign dollar percent ampersand quoteright parenleft parenright asterisk plus comma hyphen period slash ' +
  'zero one two three four five six seven eight nine colon semicolon less equal greater question at ' +
  'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum underscore quoteleft ' +
  'a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde ' +
  'exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl ' +
  'endash dagger daggerdbl periodcentered paragraph bullet quotesinglbase quotedblbase quotedblright guillemotright ellipsis perthousand questiondown ' +
  'grave acute circumflex tilde macron breve dotaccent dieresis ring cedilla hungarumlaut ogonek caron ' +
  'emdash AE ordfeminine Lslash Oslash OE ordmasculine ae dotlessi lslash oslash oe germandbls ' +
  'onesuperior logicalnot mu trademark Eth onehalf plusminus Thorn onequarter divide brokenbar degree thorn threequarters twosuperior registered minus eth multiply threesuperior copyright ' +
  'Aacute Acircumflex Adieresis Agrave Aring Atilde Ccedilla Eacute Ecircumflex Edieresis Egrave Iacute Icircumflex Idieresis Igrave Ntilde Oacute Ocircumflex Odieresis Ograve Otilde Scaron Uacute Ucircumflex Udieresis Ugrave Yacute Ydieresis Zcaron ' +
  'aacute acircumflex adieresis agrave aring atilde ccedilla eacute ecircumflex edieresis egrave iacute icircumflex idieresis igrave ntilde oacute ocircumflex odieresis ograve otilde scaron uacute ucircumflex udieresis ugrave yacute ydieresis zcaron';
const characters =
  ' !"#$%&’()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_‘abcdefghijklmnopqrstuvwxyz{|}~' +
  "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ–†‡·¶•‚„”»…‰¿`´ˆ˜¯˘˙¨˚¸˝˛ˇ—ÆªŁØŒºæıłøœß¹¬µ™Ð½±Þ¼÷¦°þ¾²®−ð×³©" +
  'ÁÂÄÀÅÃÇÉÊËÈÍÎÏÌÑÓÔÖÒÕŠÚÛÜÙÝŸŽáâäàåãçéêëèíîïìñóôöòõšúûüùýÿž';

/** By string identifier, from 1. */
export const standardNames: readonly string[] = words.split(' ');
const identifiers = new Map(standardNames.map((name, index) => [name, index + 1]));
const unicodes = new Map(standardNames.map((name, index) => [name, [...characters][index]?.codePointAt(0) ?? 0]));
const namesByUnicode = new Map([...unicodes].map(([name, unicode]) => [unicode, name]));

export const standardIdentifier = (name: string): number | undefined => identifiers.get(name);

// Names of Windows' and Macintosh' Latin that are not standard strings.
const furtherNames: Readonly<Record<string, string>> = {
  Euro: '€',
  Delta: '\u2206',
  Omega: '\u2126',
  notequal: '≠',
  infinity: '∞',
  lessequal: '≤',
  greaterequal: '≥',
  partialdiff: '∂',
  summation: '∑',
  product: '∏',
  pi: 'π',
  integral: '∫',
  radical: '√',
  approxequal: '≈',
  lozenge: '◊',
  apple: '\uf8ff',
};
const namesOfFurther = new Map(
  Object.entries(furtherNames).map(([name, character]) => [character.codePointAt(0), name]),
);

const accents: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circumflex: '\u0302',
  tilde: '\u0303',
  macron: '\u0304',
  breve: '\u0306',
  dotaccent: '\u0307',
  dieresis: '\u0308',
  ring: '\u030a',
  hungarumlaut: '\u030b',
  caron: '\u030c',
  commaaccent: '\u0327',
  cedilla: '\u0327',
  ogonek: '\u0328',
};
const greek =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho . Sigma Tau Upsilon Phi Chi Psi Omega . . . . . . . ' +
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma1 sigma tau upsilon phi chi psi omega';
const greekNames = new Map(greek.split(' ').map((name, n) => [name, 0x391 + n]));

/** The possible code points of a glyph's name (Adobe Glyph List); empty for unknown names. */
export function unicodesOf(name: string): number[] {
  // Delta, Omega and mu are letters to some fonts and signs to others.
  const known = [unicodes.get(name), furtherNames[name]?.codePointAt(0), greekNames.get(name)];
  if (known.some((unicode) => unicode !== undefined)) return known.filter((unicode) => unicode !== undefined);
  const hex = /^(?:uni|u)([0-9A-F]{4,6})$/.exec(name)?.[1];
  if (hex !== undefined) return [Number.parseInt(hex, 16)];
  const [, letter, accent] = /^([A-Za-z])([a-z]+)$/.exec(name) ?? [];
  const mark = accent === undefined ? undefined : accents[accent];
  if (letter !== undefined && mark !== undefined)
    return [mark, '\u0326'].flatMap((sign) => {
      const composed = `${letter}${sign}`.normalize('NFC');
      return composed.length === 1 && (sign === mark || accent === 'commaaccent') ? [composed.charCodeAt(0)] : [];
    });
  const cyrillic = Number(/^afii(100\d\d)$/.exec(name)?.[1] ?? 0);
  if (cyrillic >= 10_017 && cyrillic <= 10_049) return [afii(cyrillic - 10_017, 0x410, 0x401)];
  return cyrillic >= 10_065 && cyrillic <= 10_097 ? [afii(cyrillic - 10_065, 0x430, 0x451)] : [];
}

/** The alphabet with Ё behind Е. */
const afii = (place: number, first: number, io: number): number =>
  place < 6 ? first + place : place === 6 ? io : first + place - 1;

export type Encoding = ReadonlyMap<number, string>;

// Positions of StandardEncoding's names: runs of codes that take the next identifiers.
const standardRuns: readonly (readonly [number, number])[] = [
  [32, 126],
  [161, 175],
  [177, 180],
  [182, 189],
  [191, 191],
  [193, 200],
  [202, 203],
  [205, 208],
  [225, 225],
  [227, 227],
  [232, 235],
  [241, 241],
  [245, 245],
  [248, 251],
];

export const standardEncoding: Encoding = new Map(
  standardRuns
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, n) => from + n))
    .map((code, index) => [code, standardNames[index] ?? '.notdef']),
);

function decoded(charset: string, code: number): number {
  return new TextDecoder(charset).decode(Uint8Array.of(code)).codePointAt(0) ?? 0;
}

const ofCharset = (charset: string): Encoding =>
  new Map(
    Array.from({ length: 224 }, (_, n) => n + 32).flatMap((code): [number, string][] => {
      const unicode = decoded(charset, code);
      const name = namesByUnicode.get(unicode) ?? namesOfFurther.get(unicode);
      return name === undefined ? [] : [[code, name]];
    }),
  );

/** The encodings that PDF names (ISO 32000-2, annex D), as far as they are Latin. */
export const encodings: Readonly<Record<string, Encoding>> = {
  '/StandardEncoding': standardEncoding,
  '/WinAnsiEncoding': new Map([...ofCharset('windows-1252'), [160, 'space'], [173, 'hyphen']]),
  '/MacRomanEncoding': new Map([...ofCharset('macintosh'), [202, 'space'], [219, 'currency']]),
};

/** The code points that a byte means in Windows' and in Macintosh' Latin. */
export const latinMeanings = (code: number): number[] => [decoded('windows-1252', code), decoded('macintosh', code)];
