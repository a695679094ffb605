// Labels of list items: bullets, numbers and letters before the text.
import type { Glyph, TextLine } from '../page-content.ts';
import { romanValue } from '../roman-numerals.ts';
import { isBlank, textOfLine } from '../lines/lines.ts';
import type { LabelKind } from '../layout-blocks.ts';

export interface Label {
  /** As it is printed, with symbols of symbol fonts as Unicode. */
  text: string;
  kind: LabelKind;
  /** 1 for "1", "a", "I"; every reading that the label allows. */
  value: number;
  /** Of several numbers, as in "2.1.3". */
  depth: number;
  /** Its number of glyphs, including the blanks after it. */
  length: number;
  left: number;
  /** Where the text after it begins. */
  textLeft: number;
  /** Set off from the text by more than a blank. */
  isSetOff: boolean;
}

/** Signs, arrows, geometric shapes, dingbats and their equivalents in symbol fonts; without circled numbers. */
const bullets =
  /^[•‣·∙⁃–—\-*~+>»›§\u2190-\u21ff\u25a0-\u25ff\u2605\u2606\u2610-\u2613\u261b\u261e\u2701-\u2775\u2794-\u27bf\u29be\u29bf\u2b00-\u2bff\uf000-\uf0ff]$/u;
/** Signs that text has too: they are bullets if they are separate, or repeated. */
export const isWeakBullet = (text: string): boolean => /^[-–—*~]$/u.test(text);
/** Signs of formulas and drawings: they are bullets if they are repeated. */
export const isRareBullet = (text: string): boolean => /^[+>»›\u2190-\u21ff]$/u.test(text);
const decimal = /^[([]?(\d{1,3})(?:[.)\]:]|[º°ª]|[.)]?[-–])?$/;
/** "Article 1." and "Q1:". */
const named = /^(?:\p{Lu}\p{L}{0,11}\.?|§§?)\s?(\d{1,3})[.):]?$/u;
const captions = /^(?:tab|fig|abb|chart|image|photo|bild|eq|note|page|seite)/iu;
/** A number of several parts without a blank before its text. */
const glued = /^\d{1,3}(?:\.\d{1,3})+\.(?=\p{Lu}\p{L})/u;
const multiple = /^(\d{1,3}(?:\.\d{1,3})+)[.)]?$/;
const letter = /^\(?([a-zA-Z])[.)]$/;
const roman = /^\(?([ivxlc]+|[IVXLC]+)[.)]$/;

/** Bullets of symbol fonts (private use or letters) as characters of Unicode. */
const symbols: Readonly<Record<string, string>> = {
  '\uf0b7': '•',
  '\uf0a7': '▪',
  '\uf0d8': '➢',
  '\uf0fc': '✓',
  '\uf0a8': '☐',
  '\uf06e': '■',
  '\uf06c': '●',
  '\uf076': '❖',
  '\uf02d': '–',
  '\uf0b0': '°',
  '\uf06f': '□',
  '\uf071': '❑',
  '\uf075': '◆',
  '\uf0fb': '✗',
  '\uf0fd': '☒',
  '\uf0fe': '☑',
};
const symbolsOf2: typeof symbols = { '\uf0a2': '■', '\uf0a3': '□', '\uf050': '✓', '\uf052': '☑', '\uf053': '☒' };
const isSymbolFont = (font: string) => /wingdings|webdings|symbol|dingbats/i.test(font);

export function symbolText(text: string, font: string): string {
  const code = text.codePointAt(0) ?? 0;
  const signs = /wingdings ?2/i.test(font) ? symbolsOf2 : symbols;
  const known = signs[isSymbolFont(font) && code < 0x100 ? String.fromCharCode(0xf000 + code) : text];
  // Only the font knows the look of its private signs.
  return known ?? (code >= 0xe000 && code <= 0xf8ff ? '•' : text);
}

/** The label at the beginning of a line, if there is one with text after it. */
export function labelOf(line: Pick<TextLine, 'glyphs'> | undefined): Label | undefined {
  const { glyphs = [] } = line ?? {};
  const start = skip(glyphs, 0, isBlank);
  const end = Math.min(start + longestWord, skip(glyphs, start, isInked));
  return (
    dashedLabel(glyphs, start, end) ??
    labelIn(glyphs, start, end) ??
    namedLabel(glyphs, start, end) ??
    gluedLabel(glyphs, start, end)
  );
}

