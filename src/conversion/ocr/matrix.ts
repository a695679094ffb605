// Transformations as PDF writes them: [a b c d e f] takes (x, y) to (ax + cy + e, bx + dy + f).
export type Matrix = readonly [number, number, number, number, number, number];

/** The transformation that applies `first`, then `then`. */
export const product = (first: Matrix, then: Matrix): Matrix => {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = then;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
};

/** A turn by radians, clockwise with y downwards, about a point. */
export function turned(radians: number, x: number, y: number): Matrix {
  const [c, s] = [Math.cos(radians), Math.sin(radians)];
  return [c, s, -s, c, x - x * c + y * s, y - x * s - y * c];
}

export const applied = ([a, b, c, d, e, f]: Matrix, x: number, y: number): readonly [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

/** The box around a transformed box: left, top, right, bottom. */
export function boxAround(
  matrix: Matrix,
  [left, top, right, bottom]: readonly [number, number, number, number],
): [number, number, number, number] {
  const corners = [
    applied(matrix, left, top),
    applied(matrix, right, top),
    applied(matrix, left, bottom),
    applied(matrix, right, bottom),
  ];
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
