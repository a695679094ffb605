// Ruby: small kana above ideographs say how these are read. They belong to the letters below them, and are no line of their own.
import { claim } from '../claims.ts';
import { type Box, union } from '../box.ts';
import type { Glyph, PageContent, Ruby } from '../page-content.ts';
import { isBlank } from './lines.ts';

const thresholds = {
  /** Times the size of the letters below, between which ruby is. */
  smallest: 0.3,
  largest: 0.6,
  /** em of the base between the two baselines. */
  nearest: 0.7,
  farthest: 1.45,
  /** em of the ruby: letters of one word are closer, even where they are spread over their base. */
  gap: 1.2,
  /** em: letters on one baseline are off it by less. */
  baseline: 0.1,
  /** Share of an ideograph's width that its ruby is over. */
  covered: 0.3,
  /** em by which ruby may exceed its base on either side. */
  outside: 0.75,
  /** Letters of one piece of ruby. */
  letters: 24,
  /** Pieces on a page: more are something else, and each is compared with the letters of some lines. */
  pieces: 1000,
};

const isKana = ({ text }: Glyph): boolean => /^[\u3041-\u3096\u309d\u309e\u30a1-\u30fe]+$/.test(text);
const isBase = ({ text }: Glyph): boolean => /^[\p{Script=Han}\u3005-\u3007\u30f5\u30f6]$/u.test(text);

/** Removes ruby from a page, and attaches it to the letters below it. */
export function findRuby(page: PageContent): void {
  const pieces = piecesOfKana(page.glyphs);
  if (pieces.length === 0 || pieces.length > thresholds.pieces) return;
  const bases = page.glyphs
    .filter((glyph) => glyph.angle === 0 && isBase(glyph))
    .toSorted((a, b) => a.baseline - b.baseline);
  const taken = new Set<Glyph>();
  for (const piece of pieces) {
    const below = basesOf(piece, bases);
    const [first] = piece;
    if (first === undefined || below.length === 0) continue;
    const raise = below[0]!.baseline - first.baseline;
    const ruby: Ruby = { text: piece.map(({ text }) => text).join(''), size: first.style.size, raise };
    for (const glyph of below) glyph.ruby = ruby;
    for (const glyph of piece) taken.add(glyph);
  }
  if (taken.size > 0) claim(page, taken, 'ruby');
}

/** Short rows of kana that are smaller than the largest ideograph, with nothing else beside them. */
function piecesOfKana(glyphs: readonly Glyph[]): Glyph[][] {
  let largest = 0;
  for (const glyph of glyphs) if (isBase(glyph)) largest = Math.max(largest, glyph.style.size);
  const isSmall = ({ style, angle }: Glyph) => angle === 0 && style.size <= largest * thresholds.largest;
  if (!glyphs.some((glyph) => isSmall(glyph) && isKana(glyph))) return [];
  const pieces: Glyph[][] = [];
  for (const glyph of glyphs) {
    if (isBlank(glyph)) continue;
    const piece = pieces.at(-1);
    const before = piece?.at(-1);
    if (piece !== undefined && before !== undefined && isNext(before, glyph)) piece.push(glyph);
    else pieces.push([glyph]);
  }
  return pieces.filter(
    (piece) => piece.length <= thresholds.letters && piece.every((glyph) => isSmall(glyph) && isKana(glyph)),
  );
}

function isNext(before: Glyph, glyph: Glyph): boolean {
  const { size } = before.style;
  return (
    Math.abs(size - glyph.style.size) < size * thresholds.baseline &&
    Math.abs(before.baseline - glyph.baseline) < size * thresholds.baseline &&
    glyph.left - before.right < size * thresholds.gap &&
    glyph.left > before.left
  );
}

/** The ideographs on the next baseline below a piece that it covers; empty if it reaches beyond them. */
function basesOf(piece: readonly Glyph[], bases: readonly Glyph[]): Glyph[] {
  const { size } = piece[0]!.style;
  const { baseline } = piece[0]!;
  const box = union(piece);
  const found: Glyph[] = [];
  for (let n = firstBelow(bases, baseline); n < bases.length; n++) {
    const base = bases[n]!;
    const [em, below] = [base.style.size, base.baseline - baseline];
    if (below > (size / thresholds.smallest) * thresholds.farthest) break;
    if (found[0] !== undefined && base.baseline - found[0].baseline > em * thresholds.baseline) break;
    const isOver = below > em * thresholds.nearest && below < em * thresholds.farthest;
    const isSize = size >= em * thresholds.smallest && size <= em * thresholds.largest;
    if (isOver && isSize && base.ruby === undefined && isCovered(base, box)) found.push(base);
  }
  if (found.length === 0) return [];
  const slack = found[0]!.style.size * thresholds.outside;
  const under = union(found);
  return box.left > under.left - slack && box.right < under.right + slack ? found : [];
}

const isCovered = (base: Box, { left, right }: Box): boolean =>
  Math.min(base.right, right) - Math.max(base.left, left) > (base.right - base.left) * thresholds.covered;

function firstBelow(bases: readonly Glyph[], baseline: number): number {
  let [low, high] = [0, bases.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bases[middle]!.baseline <= baseline) low = middle + 1;
    else high = middle;
  }
  return low;
}