/** Glyphs of a label at most. */
const longestWord = 12;

const isInked = (glyph: Glyph): boolean => !isBlank(glyph);

/** The first place from `at` on whose glyph is not one of those. */
function skip(glyphs: readonly Glyph[], at: number, isOne: (glyph: Glyph) => boolean): number {
  const found = glyphs.findIndex((glyph, n) => n >= at && !isOne(glyph));
  return found < 0 ? glyphs.length : found;
}

/** A label of the glyphs between two places. */
function labelIn(glyphs: readonly Glyph[], start: number, end: number, read = kindOf): Label | undefined {
  const after = skip(glyphs, end, isBlank);
  const [first, last, next] = [glyphs[start], glyphs[end - 1], glyphs[after]];
  if (first === undefined || last === undefined || next === undefined || end <= start) return undefined;
  // Somebody ticks it.
  if (first.formField !== undefined) return undefined;
  const raw = textOfLine({ glyphs: glyphs.slice(start, end) });
  const found = read(raw, first.style.font);
  // The section sign precedes its number.
  if (found === undefined || (end === after && !glued.test(`${raw}Aa`))) return undefined;
  if (found.text === '§' && /\p{N}/u.test(next.text)) return undefined;
  const distance = Math.abs(next.left - last.right);
  return {
    ...found,
    length: after,
    left: first.left,
    textLeft: next.left,
    isSetOff: distance > first.style.size * 0.5 || glyphs.slice(end, after).some(({ text }) => text === '\t'),
  };
}

/** "1 -": a number with a dash after it. */
function dashedLabel(glyphs: readonly Glyph[], start: number, end: number): Label | undefined {
  const second = skip(glyphs, end, isBlank);
  if (!/^[-–]$/u.test(glyphs[second]?.text ?? '')) return undefined;
  return labelIn(glyphs, start, second + 1, (raw) => {
    const number = /^(\d{1,3})\s*[-–]$/u.exec(raw)?.[1];
    return number === undefined ? undefined : { text: raw, kind: 'decimal', value: Number(number), depth: 1 };
  });
}

/** A word with a number that is set off from the text, as "Article 1."; labels of figures do not count. */
function namedLabel(glyphs: readonly Glyph[], start: number, end: number): Label | undefined {
  const read = (raw: string) => {
    const number = captions.test(raw) ? undefined : named.exec(raw.replace(/\s+/gu, ' '))?.[1];
    return number === undefined ? undefined : { text: raw, kind: 'decimal' as const, value: Number(number), depth: 1 };
  };
  const second = skip(glyphs, end, isBlank);
  const isNear = (glyphs[second]?.left ?? 0) - (glyphs[end - 1]?.right ?? 0) < (glyphs[start]?.style.size ?? 0) * 0.6;
  const both = isNear ? labelIn(glyphs, start, skip(glyphs, second, isInked), read) : undefined;
  const found = labelIn(glyphs, start, end, read) ?? both;
  return found?.isSetOff === true ? found : undefined;
}

/** "2.2.1.Of": a number that has no room for a blank. */
function gluedLabel(glyphs: readonly Glyph[], start: number, end: number): Label | undefined {
  const number = glued.exec(textOfLine({ glyphs: glyphs.slice(start, end + longestWord) }))?.[0];
  return number === undefined ? undefined : labelIn(glyphs, start, start + number.length);
}

