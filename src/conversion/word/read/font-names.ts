// The family that a PDF's font name means, in the names that word processors know.

const styleWords =
  /[-, ]*(?:(?:Extra|Ultra|Semi|Demi)?(?:Bold|Black|Heavy|Light|Medium|Thin)|Italic|Oblique|Regular|Roman|Book|Normal|MT|PS|PSMT|It|BoldMT|ItalicMT)+$/;

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
  cmr: 'Latin Modern Roman',
};

/** @param name such as "ABCDEF+LiberationSerif-BoldItalic" */
export function familyOf(name: string): { font: string; bold: boolean; italic: boolean } {
  const plain = name.replace(/^[A-Z]{6}\+/, '').replace(/#20/g, ' ');
  const bold = /bold|black|heavy|(?:^|[-,])(?:semi|demi)/i.test(plain) && !/semilight/i.test(plain);
  const italic = /italic|oblique|[-,](?:it|bi)$/i.test(plain);
  let family = plain.replace(/,.*$/, '');
  for (let before = ''; before !== family;) {
    before = family;
    family = family.replace(styleWords, '') || before;
  }
  const key = family.toLowerCase().replace(/[^a-z0-9]/g, '');
  // Names without blanks get them back where a new word begins.
  const spaced = family
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .trim();
  return { font: metricTwins[key] ?? (/\s/.test(family) ? family : spaced), bold, italic };
}
