// Display formulas whose parts are stacked (fractions, sums with their limits, matrices) are pictures of themselves, as lines
// of text they would be scattered letters; those whose parts are certain are written as formulas. Formulas on one line stay text.
import { areaOf, type Box, grown, overlaps, sharedHeight, union, withoutOverlaps } from '../box.ts';
import { median } from '../numbers.ts';
import { isBlank, piecesOf, rowsOf, textOfLine } from '../lines/lines.ts';
import { recognised } from '../math/recognise.ts';
import type { Formula, PageContent, Picture, Rule, TextLine } from '../page-content.ts';
import { drawnPicture } from './drawings.ts';

const thresholds = {
  /** Letters: longer words are those of sentences. */
  word: 3,
  /** Such words of a piece; more are running text. */
  maxWords: 2,
  /** Points: a thicker line is no fraction's. */
  bar: 1.2,
  /** em: the longest line of a fraction. */
  maxBar: 25,
  /** em from the line of a fraction to its numerator and denominator. */
  barDistance: 0.9,
  /** Times the usual size: limits and exponents are smaller. */
  small: 0.82,
  /** em between parts of one formula, beside each other ... */
  beside: 2.2,
  /** ... and above each other. */
  above: 0.45,
  /** em: a formula of one line is no higher. */
  oneLine: 1.75,
  /** em around its letters in which lines are its own: those of roots are over them. */
  nearLines: 0.2,
  /** em between a formula and its number. */
  numberGap: 1,
  /** em from a formula to its number at most: half of a page. */
  toNumber: 25,
  /** Points around it. */
  margin: 1.5,
  /** Letters of a page without which there are no formulas. */
  minMath: 3,
};

/** Pictures of the page's display formulas, which own their content. */
export function formulasOf(page: PageContent): Picture[] {
  const visible = page.glyphs.filter(({ angle, isHidden }) => angle === 0 && !isHidden);
  if (visible.filter(({ style }) => style.math !== undefined).length < thresholds.minMath) return [];
  const rows = rowsOf(piecesOf(visible, page.index));
  const pieces = rows.flat();
  const em = median(pieces.flatMap(({ size, glyphs }) => glyphs.map(() => size))) ?? 10;
  const running = new Set(pieces.filter(isRunning));
  // Parts of a line of text are within the text.
  const inText = new Set(
    rows.filter((row) => row.some((piece) => running.has(piece) && isNear(row, piece, em))).flat(),
  );
  const free = pieces.filter((piece) => !inText.has(piece));
  const bars = page.rules.filter((rule) => isBar(rule, free, em));
  const seeds: Box[] = [...bars, ...free.filter((piece) => isStacked(piece, em))];
  const formulas: Box[] = [];
  for (const seed of seeds) {
    if (formulas.some((box) => overlaps(box, seed))) continue;
    const parts = partsAround(seed, free, bars, em);
    const box = union(parts);
    const isCrossed = [...running].some((piece) => overlaps(box, shrunk(piece)));
    if (parts.length > 1 && !isCrossed && box.bottom - box.top > em * thresholds.oneLine && hasMath(parts, free))
      formulas.push(box);
  }
  const largest = formulas.toSorted((a, b) => areaOf(b) - areaOf(a));
  return withoutOverlaps(largest, (box) => box).map((box) => {
    const own = free.filter((piece) => overlaps(box, shrunk(piece)));
    const number = numberBeside(box, own, pieces, em);
    const near = grown(box, em * thresholds.nearLines);
    const within = page.rules.filter((rule) => overlaps(near, rule));
    const isDrawn = page.drawingPaths.some((path) => overlaps(near, path));
    const formula = isDrawn ? undefined : formulaOf(number === undefined ? own : [...own, number], within, em);
    const words = own.map((piece) => textOfLine(piece).trim()).join(' ');
    const shown = formula?.number === undefined || number === undefined ? box : union([box, number]);
    const picture = drawnPicture(page, grown(shown, thresholds.margin), words);
    return formula === undefined ? picture : { ...picture, formula };
  });
}

/** The number to the right of a formula, with nothing between them. */
function numberBeside(
  box: Box,
  own: readonly TextLine[],
  pieces: readonly TextLine[],
  em: number,
): TextLine | undefined {
  const [next] = pieces
    .filter(
      (piece) =>
        piece.left > box.right && piece.left < box.right + em * thresholds.toNumber && sharedHeight(piece, box) > 0,
    )
    .toSorted((a, b) => a.left - b.left);
  if (next === undefined || own.includes(next) || !isNumber.test(textOfLine(next).trim())) return undefined;
  return next;
}