function kindOf(raw: string, font: string): Pick<Label, 'text' | 'kind' | 'value' | 'depth'> | undefined {
  const text = [...raw].length === 1 ? symbolText(raw, font) : raw;
  const isCourierBullet = raw === 'o' && /courier/i.test(font);
  if ([...text].length === 1 && (bullets.test(text) || isSymbolFont(font) || isCourierBullet))
    return { text: isCourierBullet ? 'o' : text, kind: 'bullet', value: 0, depth: 1 };
  const several = multiple.exec(text)?.[1];
  if (several !== undefined) {
    // "2.0" is the second chapter, not a part of it.
    const parts = several.split('.').filter((part, n) => n === 0 || Number(part) > 0);
    const last = parts.at(-1) ?? '';
    return { text, kind: /^0\d/.test(last) ? 'decimalZero' : 'decimal', value: Number(last), depth: parts.length };
  }
  const number = decimal.exec(text)?.[1];
  // "007" is a name, "01" the first of up to 99.
  if (number !== undefined && /^0\d\d|^00/.test(number)) return undefined;
  if (number !== undefined)
    return { text, kind: /^0\d/.test(number) ? 'decimalZero' : 'decimal', value: Number(number), depth: 1 };
  const single = letter.exec(text)?.[1];
  const numeral = roman.exec(text)?.[1];
  // "i" begins a list of numerals, "c" is a letter more often than a hundred.
  if (numeral !== undefined && (numeral.length > 1 || /[ivxIVX]/.test(numeral)))
    return {
      text,
      kind: numeral === numeral.toLowerCase() ? 'lowerRoman' : 'upperRoman',
      value: romanValue(numeral),
      depth: 1,
    };
  if (single !== undefined)
    return {
      text,
      kind: single === single.toLowerCase() ? 'lowerLetter' : 'upperLetter',
      value: single.toLowerCase().charCodeAt(0) - 96,
      depth: 1,
    };
  return undefined;
}

/** Whether `next` may come right after `label` in one list. */
export function continues(label: Label, next: Label): boolean {
  if (label.kind === 'bullet' || next.kind === 'bullet') return label.kind === next.kind && label.text === next.text;
  return affixesOf(label.text) === affixesOf(next.text) && label.depth === next.depth && next.value === label.value + 1;
}

const isDecimal = (label: Label | undefined): label is Label =>
  label?.kind === 'decimal' || label?.kind === 'decimalZero';

/** Whether `label` is the first part of the other one: "2.1" of "2". */
export function isPartOf(whole: Label | undefined, label: Label): boolean {
  return (
    isDecimal(whole) &&
    isDecimal(label) &&
    label.depth === whole.depth + 1 &&
    label.value === 1 &&
    numbersOf(label.text).slice(0, whole.depth).join('.') === numbersOf(whole.text).slice(0, whole.depth).join('.')
  );
}

/** The text around the number: "(%)" or "%.". */
const affixesOf = (text: string): string =>
  /[a-z]{2}.*\d|\d.*[a-z]/i.test(text) ? text.replace(/\d+/, '%') : text.replace(/[0-9a-zA-Z.]*[0-9a-zA-Z]/, '%');

/** The level's text for a numbering, with %n for the number of level n; `numberAt` returns the current numbers of shallower levels. */
export function patternOf(
  { text, kind }: Pick<Label, 'text' | 'kind'>,
  level: number,
  numberAt: (level: number) => string | undefined,
): string {
  if (kind === 'bullet') return text;
  if (kind !== 'decimal' && kind !== 'decimalZero') return affixesOf(text).replace('%', `%${level + 1}`);
  const counted = countedPart(numbersOf(text));
  let part = 0;
  return text.replace(/\d+/g, (number) => {
    const place = level - counted + part++;
    if (place === level) return `%${level + 1}`;
    // Numbers that no level counts stay as printed: "1.1.1" of a first level is "1.1.%1".
    return place < level && place >= 0 && numberAt(place) === number ? `%${place + 1}` : number;
  });
}

const numbersOf = (text: string): string[] => [...text.matchAll(/\d+/g)].map(([number]) => number);

/** Which of the numbers of a label increases from item to item: "2.0" is the second chapter, not a part of it. */
const countedPart = (numbers: readonly string[]): number =>
  Math.max(
    0,
    numbers.findLastIndex((number) => Number(number) > 0),
  );

/** The value of a label that begins otherwise than labels do, as "Step 2". */
export const lastNumberIn = (text: string): number | undefined => {
  const numbers = numbersOf(text);
  return numbers.length === 0 ? undefined : Number(numbers[countedPart(numbers)]);
};
