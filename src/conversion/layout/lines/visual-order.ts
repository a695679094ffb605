// Letters of scripts that are written from right to left, in visual and in reading order:
// the Unicode bidirectional algorithm (UAX #9) the other way round.
import { union } from '../box.ts';
import type { Glyph, TextLine } from '../page-content.ts';

/** Letters that keep their order among themselves: a base with its marks, or those of one ligature. */
type Atom = Glyph[];

const thresholds = {
  /** Times the size: letters on one baseline are off it by less. */
  baseline: 0.3,
  /** Marks are higher and lower. */
  markBaseline: 1.2,
  /** em: letters of one ligature begin at one place. */
  sameLeft: 0.06,
  /** em: a letter that is further back than the previous one is drawn after it for another reason. */
  back: 0.5,
  /** em: a narrower gap is not a blank. */
  blank: 0.02,
  /** Share of a line's letters that are read from right to left, from which the line is, on a page of which most letters are ... */
  onSuchPage: 0.1,
  /** ... and on another one. */
  onOtherPage: 0.6,
  /** Signs that a line has for its brackets to be paired. */
  maxBrackets: 200,
};

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe]/;
const arabic = /[\u0600-\u08ff\ufb50-\ufdff\ufe70-\ufefe]/;
const digit = /[0-9\u06f0-\u06f9\u0660-\u0669]/;
const arabicDigit = /[\u0660-\u0669]/;
/** Signs of Arabic that are no letters: commas, the percent sign, those of decimals. */
const neutralSign = /[\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4]/;
const mark = /^\p{M}+$/u;
const separator = /^[,.:/\u00a0\u060c\u066b\u066c]$/;
const sign = /^[-+\u2212]$/;
const terminator = /^[%$\u20a0-\u20cf\u00a2-\u00a5#\u00b0\u2030\u066a]$/;

export const isRightToLeft = (text: string): boolean => rightToLeft.test(text);

/** Ideographs, kana and Korean syllables. */
const eastAsian = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;

type Kind = 'right' | 'left' | 'digit' | 'neutral';

function kindOf(text: string): Kind {
  if (digit.test(text)) return 'digit';
  if (rightToLeft.test(text)) return neutralSign.test(text) && text.length === 1 ? 'neutral' : 'right';
  return /\p{L}/u.test(text) ? 'left' : 'neutral';
}

/** Brings letters on one baseline into visual order, from left to right, if one of them is of such a script;
 * marks the lines that are read from right to left. So it does with East Asian ones, whose Latin words and signs some programs draw
 * after the others. Other lines are not changed. */
export function orderVisually(glyphs: readonly Glyph[]): Glyph[] {
  let [right, left, square] = [0, 0, 0];
  for (const { text } of glyphs) {
    if (text <= '~') left += Number(/[A-Za-z]/.test(text));
    else if (eastAsian.test(text)) square += 1;
    else {
      const kind = kindOf(text);
      if (kind === 'right') right += 1;
      else if (kind === 'left') left += 1;
    }
  }
  if (right + square === 0) return [...glyphs];
  const share = right > left ? thresholds.onSuchPage : thresholds.onOtherPage;
  const isOfNumbers = (kinds: readonly Kind[]) => right > left && kinds.includes('digit') && !kinds.includes('left');
  return rowsOf(glyphs).flatMap((row) => {
    if (row.some(({ angle }) => angle !== 0)) return row;
    const kinds = row.map(({ text }) => kindOf(text));
    const [own, others] = [count(kinds, 'right'), count(kinds, 'left')];
    if (own === 0 && !isOfNumbers(kinds)) return square > 0 ? putInOrder(row) : row;
    const isReversed = own === 0 || own >= (own + others) * share;
    const atoms = sorted(atomsOf(row.filter(takesPlace)));
    for (const atom of atoms) shareBox(atom);
    const ordered = atoms.flat();
    if (isReversed) for (const glyph of ordered) glyph.isReversed = true;
    return ordered;
  });
}

/** A line with East Asian letters in visual order; unchanged if no letter is further back than the previous one,
 * and where letters are drawn twice. */
function putInOrder(row: Glyph[]): Glyph[] {
  const isBack = (glyph: Glyph, n: number) =>
    n > 0 && glyph.left < (row[n - 1]?.left ?? 0) - glyph.style.size * thresholds.back;
  if (!row.some(isBack) || !row.some(({ text }) => eastAsian.test(text))) return row;
  const ordered = row.filter(takesPlace).toSorted((a, b) => a.left - b.left);
  const isTwice = ordered.some((glyph, n) => {
    const before = ordered[n - 1];
    return before?.text === glyph.text && glyph.left - before.left < (glyph.right - glyph.left) / 2;
  });
  return isTwice ? row : ordered;
}

const count = (kinds: readonly Kind[], kind: Kind): number => kinds.filter((own) => own === kind).length;

/** Blanks that PDFium makes up are anywhere. */
const takesPlace = ({ text, isGenerated, left, right, style }: Glyph): boolean =>
  text !== ' ' || (!isGenerated && right - left > style.size * thresholds.blank);

/** Letters that follow each other on one baseline. */
function rowsOf(glyphs: readonly Glyph[]): Glyph[][] {
  const rows: Glyph[][] = [];
  let base: Glyph | undefined;
  for (const glyph of glyphs) {
    const off = base === undefined ? Infinity : Math.abs(glyph.baseline - base.baseline);
    const size = Math.max(glyph.style.size, base?.style.size ?? 0);
    const isMark = mark.test(glyph.text);
    if (base === undefined || off > size * (isMark ? thresholds.markBaseline : thresholds.baseline)) {
      rows.push([glyph]);
      base = glyph;
    } else {
      rows.at(-1)?.push(glyph);
      if (!isMark) base = glyph;
    }
  }
  return rows;
}

function atomsOf(glyphs: readonly Glyph[]): Atom[] {
  const atoms: Atom[] = [];
  for (const glyph of glyphs) {
    const atom = atoms.at(-1);
    const last = atom?.at(-1);
    if (atom !== undefined && last !== undefined && belongs(atom, last, glyph)) atom.push(glyph);
    else atoms.push([glyph]);
  }
  return atoms;
}

function belongs(atom: Atom, last: Glyph, glyph: Glyph): boolean {
  if (glyph.text === ' ' || last.text === ' ' || last.text === '\t' || glyph.picture !== undefined) return false;
  const base = atom[0] ?? last;
  if (mark.test(glyph.text)) return glyph.right > base.left - base.style.size * 0.1 && glyph.left < base.right + 0.01;
  return isRightToLeft(glyph.text) && Math.abs(glyph.left - last.left) < last.style.size * thresholds.sameLeft;
}

/** Letters of one ligature have its box each, and marks that of their base. */
function shareBox(atom: Atom): void {
  if (atom.length < 2) return;
  const letters = atom.filter(({ text }) => !mark.test(text));
  const { left, right } = union(letters.length > 0 ? letters : atom);
  const { baseline } = letters[0] ?? atom[0]!;
  for (const glyph of atom) Object.assign(glyph, { left, right, baseline });
}

const sorted = (atoms: readonly Atom[]): Atom[] => atoms.toSorted((a, b) => placeOf(a) - placeOf(b));

const placeOf = (atom: Atom): number => atom[0]?.left ?? 0;

/** The letters of a line in visual order; unchanged without letters of a script that is read from right to left. */
export const visualOrder = (glyphs: Glyph[]): Glyph[] => (needsOrder(glyphs) ? sorted(atomsOf(glyphs)).flat() : glyphs);

const needsOrder = (glyphs: readonly Glyph[]): boolean =>
  glyphs.some(({ text, isReversed }) => isReversed === true || (text > '~' && isRightToLeft(text)));

/** Whether a line is read from right to left. */
export const isReversedLine = (glyphs: readonly Glyph[]): boolean =>
  glyphs.some(({ isReversed }) => isReversed === true);

/** Whether paragraphs are read from right to left: their lines are, or most of their letters. */
export function isRightToLeftText(lines: readonly Pick<TextLine, 'glyphs'>[]): boolean {
  // This runs for every paragraph, and most have no such letter.
  const own = lines.filter(({ glyphs }) => glyphs.some(({ text }) => text > '~' && isRightToLeft(text)));
  if (own.length === 0) return false;
  if (own.filter(({ glyphs }) => isReversedLine(glyphs)).length > lines.length / 2) return true;
  const letters = lines.flatMap(({ glyphs }) => glyphs.filter(({ text }) => /\p{L}/u.test(text)));
  return letters.length > 0 && letters.filter(({ text }) => isRightToLeft(text)).length > letters.length * 0.5;
}

/** The letters of a line in the order in which they are read; brackets face as they do in Unicode. */
export function readingOrder(glyphs: Glyph[]): Glyph[] {
  if (!needsOrder(glyphs)) return glyphs;
  const letters = glyphs.map(({ text }) => kindOf(text));
  // A line of Latin words beside one of Hebrew.
  if (letters.includes('left') && !letters.includes('right')) return glyphs;
  const atoms = sorted(atomsOf(glyphs));
  const texts = atoms.map((atom) => atom[0]?.text ?? '');
  const { pairs, shapes } = bracketsOf(texts);
  const kinds = atoms.map((atom) => kindOf(atom.map(({ text }) => text).join('')));
  const context: Line = { texts, kinds, pairs };
  const order: { at: number; isMirrored: boolean }[] = [];
  if (isReversedLine(glyphs)) readLeftwards(context, 0, atoms.length, order);
  else {
    let at = 0;
    for (const [start, end] of rightToLeftSpans(context)) {
      for (; at < start; at++) order.push({ at, isMirrored: false });
      readLeftwards(context, start, end, order);
      at = Math.max(at, end);
    }
    for (; at < atoms.length; at++) order.push({ at, isMirrored: false });
  }
  return order.flatMap(({ at, isMirrored }, n) => {
    const atom = atoms[at] ?? [];
    const shape = shapes.get(at);
    const alone =
      isMirrored && shape === undefined ? loneBracket(texts, at, order[n - 1]?.at, order[n + 1]?.at) : undefined;
    if (alone !== undefined && atom[0] !== undefined) atom[0].text = alone;
    if (shape !== undefined && atom[0] !== undefined) atom[0].text = isMirrored ? mirrored(shape) : shape;
    return atom;
  });
}

interface Line {
  texts: readonly string[];
  kinds: readonly Kind[];
  /** Of each bracket the other one. */
  pairs: ReadonlyMap<number, number>;
}

/** Reads a part of a line from right to left, and Latin words and numbers in it from left to right. */
function readLeftwards(line: Line, start: number, end: number, order: { at: number; isMirrored: boolean }[]): void {
  const spans = [...latinSpans(line, start, end)];
  const inLatin = new Uint8Array(end);
  for (const [from, to] of spans) inLatin.fill(1, from, to);
  const all = [...spans, ...numberSpans(line, start, end, inLatin)];
  const byEnd = new Map(all.map(([from, to]) => [to, from]));
  for (let at = end; at > start;) {
    const from = byEnd.get(at);
    if (from === undefined) {
      at -= 1;
      order.push({ at, isMirrored: true });
      continue;
    }
    for (let n = from; n < at; n++) order.push({ at: n, isMirrored: false });
    at = from;
  }
}

type Span = [start: number, end: number];

/** Latin words with the signs between them, and with the numbers after them (rules W7, N1). */
function latinSpans({ texts, kinds, pairs }: Line, start: number, end: number): Span[] {
  const spans: Span[] = [];
  for (let n = start; n < end; n++) {
    if (kinds[n] !== 'left') continue;
    let from = n;
    const before = spans.at(-1)?.[1] ?? start;
    while (from > before && kinds[from - 1] === 'digit') from -= 1;
    let to = n + 1;
    for (let m = to; m < end && kinds[m] !== 'right'; m++) {
      const isDigit = kinds[m] === 'digit' && (m === to || !arabicDigit.test(texts[m] ?? ''));
      if (kinds[m] === 'left' || isDigit) to = m + 1;
      else if (m === to && kinds[m - 1] === 'digit' && terminator.test(texts[m] ?? '')) to = m + 1;
    }
    spans.push(withBrackets([from, to], { pairs, kinds, start, end }));
    n = (spans.at(-1)?.[1] ?? to) - 1;
  }
  return spans;
}

/** A span with the other half of a bracket in it, if nothing else is between (rule N0). */
function withBrackets(
  [from, to]: Span,
  { pairs, kinds, start, end }: Pick<Line, 'pairs' | 'kinds'> & { start: number; end: number },
): Span {
  let [first, last] = [from, to];
  for (let n = to; n < end && kinds[n] === 'neutral'; n++) {
    const other = pairs.get(n);
    if (other !== undefined && other >= from && other < to) last = n + 1;
  }
  for (let n = from - 1; n >= start && kinds[n] === 'neutral'; n--) {
    const other = pairs.get(n);
    if (other !== undefined && other >= from && other < to) first = n;
  }
  return [first, last];
}

/** Numbers with the signs that belong to them (rules W2 to W6). */
function numberSpans({ texts, kinds }: Line, start: number, end: number, inLatin: Uint8Array): Span[] {
  const spans: Span[] = [];
  const isDigit = (n: number) => n >= start && n < end && kinds[n] === 'digit' && inLatin[n] !== 1;
  const isArabicLine = texts.some((text) => arabic.test(text));
  // Text before a number in reading order is to the right of it.
  const isAfterArabic = new Uint8Array(end);
  let isArabic = isArabicLine;
  for (let n = end - 1; n >= start; n--) {
    if (kinds[n] === 'right') isArabic = arabic.test(texts[n] ?? '');
    isAfterArabic[n] = Number(isArabic);
  }
  for (let n = start; n < end; n++) {
    if (!isDigit(n)) continue;
    let to = n + 1;
    const isEuropean = (at: number) => isAfterArabic[at] === 0 && !arabicDigit.test(texts[at] ?? '');
    for (;;) {
      if (isDigit(to)) to += 1;
      else if (
        isDigit(to + 1) &&
        (separator.test(texts[to] ?? '') || (sign.test(texts[to] ?? '') && isEuropean(to + 1)))
      )
        to += 2;
      else break;
    }
    let from = n;
    const last = to - 1;
    while (from > start && isEuropean(n) && terminator.test(texts[from - 1] ?? '') && inLatin[from - 1] !== 1)
      from -= 1;
    while (to < end && isEuropean(last) && terminator.test(texts[to] ?? '') && inLatin[to] !== 1) to += 1;
    spans.push([Math.max(from, spans.at(-1)?.[1] ?? start), to]);
    n = to - 1;
  }
  return spans;
}

/** Words that are read from right to left, with the text between them. */
function rightToLeftSpans({ kinds, pairs }: Line): Span[] {
  const spans: Span[] = [];
  for (let n = 0; n < kinds.length; n++) {
    if (kinds[n] !== 'right') continue;
    let to = n + 1;
    for (let m = to; m < kinds.length && kinds[m] !== 'left'; m++) if (kinds[m] === 'right') to = m + 1;
    const [from, end] = withBrackets([n, to], { pairs, kinds, start: spans.at(-1)?.[1] ?? 0, end: kinds.length });
    spans.push([from, end]);
    n = end - 1;
  }
  return spans;
}

const bracketKinds = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['\u00ab', '\u00bb'],
  ['\u2039', '\u203a'],
] as const;

