// Words in which Latin letters are of one family and East Asian ones of another, as one run with both: Word sets each letter in the
// family of its script (ECMA-376, 17.3.2.26).
import type { Run, WordDocument } from '../docx-model.ts';
import { paragraphsOfDocument } from '../docx-paragraphs.ts';
import type { TextStyle } from '#conversion/layout/page-content.ts';
import { writtenFamily } from '#conversion/layout/text/style.ts';
import { eastAsianLetter } from '#conversion/layout/text/east-asian-families.ts';
import { isRightToLeft } from '#conversion/layout/lines/visual-order.ts';

/** Signs that are of both: quotation marks, dashes, the ellipsis, arrows, Greek and Cyrillic letters. */
const sign = /[\u00a1-\u00bf\u00d7\u00f7\u02c0-\u04ff\u2010-\u2e7f\ue000-\uf8ff]/;

/** Joins runs that differ in nothing but script and family. */
export function joinScripts(document: WordDocument): void {
  for (const paragraph of paragraphsOfDocument(document)) {
    if (!paragraph.runs.some(({ text }) => eastAsianLetter.test(text))) continue;
    const joined: { run: Run; scripts: Scripts }[] = [];
    for (const run of paragraph.runs) {
      const last = joined.at(-1);
      const scripts = scriptsOf(run);
      const both = last === undefined || !isAlike(last.run, run) ? undefined : merged(last.scripts, scripts);
      if (last === undefined || both === undefined) joined.push({ run, scripts });
      else {
        last.scripts = both;
        last.run = withBoth(last.run, run, both);
      }
    }
    paragraph.runs = joined.map(({ run }) => run);
  }
}

/** The style of the letters of each script in a run, and that of the signs. */
interface Scripts {
  latin?: TextStyle | undefined;
  eastAsian?: TextStyle | undefined;
  signs?: TextStyle | undefined;
}

function scriptsOf({ text, style }: Run): Scripts {
  const scripts: Scripts = {};
  // Blanks at the ends have no style of their own.
  for (const character of text.trim()) {
    if (eastAsianLetter.test(character)) scripts.eastAsian = style;
    else if (sign.test(character)) scripts.signs = style;
    else scripts.latin = style;
  }
  return scripts;
}

/** Both, if no script uses two families and the signs are of one of them. */
function merged(a: Scripts, b: Scripts): Scripts | undefined {
  const isOne = (own: TextStyle | undefined, other: TextStyle | undefined) =>
    own === undefined || other === undefined || writtenFamily(own) === writtenFamily(other);
  const latin = a.latin ?? b.latin;
  const eastAsian = a.eastAsian ?? b.eastAsian;
  const signs = a.signs ?? b.signs;
  if (latin === undefined || eastAsian === undefined) return undefined;
  if (!isOne(a.latin, b.latin) || !isOne(a.eastAsian, b.eastAsian) || !isOne(a.signs, b.signs)) return undefined;
  return isOne(signs, latin) || isOne(signs, eastAsian) ? { latin, eastAsian, signs } : undefined;
}

function withBoth(a: Run, b: Run, { latin, eastAsian, signs }: Scripts): Run {
  const style = latin ?? a.style;
  const takesSigns = signs !== undefined && writtenFamily(signs) !== writtenFamily(style);
  const languages = a.languages ?? b.languages;
  return {
    ...a,
    text: a.text + b.text,
    style,
    ...(languages === undefined ? {} : { languages }),
    ...(eastAsian === undefined ? {} : { eastAsia: { style: eastAsian, takesSigns } }),
  };
}

const isAlike = (a: Run, b: Run): boolean =>
  isPlain(a) &&
  isPlain(b) &&
  isSameLook(a.style, b.style) &&
  a.underline === b.underline &&
  a.strike === b.strike &&
  a.highlight === b.highlight &&
  a.position === b.position &&
  a.link === b.link &&
  a.remarks === b.remarks &&
  (a.languages === undefined || b.languages === undefined || a.languages.eastAsia === b.languages.eastAsia);

const isPlain = (run: Run): boolean =>
  run.text !== '' &&
  !isRightToLeft(run.text) &&
  [run.ruby, run.note, run.picture, run.shape, run.turned, run.field, run.control].every((own) => own === undefined) &&
  run.beginsBookmark === undefined &&
  run.endsBookmark === undefined;

const isSameLook = (a: TextStyle, b: TextStyle): boolean =>
  Math.round(a.size * 2) === Math.round(b.size * 2) &&
  a.bold === b.bold &&
  a.italic === b.italic &&
  a.color === b.color &&
  a.smallCaps === b.smallCaps &&
  (a.scale ?? 100) === (b.scale ?? 100) &&
  (a.spacing ?? 0) === (b.spacing ?? 0);
