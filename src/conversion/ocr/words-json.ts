// Recognised text as JSON for callers: lines and words with their boxes in points on the upright page, and confidences.
import { boxAround, product, type Matrix } from './matrix.ts';
import type { RecognisedPage } from './recognised.ts';

export interface Reading {
  /** From 1. */
  page: number;
  /** Points of a unit of the page. */
  unit: number;
  recognised: RecognisedPage;
}

/** Returns the pages as JSON. */
export const wordsJson = (readings: readonly Reading[]): string => JSON.stringify({ pages: readings.map(pageOf) });

function pageOf({ page, unit, recognised }: Reading) {
  const { width, height, turn, skew, confidence, lines } = recognised;
  const matrix = product(recognised.matrix, uprightMatrix(recognised));
  const boxOf = (box: RecognisedPage['lines'][number]['words'][number]['box']) =>
    boxAround(matrix, box).map((value) => rounded(value * unit));
  const isTurned = turn === 90 || turn === 270;
  return {
    page,
    width: rounded((isTurned ? height : width) * unit),
    height: rounded((isTurned ? width : height) * unit),
    rotation: turn,
    skew: rounded((skew * 180) / Math.PI),
    confidence,
    lines: lines.map(({ words }) => ({
      text: words.map(({ text }) => text).join(' '),
      words: words.map(({ text, box, confidence: sure }) => ({ text, box: boxOf(box), confidence: Math.round(sure) })),
    })),
  };
}

/** From the page as a viewer shows it to the page turned upright. */
function uprightMatrix({ width, height, turn }: RecognisedPage): Matrix {
  if (turn === 90) return [0, 1, -1, 0, height, 0];
  if (turn === 180) return [-1, 0, 0, -1, width, height];
  if (turn === 270) return [0, -1, 1, 0, 0, width];
  return [1, 0, 0, 1, 0, 0];
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