const mirrored = (text: string): string => {
  const [open = '', close = ''] = bracketKinds.find((own) => own.some((sign) => sign === text)) ?? [];
  return text === open ? close : open;
};

/** A bracket whose other half is on another line opens where a word follows it, and closes behind one. */
function loneBracket(
  texts: readonly string[],
  at: number,
  before: number | undefined,
  after: number | undefined,
): string | undefined {
  const kind = bracketKinds.find((own) => own.some((sign) => sign === texts[at]));
  if (kind === undefined) return undefined;
  const isWord = (place: number | undefined) => place !== undefined && /[\p{L}\p{N}]/u.test(texts[place] ?? '');
  if (isWord(before) === isWord(after)) return undefined;
  return kind[isWord(after) ? 0 : 1];
}

/** Which brackets of a line, from left to right, belong together, and which way they face: maps of letters say either. Of one without
 * another nothing is known. */
function bracketsOf(texts: readonly string[]): { pairs: Map<number, number>; shapes: Map<number, string> } {
  const [pairs, shapes] = [new Map<number, number>(), new Map<number, string>()];
  for (const kind of bracketKinds) {
    const at = [...texts.keys()].filter((n) => texts[n] === kind[0] || texts[n] === kind[1]);
    if (at.length === 0 || at.length % 2 === 1 || at.length > thresholds.maxBrackets) continue;
    const opens = at.map((n) => texts[n] === kind[0]);
    const facing = [opens, opens.map((isOpen) => !isOpen)].find(isBalanced) ?? opens.map((_, n) => n % 2 === 0);
    const open: number[] = [];
    for (const [n, place] of at.entries()) {
      shapes.set(place, kind[facing[n] === true ? 0 : 1]);
      if (facing[n] === true) open.push(place);
      else {
        const other = open.pop() ?? place;
        pairs.set(place, other).set(other, place);
      }
    }
  }
  return { pairs, shapes };
}

function isBalanced(opens: readonly boolean[]): boolean {
  let depth = 0;
  for (const isOpen of opens) {
    depth += isOpen ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