/** The formula that letters and lines are, and its number to the right of them; undefined where its parts are not certain. */
function formulaOf(pieces: readonly TextLine[], bars: readonly Rule[], em: number): Formula | undefined {
  const [end, ...more] = pieces.filter((piece) => isNumber.test(textOfLine(piece).trim()));
  if (more.length > 0) return undefined;
  const others = pieces.filter((piece) => piece !== end);
  const beside = [...others, ...bars].filter((other) => end !== undefined && sharedHeight(other, end) > 0);
  const isApart =
    end !== undefined &&
    beside.length > 0 &&
    end.left - union(beside).right > em * thresholds.numberGap &&
    end.right > union([...others, ...bars]).right;
  const own = isApart ? others : pieces;
  const letters = own.flatMap(({ glyphs }) => glyphs).filter((glyph) => !isBlank(glyph));
  const parts = recognised(letters, bars);
  if (parts === undefined) return undefined;
  const size = Math.max(...letters.filter(({ style }) => style.math !== 'extension').map(({ style }) => style.size));
  const style = end?.glyphs[0]?.style;
  return { parts, size, ...(isApart && style && { number: { text: textOfLine(end).trim(), style } }) };
}

/** The number of a formula. */
const isNumber = /^\(\p{L}{0,2}[.\d-]{1,8}\p{L}?\)$/u;

const lettersOf = ({ glyphs }: TextLine) => glyphs.filter((glyph) => !isBlank(glyph));

/** Whether a piece has words of sentences. */
function isRunning({ glyphs }: TextLine): boolean {
  const plain = glyphs.map(({ text, style }) => (style.math === undefined ? text : ' ')).join('');
  const words = plain.match(/\p{L}+/gu) ?? [];
  return words.filter((word) => word.length > thresholds.word).length > thresholds.maxWords;
}

/** Whether running text is right beside the rest of its row: then the formula is in a sentence. */
const isNear = (row: readonly TextLine[], text: TextLine, em: number): boolean =>
  row.length === 1 ||
  row.some(
    (piece) =>
      piece !== text &&
      piece.left < text.right + em * thresholds.beside &&
      piece.right > text.left - em * thresholds.beside,
  );

/** Whether a line has something of a formula right over and right under it, as those of fractions do. */
function isBar(
  { direction, thickness, left, right, top }: PageContent['rules'][number],
  pieces: readonly TextLine[],
  em: number,
): boolean {
  if (direction !== 'horizontal' || thickness > thresholds.bar || right - left > em * thresholds.maxBar) return false;
  const within = pieces.filter((piece) => piece.left > left - em * 0.3 && piece.right < right + em * 0.3);
  const over = within.some((piece) => piece.baseline < top && top - piece.baseline < em * thresholds.barDistance);
  const under = within.some(
    (piece) => piece.baseline > top && piece.baseline - piece.size * 0.7 - top < em * thresholds.barDistance,
  );
  return over && under;
}

/** Large signs, and small letters on a line of their own: limits of sums. */
function isStacked(piece: TextLine, em: number): boolean {
  const letters = lettersOf(piece);
  return (
    letters.some(({ style }) => style.math === 'extension') ||
    (piece.size < em * thresholds.small && letters.some(({ style }) => style.math !== undefined))
  );
}

/** Everything close to a part of a formula, transitively. */
function partsAround(seed: Box, pieces: readonly TextLine[], bars: readonly Box[], em: number): Box[] {
  const parts: Box[] = [seed];
  const waiting = new Set<Box>([...pieces, ...bars]);
  for (let before = 0; before !== parts.length;) {
    before = parts.length;
    const box = union(parts);
    const reach = {
      left: box.left - em * thresholds.beside,
      right: box.right + em * thresholds.beside,
      top: box.top - em * thresholds.above,
      bottom: box.bottom + em * thresholds.above,
    };
    for (const piece of waiting)
      if (overlaps(reach, shrunk(piece))) {
        waiting.delete(piece);
        parts.push(piece);
      }
  }
  return parts;
}

const hasMath = (parts: readonly Box[], pieces: readonly TextLine[]): boolean =>
  pieces.some((piece) => parts.includes(piece) && piece.glyphs.some(({ style }) => style.math !== undefined));

/** Boxes of letters have room above and below their ink. */
const shrunk = (box: Box): Box => ({
  ...box,
  top: box.top + (box.bottom - box.top) * 0.2,
  bottom: box.bottom - (box.bottom - box.top) * 0.1,
});
