// Lines between points, and the arrows at their ends.

export type Point = [x: number, y: number];

const looks = {
  /** Times the thickness, and points at least: the sides of an arrow. */
  arrow: 6,
  minArrow: 6,
  /** Degrees between an arrow's sides and its line. */
  angle: 30,
};
/** Points of one line. */
const maxPoints = 20_000;

export const pointsOf = (numbers: readonly number[]): Point[] =>
  Array.from({ length: Math.min(maxPoints, Math.floor(numbers.length / 2)) }, (_, n) => [
    numbers[n * 2] ?? 0,
    numbers[n * 2 + 1] ?? 0,
  ]);

/** The path from point to point. */
export const polyline = (points: readonly Point[]): string =>
  points.map(([x, y], n) => `${number(x)} ${number(y)} ${n === 0 ? 'm' : 'l'}`).join(' ');

/** The arrow at the end of a line that comes from `from`; nothing of another ending (ISO 32000-2, table 179). */
export function arrowOf(kind: string | undefined, [x, y]: Point, from: Point, thickness: number): string {
  if (kind === undefined || !/^\/R?(?:Open|Closed)Arrow$/.test(kind)) return '';
  const direction = Math.atan2(from[1] - y, from[0] - x) + (kind.startsWith('/R') ? Math.PI : 0);
  const length = Math.max(looks.minArrow, looks.arrow * thickness);
  const side = (turn: number): Point => [
    x + length * Math.cos(direction + (turn * looks.angle * Math.PI) / 180),
    y + length * Math.sin(direction + (turn * looks.angle * Math.PI) / 180),
  ];
  return `${polyline([side(1), [x, y], side(-1)])} ${kind.includes('Closed') ? 'b' : 'S'}`;
}

const number = (value: number): number => Math.round(value * 1000) / 1000;
