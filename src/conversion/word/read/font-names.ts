// The family that a PDF's font name means, in the names that word processors know.

const weights = '(?:Extra|Ultra|Semi|Demi)?(?:Bold|Black|Heavy|Light|Medium|Thin)';
/** What may stand behind a dash or a comma. */
const stylePart = new RegExp(
  `^(?:${weights}|Italic|Oblique|Regular|Roman|Book|Normal|Regu|Medi|Ital|Obli|It|BI|MT|PS|[-, ])+$`,
  'i',
);
/** What may end a name without one. */
const styleEnd = new RegExp(`[ ]*(?:(?:Extra|Ultra)?(?:Bold|Black)|Italic|Oblique|Regular|PSMT|MT|PS)+$`);

/** Where a new word begins is not always where a capital stands. */
const words: readonly (readonly [RegExp, string])[] = [
  [/Deja Vu/, 'DejaVu'],
  [/Open Symbol/, 'OpenSymbol'],
  [/CJ K(sc|tc|jp|kr|hk)/i, 'CJK $1'],
];

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

/** What fonts have behind their name whose small letters are drawn as capitals. "SC" alone is also the simplified Chinese of a family. */
const smallCapsEnd =
  /[- ]?(?:[Ss]mall[- ]?[Cc]aps|smcp|(?<=Regular|Roman|Book|Light|Medium|Semibold|Bold|Italic)SC)(?=$|[-,])|(?<!CJK)-SC$/;
const knuthSmallCaps = /^(?:cmcsc|cmtcsc|(?:sf|ec)(?:cc|xc|tc)\d|lm(?:roman|mono)caps)/;

/** Whether a font's small letters are drawn as capitals. */
export function isSmallCaps(name: string): boolean {
  const plain = name.replace(/^[A-Z]{6}\+/, '').replace(/#20/g, ' ');
  return smallCapsEnd.test(plain) || knuthSmallCaps.test(plain.toLowerCase());
}

/** @param name such as "ABCDEF+LiberationSerif-BoldItalic" */
export function familyOf(name: string): { font: string; bold: boolean; italic: boolean } {
  const plain = name
    .replace(/^[A-Z]{6}\+/, '')
    .replace(/#20/g, ' ')
    .replace(smallCapsEnd, '');
  const lower = plain.toLowerCase();
  const bold =
    knuthBold.test(lower) ||
    (/bold|black|heavy|medi(?:ital)?$|(?:^|[-,])(?:semi|demi)/i.test(plain) && !/semilight/i.test(plain));
  const italic = knuthItalic.test(lower) || /italic|oblique|(?:ital|obli)$|[-,](?:it|bi)$/i.test(plain);
  const cut = plain.search(/[-,]/);
  const isStyle = cut > 0 && stylePart.test(plain.slice(cut + 1));
  const whole = isStyle ? plain.slice(0, cut) : plain;
  const family = whole.replace(styleEnd, '') || whole;
  const key = family.toLowerCase().replace(/[^a-z0-9]/g, '');
  // Names without blanks get them back where a new word begins.
  const spaced = family
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[-_,]+/g, ' ')
    .trim();
  const named = words.reduce((name, [pattern, word]) => name.replace(pattern, word), spaced);
  const knuth = knuthFamilies.find(([pattern]) => pattern.test(key))?.[1];
  if (knuth !== undefined) return { font: knuth, bold, italic };
  return { font: metricTwins[key] ?? (/\s/.test(family) ? family : named), bold, italic };
}

/** What a font for formulas is for: the letters of TeX's and other makers' math fonts, or the large signs of display formulas. */
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
