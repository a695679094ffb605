// Recognised lines as text to set: their sizes and weights estimated, their words on a common baseline.
import type { RecognisedLine, RecognisedPage, RecognisedWord } from './recognised.ts';

/** A word, or the space after one. */
export interface SetWord {
  text: string;
  x: number;
  y: number;
  width: number;
}

export interface SetLine {
  words: SetWord[];
  /** Of the letters, in units of the page. */
  size: number;
  isBold: boolean;
  /** The direction in which it runs, in radians, clockwise with y downwards. */
  angle: number;
  startsParagraph: boolean;
}

/** The height of lines from descenders to ascenders, as a share of the size of common fonts. */
const heightOfSize = 0.92;
/** Lines whose sizes differ by less have the same size. */
const sameSize = 0.12;
/** Radians: lines with less slope are horizontal. */
const level = 0.004;
/** Strokes of bold letters, compared to those of the page's other words of the same size. */
const boldStroke = 1.3;

/** The lines of a page in reading order; lines without words are left out. */
export function setLines(page: RecognisedPage): SetLine[] {
  const lines = page.lines
    .map((line) => ({ ...line, words: withBullet(line.words.filter(isText), line.height) }))
    .filter(({ words }) => words.length > 0);
  const sizes = evenSizes(lines.map(({ height, words }) => sizeOf(height, words)));
  const strokes = lines.map((line, n) => median(line.words.map(({ stroke }) => stroke)) / (sizes[n] ?? 1));
  const usual = median(strokes);
  return lines.map((line, n) => ({
    ...placed(line),
    size: sizes[n] ?? 1,
    isBold: usual > 0 && (strokes[n] ?? 0) > usual * boldStroke,
    startsParagraph: line.starts > 0 || n === 0,
  }));
}

/** Noise in pictures is read as single signs, of which Tesseract is not sure. */
const isText = ({ text, confidence }: RecognisedWord): boolean =>
  text.trim() !== '' && (confidence >= 30 || /[\p{L}\p{N}]{2}/u.test(text)) && confidence >= 5;

/** Signs as which bullets are read. */
const likeBullets = /^[¢©®°*»@]$/;
/** The height of bullets as a share of the line's, at most. */
const maxBullet = 0.6;

/** The words with a bullet at the start where Tesseract has read another small, round sign. */
function withBullet(words: readonly RecognisedWord[], height: number): RecognisedWord[] {
  const [first, ...rest] = words;
  if (first === undefined || rest.length === 0 || !likeBullets.test(first.text)) return [...words];
  const [left, top, right, bottom] = first.box;
  const isSmall = bottom - top < height * maxBullet && right - left < height * maxBullet;
  return isSmall ? [{ ...first, text: '•' }, ...rest] : [...words];
}

function sizeOf(height: number, words: readonly RecognisedWord[]): number {
  const tallest = Math.max(...words.map(({ box: [, top, , bottom] }) => bottom - top));
  return Math.max(1, (height > 0 ? height : tallest) / heightOfSize);
}

/** Gives lines of about the same size the median of theirs. */
function evenSizes(sizes: readonly number[]): number[] {
  const sorted = sizes.map((size, n) => ({ size, n })).sort((one, other) => one.size - other.size);
  const even: number[] = Array.from(sizes);
  for (let from = 0; from < sorted.length;) {
    const first = sorted[from]?.size ?? 1;
    let to = from;
    while (to < sorted.length && (sorted[to]?.size ?? 0) <= first * (1 + sameSize)) to += 1;
    const group = sorted.slice(from, to);
    const size = Math.round(median(group.map((one) => one.size)) * 2) / 2;
    for (const { n } of group) even[n] = Math.max(1, size);
    from = to;
  }
  return even;
}

function placed({ up, baseline: [x1, y1, x2, y2], words }: RecognisedLine): Pick<SetLine, 'words' | 'angle'> {
  if (up % 2 === 1) return placedUpright(up, words);
  const slope = x2 === x1 ? 0 : Math.atan2(y2 - y1, x2 - x1);
  const isLevel = Math.abs(slope) < level || up === 2;
  const at = (x: number) => (isLevel ? (y1 + y2) / 2 : y1 + (x - x1) * Math.tan(slope));
  const parts = words.map(({ text, box: [left, , right] }) => ({ text, x: left, y: at(left), width: right - left }));
  return { words: parts.flatMap((word, n) => [word, ...spaceAfter(word, parts[n + 1])]), angle: isLevel ? 0 : slope };
}

/** A line that runs downwards (heads to the right) or upwards. */
function placedUpright(up: number, words: readonly RecognisedWord[]): Pick<SetLine, 'words' | 'angle'> {
  const isDown = up === 1;
  const x = median(words.map(({ box: [left, , right] }) => (isDown ? left : right)));
  const parts = words.map(({ text, box: [, top, , bottom] }) => ({
    text,
    x,
    y: isDown ? top : bottom,
    width: bottom - top,
  }));
  return { words: parts, angle: isDown ? Math.PI / 2 : -Math.PI / 2 };
}

function spaceAfter({ x, y, width }: SetWord, next: SetWord | undefined): SetWord[] {
  const end = x + width;
  return next === undefined ? [] : [{ text: ' ', x: end, y, width: Math.max(0.1, next.x - end) }];
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
