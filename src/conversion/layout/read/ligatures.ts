// Ligatures that a font's map calls by their first letter: which they are is seen by their width and their outline.
import type { PageObjectHandle } from '#conversion/pdfium/handles.ts';
import { outlineOf } from '#conversion/pdfium/glyph-outlines.ts';
import { font as fonts, textObject } from '#conversion/pdfium/text-page.ts';

const thresholds = {
  /** em that a ligature is narrower than its letters. */
  widthEm: 0.15,
  /** em between points of outlines that are the same. */
  pointEm: 0.02,
  /** Share of the points of an f that a ligature with it at its end has: the bars of two of them are one. */
  points: 0.3,
  /** Share of the longest edge of an l: those of an i are shorter. */
  edge: 0.85,
};

/** The letters of a ligature that its font maps to a plain f. @param character its character in that map */
export function ligatureOf(object: PageObjectHandle, character: string): string {
  const font = textObject.font(object);
  const whole = font === null ? undefined : outlineOf(font, codeOf(character));
  if (font === null || whole === undefined) return 'f';
  const advanceOf = (letter: string) => fonts.advance(font, codeOf(letter));
  /** The outline of a letter where it is the last one. */
  const atEnd = (letter: string): Contours => {
    const across = advanceOf(character) - advanceOf(letter);
    return (outlineOf(font, codeOf(letter))?.contours ?? []).map((own) =>
      own.map(([x, y]) => [x + across, y] as const),
    );
  };
  if (hasPointsOf(whole.contours, atEnd('f'))) return 'ff';
  const [l, from] = [longestEdge(atEnd('l'), -Infinity), advanceOf(character) - advanceOf('l')];
  const last = l > 0 && longestEdge(whole.contours, from) >= l * thresholds.edge ? 'l' : 'i';
  const offOf = (letters: string) =>
    Math.abs([...letters].reduce((sum, letter) => sum + advanceOf(letter), -advanceOf(character)));
  const [two, three] = [`f${last}`, `ff${last}`];
  const best = offOf(two) < offOf(three) ? two : three;
  return offOf(best) <= thresholds.widthEm ? best : 'f';
}

const codeOf = (letter: string): number => letter.codePointAt(0) ?? 0;

type Contours = readonly (readonly (readonly [x: number, y: number])[])[];

function hasPointsOf(whole: Contours, part: Contours): boolean {
  const [points, own] = [whole.flat(), part.flat()];
  const isIn = ([x, y]: readonly [number, number]) =>
    points.some(([left, up]) => Math.hypot(left - x, up - y) < thresholds.pointEm);
  return own.length > 0 && own.filter(isIn).length >= own.length * thresholds.points;
}

/** em: the longest way from point to point to the right of somewhere. */
const longestEdge = (contours: Contours, from: number): number =>
  Math.max(
    0,
    ...contours.flatMap((points) =>
      points.map(([x, y], n) => {
        const [nextX, nextY] = points[(n + 1) % points.length] ?? [x, y];
        return Math.min(x, nextX) < from ? 0 : Math.hypot(nextX - x, nextY - y);
      }),
    ),
  );
