// Rectangles of a page, in points from the top left corner of its visible part, y downwards.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The horizontal extent of something. */
export type Span = Pick<Box, 'left' | 'right'>;

/** The box of an object, without its other fields. */
export const bareBox = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom });

export const middleX = ({ left, right }: Span): number => (left + right) / 2;
export const middleY = ({ top, bottom }: Pick<Box, 'top' | 'bottom'>): number => (top + bottom) / 2;

/** Points of width and height that two boxes have in common; negative where they are apart. */
export const sharedWidth = (a: Span, b: Span): number => Math.min(a.right, b.right) - Math.max(a.left, b.left);
export const sharedHeight = (a: Box, b: Box): number => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);

/** All of a page. */
export const boxOfPage = ({ width, height }: { width: number; height: number }): Box => ({
  left: 0,
  top: 0,
  right: width,
  bottom: height,
});

/** The smallest box around boxes; inside out without boxes. */
export function union(boxes: readonly Box[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    if (box.left < left) left = box.left;
    if (box.top < top) top = box.top;
    if (box.right > right) right = box.right;
    if (box.bottom > bottom) bottom = box.bottom;
  }
  return { left, top, right, bottom };
}

export const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Of things that overlap the first one. */
export function withoutOverlaps<Item>(items: readonly Item[], boxOf: (item: Item) => Box): Item[] {
  const kept: Item[] = [];
  for (const item of items) if (!kept.some((other) => overlaps(boxOf(other), boxOf(item)))) kept.push(item);
  return kept;
}

/** Whether the middle of `inner` is within `outer`. */
export function contains(outer: Box, inner: Box, slack = 0): boolean {
  const [x, y] = [middleX(inner), middleY(inner)];
  return x >= outer.left - slack && x <= outer.right + slack && y >= outer.top - slack && y <= outer.bottom + slack;
}

/** In square points; 0 of a box that is inside out. */
export const areaOf = (box: Box): number => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);

/** The box with a margin of `by` on each side. */
export const grown = (box: Box, by: number): Box => ({
  left: box.left - by,
  top: box.top - by,
  right: box.right + by,
  bottom: box.bottom + by,
});

/** The intersection of two boxes; inside out if they do not overlap. */
export const intersection = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

/** A box or line as it looks in a mirror. */
export const mirrored = <T extends Span>(box: T): T => ({ ...box, left: -box.right, right: -box.left });
