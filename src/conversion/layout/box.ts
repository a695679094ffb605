// Rectangles of a page, in points from the top left corner of its visible part, y downwards.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A horizontal extent. */
export type Span = Pick<Box, 'left' | 'right'>;

/** Returns only the box of an object, without its other fields. */
export const bareBox = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom });

export const middleX = ({ left, right }: Span): number => (left + right) / 2;
export const middleY = ({ top, bottom }: Pick<Box, 'top' | 'bottom'>): number => (top + bottom) / 2;

/** Returns by how many points two boxes overlap horizontally or vertically; negative if they are apart. */
export const sharedWidth = (a: Span, b: Span): number => Math.min(a.right, b.right) - Math.max(a.left, b.left);
export const sharedHeight = (a: Box, b: Box): number => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);

/** Returns the box of a whole page. */
export const boxOfPage = ({ width, height }: { width: number; height: number }): Box => ({
  left: 0,
  top: 0,
  right: width,
  bottom: height,
});

/** Returns the smallest box that contains all boxes; without boxes, its edges are in reverse order. */
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

/** Keeps only the first of items that overlap. */
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

/** Returns the area of a box in square points; 0 if its edges are in reverse order. */
export const areaOf = (box: Box): number => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);

/** Returns a box enlarged by `by` on each side. */
export const grown = (box: Box, by: number): Box => ({
  left: box.left - by,
  top: box.top - by,
  right: box.right + by,
  bottom: box.bottom + by,
});

/** Returns the intersection of two boxes; its edges are in reverse order if they do not overlap. */
export const intersection = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

/** Mirrors a box or line horizontally. */
export const mirrored = <T extends Span>(box: T): T => ({ ...box, left: -box.right, right: -box.left });
