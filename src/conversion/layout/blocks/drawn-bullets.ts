// Bullets that are drawn instead of written, as browsers do: small round or square shapes before a line become letters of it.
import { type Box, grown, middleY, overlaps } from '../box.ts';
import { isBlank, piecesOf } from '../lines/lines.ts';
import { type Glyph, type PageContent, type TextLine, unmarked } from '../page-content.ts';
import { visible } from './page-layout.ts';

const thresholds = {
  /** em: smaller shapes are specks ... */
  minSide: 0.14,
  /** ... and larger ones boxes or icons. */
  maxSide: 0.8,
  /** Points that both sides of a bullet differ by. */
  square: 0.8,
  /** em from the shape to its text at least; a closer shape belongs to a letter. */
  minGap: 0.2,
  /** em from the shape to its text at most. */
  maxGap: 2.6,
  /** em: text that ends closer on the left makes the shape a sign within a line. */
  before: 1.5,
  /** Points: a shape with other shapes as near is part of a drawing. */
  drawing: 10,
};

interface Shape extends Box {
  text: string;
  color: string;
}

/** Puts a bullet before the text of each line that has one drawn. */
export function findDrawnBullets(page: PageContent): void {
  const shapes = shapesOf(page);
  if (shapes.length === 0) return;
  const pieces = piecesOf(visible(page), page.index);
  const large = page.drawingPaths.filter((path) => !isSmall(path));
  const bullets = new Map<Glyph, Glyph>();
  const taken = new Set<string>();
  for (const shape of shapes) {
    if (large.some((path) => overlaps(grown(path, thresholds.drawing), shape))) continue;
    const line = lineOfBullet(shape, pieces);
    const first = line?.glyphs.find((glyph) => !isBlank(glyph));
    if (line === undefined || first === undefined) continue;
    bullets.set(first, bulletGlyph(shape, first, line));
    taken.add(keyOf(shape));
  }
  if (bullets.size === 0) return;
  page.glyphs = page.glyphs.flatMap((glyph) => {
    const bullet = bullets.get(glyph);
    return bullet === undefined ? [glyph] : [bullet, glyph];
  });
  const isFree = (box: Box) => !taken.has(keyOf(box));
  page.drawingPaths = page.drawingPaths.filter(isFree);
  page.fills = page.fills.filter(isFree);
}

const largest = 12;
const isSmall = ({ left, top, right, bottom }: Box): boolean => right - left < largest && bottom - top < largest;

/** Small shapes that are as wide as high. */
function shapesOf({ drawingPaths, fills }: PageContent): Shape[] {
  const isSquare = (box: Box) =>
    isSmall(box) && Math.abs(box.right - box.left - (box.bottom - box.top)) < thresholds.square;
  return [
    ...drawingPaths
      .filter(({ isArtifact }) => !isArtifact)
      .filter(isSquare)
      .map((path): Shape => ({ ...path, text: path.isFilled ? '•' : '◦' })),
    ...fills.filter(isSquare).map((fill): Shape => ({ ...fill, text: '▪' })),
  ];
}

/** The piece of text after the shape, with nothing before it. */
function lineOfBullet(shape: Shape, pieces: readonly TextLine[]): TextLine | undefined {
  const middle = middleY(shape);
  const beside = pieces.filter(({ top, bottom }) => middle > top && middle < bottom);
  const behind = beside.filter(({ left }) => left > shape.right).toSorted((a, b) => a.left - b.left)[0];
  if (behind === undefined) return undefined;
  const em = behind.size;
  const gap = behind.left - shape.right;
  const side = shape.right - shape.left;
  if (gap < em * thresholds.minGap || gap > em * thresholds.maxGap) return undefined;
  if (side < em * thresholds.minSide || side > em * thresholds.maxSide) return undefined;
  // Between the baseline and the height of letters.
  if (middle > behind.baseline || middle < behind.baseline - em) return undefined;
  const hasTextBefore = beside.some(
    ({ left, right }) => left < shape.right && right > shape.left - em * thresholds.before,
  );
  return hasTextBefore ? undefined : behind;
}

const keyOf = ({ left, top, right, bottom }: Box): string => `${left} ${top} ${right} ${bottom}`;

/** A letter in the style of the text behind it. */
const bulletGlyph = ({ left, right, text, color }: Shape, first: Glyph, line: TextLine): Glyph => ({
  text,
  left,
  right,
  top: first.top,
  bottom: first.bottom,
  baseline: line.baseline,
  style: { ...first.style, size: line.size, bold: false, italic: false, color },
  ...unmarked,
});
