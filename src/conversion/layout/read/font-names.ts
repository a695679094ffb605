// The family that a PDF's font name means, in the names that word processors know.
import { eastAsianFamily } from '../text/east-asian-families.ts';
import { originals } from '../../metric-fonts/families.ts';
import { isKnownFamily } from '../text/widespread-families.ts';
import { styleWordsOf } from './font-style-words.ts';

/** The endings of names without a style. */
const styleEnd = new RegExp(`[ ]*(?:(?:Extra|Ultra)?(?:Bold|Black)|Italic|Oblique|Regular|PSMT|MT|PS)+$`);

/** A capital does not always begin a new word. */
const words: readonly (readonly [RegExp, string])[] = [
  [/Deja Vu/, 'DejaVu'],
  [/Open Symbol/, 'OpenSymbol'],
  [/CJ K(sc|tc|jp|kr|hk)/i, 'CJK $1'],
];

const keyOf = (family: string): string => family.toLowerCase().replace(/[^a-z0-9]/g, '');

// Fonts that are drawn in the place of others with the same metrics (fontconfig's 30-metric-aliases).
const metricTwins: Readonly<Record<string, string>> = {
  carlito: 'Calibri',
  caladea: 'Cambria',
  liberationsans: 'Arial',
  liberationserif: 'Times New Roman',
  liberationmono: 'Courier New',
  liberationsansnarrow: 'Arial Narrow',
  arimo: 'Arial',
  tinos: 'Times New Roman',
  cousine: 'Courier New',
  nimbussans: 'Arial',
  nimbusroman: 'Times New Roman',
  nimbusromno9l: 'Times New Roman',
  nimbussanl: 'Arial',
  nimbussanlcond: 'Arial Narrow',
  nimbussansnarrow: 'Arial Narrow',
  nimbusmonops: 'Courier New',
  nimbusmonl: 'Courier New',
  nimbusmono: 'Courier New',
  texgyretermes: 'Times New Roman',
  texgyreheros: 'Arial',
  texgyreheroscn: 'Arial Narrow',
  texgyrecursor: 'Courier New',
  freeserif: 'Times New Roman',
  freesans: 'Arial',
  freemono: 'Courier New',
  helvetica: 'Arial',
  times: 'Times New Roman',
  timesnewroman: 'Times New Roman',
  timesnewromanps: 'Times New Roman',
  courier: 'Courier New',
  couriernew: 'Courier New',
  arial: 'Arial',
  gelasio: 'Georgia',
  ...Object.fromEntries([...originals].map(([name, original]) => [keyOf(name), original])),
};

// Knuth's fonts and those drawn after them by the names of their files: Computer Modern, the European ones (cm-super), Latin Modern.
const knuthFamilies: readonly (readonly [RegExp, string])[] = [
  [/^(?:cm(?:tt|itt|sltt|tcsc|vtt|tex)|(?:sf|ec)(?:tt|it|st|tc|vt)(?=\d)|lmmono)/, 'Latin Modern Mono'],
  [/^(?:cmss|(?:sf|ec)(?:ss|sx|si|so)(?=\d)|lmsans)/, 'Latin Modern Sans'],
  [
    /^(?:cm(?:r|b|bx|bxti|bxsl|ti|sl|csc|mi|sy|ex)\d*|(?:sf|ec)(?:rm|bx|ti|bi|sl|bl|cc|xc|rb)(?=\d)|lmroman)/,
    'Latin Modern Roman',
  ],
];
const knuthBold = /^(?:cm(?:bx?|bxti|bxsl|ssbx|ssdc)|(?:sf|ec)(?:bx|bi|bl|xc|rb|sx|so))\d/;
const knuthItalic = /^(?:cm(?:ti|sl|mi|bxti|bxsl|itt|sltt|ssi)|(?:sf|ec)(?:ti|bi|sl|bl|si|so|it|st))\d/;

/** Suffixes of names of fonts with small capitals. "SC" alone is also the simplified Chinese of a family. */
const smallCapsEnd =
  /[- ]?(?:[Ss]mall[- ]?[Cc]aps|smcp|(?<=Regular|Roman|Book|Light|Medium|Semibold|Bold|Italic)SC)(?=$|[-,])|(?<!CJK)-SC$/;
