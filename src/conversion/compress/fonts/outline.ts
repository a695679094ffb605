// A glyph as both kinds of charstring draw it: absolute points, and the stems that are in force from which segment on.

/** x and y of the end, for curves behind two control points. */
export type Segment =
  | { kind: 'move' | 'line'; points: readonly [number, number] }
  | { kind: 'curve'; points: readonly [number, number, number, number, number, number] };

/** The lower or left edge, and the width; -20 and -21 mark single edges. */
export type Stem = readonly [number, number];

export interface HintSet {
  /** The index of the segment before which it comes into force. */
  from: number;
  horizontal: Stem[];
  vertical: Stem[];
}

export interface Glyph {
  width: number;
  segments: Segment[];
  hints: HintSet[];
}

const near = (a: number, b: number) => Math.abs(a - b) < 0.01;

/** Whether two glyphs have the same outline. */
export const sameOutline = (a: readonly Segment[], b: readonly Segment[]): boolean =>
  a.length === b.length &&
  a.every(({ kind, points }, n) => {
    const other = b[n];
    return kind === other?.kind && points.every((value, i) => near(value, other.points[i] ?? Number.NaN));
  });
