// Boxes to tick that are drawn beside text become signs of its line, marked where something is drawn or written in them.
import { areaOf, type Box, contains, grown, middleX, middleY, overlaps, withoutOverlaps } from '../box.ts';
import {
  boxSigns,
  type DrawingPath,
  type Fill,
  type Glyph,
  letterOn,
  type PageContent,
  type Rule,
} from '../page-content.ts';
import { tolerances } from '../tolerances.ts';
import { type Square, squaresAmong } from '../straight-lines.ts';

const thresholds = {
  /** em: the height of a box beside text of that size. */
  sideEm: { min: 0.5, most: 1.5 },
  /** em from a box to the text beside it at most. */
  besideEm: 2.6,
  /** The minimum share of a box that each line of its mark covers. */
  mark: 0.1,
  /** Times its area: a larger fill is the ground of more than it. */
  ground: 1.5,
  /** Tones of 255: a box that is darker is marked, and one that is lighter is not. */
  dark: 100,
  light: 230,
};

/** The marks that people write in boxes. */
const marks = /^[xX×✓✔✕✖✗✘☓●■]$/u;

/** Puts a sign in the place of each square of four lines with text beside it. */
export function readTickBoxes(page: PageContent): void {
  const all = squaresAmong(page.rules);
  const isAlone = ({ box }: Square) => !all.some((other) => touches(other.box, box));
  const squares = withoutOverlaps(all.filter(isAlone), ({ box }) => box);
  if (squares.length === 0) return;
  const text = page.letters.filter(({ angle, text: sign }) => angle === 0 && sign.trim() !== '');
  const signs = new Map<Glyph, { sign: Glyph; isBefore: boolean }[]>();
  const gone = new Set<unknown>();
  for (const { box, edges } of squares) {
    const within = text.filter((letter) => isIn(letter, box));
    const written = within.filter((letter) => marks.test(letter.text));
    if (within.length > 1 || written.length < within.length) continue;
    const beside = letterBeside(
      box,
      text.filter((letter) => !within.includes(letter)),
    );
    if (beside === undefined) continue;
    const drawn = page.drawingPaths.filter((path) => contains(box, path));
    const ground = page.fills.filter((fill) => contains(box, fill) && areaOf(fill) < areaOf(box) * thresholds.ground);
    const look = lookOf(box, { ground, drawn, isWritten: written.length > 0 });
    if (look === undefined) continue;
    const sign = signOf(box, beside, look);
    signs.set(beside, [...(signs.get(beside) ?? []), { sign, isBefore: box.left < beside.left }]);
    for (const part of [...edges, ...written, ...drawn, ...ground]) gone.add(part);
  }
  if (signs.size === 0) return;
  const isFree = (part: Rule | Glyph | Box) => !gone.has(part);
  page.rules = page.rules.filter(isFree);
  page.fills = page.fills.filter(isFree);
  page.drawingPaths = page.drawingPaths.filter(isFree);
  page.letters = page.letters.filter(isFree).flatMap((letter) => {
    const own = signs.get(letter) ?? [];
    const of = (isBefore: boolean) => own.filter((other) => other.isBefore === isBefore).map(({ sign }) => sign);
    return [...of(true), letter, ...of(false)];
  });
  page.glyphs = [...page.letters];
}

/** Whether squares are beside each other, as the cells of a comb are; those at one place are drawn twice. */
const touches = (a: Box, b: Box): boolean =>
  overlaps(grown(a, tolerances.sameRulePoints), b) && !(isIn(a, b) && isIn(b, a));

const isIn = (letter: Box, box: Box): boolean =>
  middleX(letter) > box.left &&
  middleX(letter) < box.right &&
  middleY(letter) > box.top &&
  middleY(letter) < box.bottom;

interface Inside {
  ground: readonly Fill[];
  drawn: readonly DrawingPath[];
  isWritten: boolean;
}

/** The sign of a box with its content: a black one is marked, a cross or tick is of lines, and anything else is a button or an icon. */
function lookOf(box: Box, { ground, drawn, isWritten }: Inside): string | undefined {
  const [on, off] = boxSigns.checkbox;
  const isLine = (path: DrawingPath) => !path.isFilled && areaOf(path) > areaOf(box) * thresholds.mark;
  if (!drawn.every(isLine)) return undefined;
  const tone = ground.length === 0 ? white : toneOf(ground.at(-1)!.color);
  if (tone < thresholds.dark) return '■';
  if (tone < thresholds.light) return undefined;
  return isWritten || drawn.length > 0 ? on : off;
}

const white = 255;
/** The mean of red, green and blue, from 0 to 255. */
const toneOf = (color: string): number => Buffer.from(color, 'hex').reduce((sum, part) => sum + part / 3, 0);

/** The nearest letter on the line of a box. */
function letterBeside(box: Box, letters: readonly Glyph[]): Glyph | undefined {
  const side = box.bottom - box.top;
  const gapTo = ({ left, right }: Box) => Math.max(left - box.right, box.left - right);
  const near = letters.filter((letter) => {
    const { size } = letter.style;
    const isAsHigh = side > size * thresholds.sideEm.min && side < size * thresholds.sideEm.most;
    const isOnLine = middleY(box) < letter.baseline && middleY(box) > letter.baseline - size;
    return isAsHigh && isOnLine && gapTo(letter) < size * thresholds.besideEm;
  });
  return near.toSorted((a, b) => gapTo(a) - gapTo(b))[0];
}

/** A field of its line, unless it is black for good. */
function signOf(box: Box, beside: Glyph, text: string): Glyph {
  const { mcid, isArtifact, style } = beside;
  const look = { ...style, bold: false, italic: false, font: 'MS Gothic' };
  const sign = { ...letterOn(beside.baseline, text, box, look), mcid, isArtifact };
  const [on, off] = boxSigns.checkbox;
  if (text !== on && text !== off) return sign;
  return { ...sign, formField: { kind: 'checkbox', name: '', value: '', isChecked: text === on, options: [], box } };
}