/** The suffix of a subset whose capitals are scaled down to small capitals, to this many thousandths; its map calls them lower case. */
const scaledCaps = /-SC\d{3}$/;

/** Whether all letters of a font are capitals, even if its map disagrees. */
export const hasCapitalsOnly = (name: string): boolean => scaledCaps.test(name);
const knuthSmallCaps = /^(?:cmcsc|cmtcsc|(?:sf|ec)(?:cc|xc|tc)\d|lm(?:roman|mono)caps)/;

/** Whether a font's small letters are drawn as capitals. */
export function isSmallCaps(name: string): boolean {
  const plain = name.replace(/^[A-Z]{6}\+/, '').replace(/#20/g, ' ');
  return smallCapsEnd.test(plain) || knuthSmallCaps.test(plain.toLowerCase());
}

export interface FamilyName {
  font: string;
  bold: boolean;
  italic: boolean;
  /** Its name says how heavy it is. */
  hasWeight: boolean;
}

/** @param name such as "ABCDEF+LiberationSerif-BoldItalic" */
export function familyOf(name: string): FamilyName {
  const plain = name
    .replace(/^[A-Z]{6}\+/, '')
    .replace(/#20/g, ' ')
    .replace(smallCapsEnd, '')
    .replace(scaledCaps, '');
  const cut = plain.search(/[-,]/);
  const style = cut > 0 ? styleWordsOf(plain.slice(cut)) : undefined;
  const whole = style === undefined ? plain : plain.slice(0, cut);
  const { bold: boldWord = '', light = '', width = '' } = style ?? {};
  const knuth = knuthFamilies.find(([pattern]) => pattern.test(keyOf(whole)))?.[1];
  const lower = plain.toLowerCase();
  const italic =
    style?.italic === true || knuthItalic.test(lower) || /italic|oblique|(?:ital|obli)$|[-,](?:it|bi)$/i.test(plain);
  const isBold = boldWord !== '' || knuthBold.test(lower) || (light === '' && boldName.test(plain));
  if (knuth !== undefined) return { font: knuth, bold: isBold, italic, hasWeight: true };
  // "Arial Black" and "Segoe UI Semibold" are families, not weights of others.
  const own = `${whole} ${boldWord}${light}${width}`.trim();
  if ((boldWord !== '' || boldName.test(whole)) && isKnownFamily(own))
    return { font: spaced(own), bold: false, italic, hasWeight: true };
  const bare = isKnownFamily(whole) ? whole : whole.replace(styleEnd, '') || whole;
  const twin = metricTwins[keyOf(`${bare}${width}`)];
  const font = twin ?? [metricTwins[keyOf(bare)] ?? spaced(bare), light, width].filter((word) => word !== '').join(' ');
  return { font, bold: isBold, italic, hasWeight: isBold || light !== '' };
}

const boldName = /bold|black|heavy|medi(?:ital)?$|(?:^|[-,])(?:semi|demi)(?!-?light)/i;

/** Names without blanks get them back where a new word begins. */
function spaced(family: string): string {
  const known = eastAsianFamily(family);
  if (known !== undefined) return known;
  if (/\s/.test(family) && !/[a-z][A-Z]/.test(family)) return family;
  const parted = family
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[-_,]+/g, ' ')
    .trim();
  return words.reduce((name, [pattern, word]) => name.replace(pattern, word), parted);
}

/** The kind of a font for formulas: the letters of TeX's and other makers' math fonts, or the large signs of display formulas. */
export function mathOf(name: string): 'letters' | 'extension' | undefined {
  const key = name
    .replace(/^[A-Z]{6}\+/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  if (/^(?:cmex|lmmathextension|[tp]xex|ntxexx|mtex|euex|esint)/.test(key)) return 'extension';
  return /^(?:cm(?:mi|sy|mib|bsy)\d|lmmath|ms[ab]m|eu[frs][mb]|rsfs|[tpr]+x(?:mi|sy)|ntx(?:mi|sy)|mtmi|mtsy|mathjax|mathematica\d|stix\w*math|xits\w*math|cambriamath|asanamath|texgyre\w*math|latinmodernmath)/.test(
    key,
  )
    ? 'letters'
    : undefined;
}
