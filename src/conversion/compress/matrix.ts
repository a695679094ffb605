// The linear part of a transformation: sizes need no more of it.
import type { PdfDocument, PdfValue } from '#conversion/pdf/graph.ts';

export type Matrix = readonly [number, number, number, number];

export const identity: Matrix = [1, 0, 0, 1];

/** Transforms by `first`, then by `second` (row vectors, as PDF has them). */
export const times = (first: Matrix, second: Matrix): Matrix => [
  first[0] * second[0] + first[1] * second[2],
  first[0] * second[1] + first[1] * second[3],
  first[2] * second[0] + first[3] * second[2],
  first[2] * second[1] + first[3] * second[3],
];

/** The matrix that an array of six numbers means; identity for anything else. */
export function matrixOf(document: PdfDocument, value: PdfValue | undefined): Matrix {
  const [a, b, c, d] = document.array(value).map((item) => document.number(item));
  return a === undefined || b === undefined || c === undefined || d === undefined ? identity : [a, b, c, d];
}

/** The lengths of the unit square's sides once transformed. */
export const sides = ([a, b, c, d]: Matrix): [number, number] => [Math.hypot(a, b), Math.hypot(c, d)];
