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
  nimbusmonops: 'Courier New',
  helvetica: 'Arial',
  times: 'Times New Roman',
  timesnewroman: 'Times New Roman',
  timesnewromanps: 'Times New Roman',
  courier: 'Courier New',
  couriernew: 'Courier New',
  arial: 'Arial',
  gelasio: 'Georgia',
};

/** @param name such as "ABCDEF+LiberationSerif-BoldItalic" */
export function familyOf(name: string): { font: string; bold: boolean; italic: boolean } {
  const plain = name.replace(/^[A-Z]{6}\+/, '').replace(/#20/g, ' ');
  const bold =
    /bold|black|heavy|^cmbx|medi(?:ital)?$|(?:^|[-,])(?:semi|demi)/i.test(plain) && !/semilight/i.test(plain);
  const italic = /italic|oblique|^cm(?:ti|sl|mi|bxti)|(?:ital|obli)$|[-,](?:it|bi)$/i.test(plain);
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
  // TeX's own fonts are known by what they became.
  const knuth = /^(?:cm(r|bx|ti|sl|csc|bxti|mi|sy|ex)|sf(?:rm|bx|ti)|lmroman)\d*/.test(key)
    ? 'Latin Modern Roman'
    : /^(?:cmtt|sftt|lmmono)\d*/.test(key)
      ? 'Latin Modern Mono'
      : /^(?:cmss|sfss|lmsans)\d*/.test(key)
        ? 'Latin Modern Sans'
        : undefined;
  if (knuth !== undefined) return { font: knuth, bold, italic };
  return { font: metricTwins[key] ?? (/\s/.test(family) ? family : named), bold, italic };
}
