// Rotated or slanted text: its lines as if they were upright.
import type { Box } from '../box.ts';
import type { Glyph, TextLine, PageContent } from '../page-content.ts';
import { fragmentsOf, joined, linesOf } from './lines.ts';

const thresholds = {
  /** em: a wider gap of ink is a blank; the ink of letters has gaps between it. */
  wordGap: 0.3,
  /** Difference of the squares of cosine and sine, below which the bounding box of a letter does not give its width. */
  skew: 0.2,
  /** em: the width of a letter at such angles. */
  typicalWidth: 0.5,
  /** em of a letter above its middle. */
  ascent: 0.6,
  /** em of a letter below its middle. */
  descent: 0.4,
  /** em from its middle down to the baseline. */
  baseline: 0.2,
};

/** Lines of one direction, as they would be upright. */
export interface RotatedLines {
  /** Degrees against the clock. */
  angle: number;
  /** Pieces that are far apart are separate lines. */
  pieces: TextLine[];
  /** With tabs between the pieces of one baseline. */
  lines: TextLine[];
}

/** The turned text of a page, one direction after the other. */
export function rotatedLines(page: PageContent): RotatedLines[] {
  const turned = page.glyphs.filter(({ angle, isArtifact }) => angle !== 0 && !isArtifact);
  return [...Map.groupBy(turned, ({ angle }) => angle)].map(([angle, glyphs]) => {
    const lying = glyphs.map((glyph) => upright(glyph, angle));
    const pieces = joined(fragmentsOf(lying, page.index, thresholds.wordGap));
    return { angle, pieces, lines: linesOf(pieces) };
  });
}

/** The box around letters that `upright` has rotated by the angle, before they are rotated back around its middle. */
export function boxOnPage({ left, top, right, bottom }: Box, angle: number): Box {
  const radians = (angle * Math.PI) / 180;
  const [across, down] = [(left + right) / 2, (top + bottom) / 2];
  const x = across * Math.cos(radians) + down * Math.sin(radians);
  const y = down * Math.cos(radians) - across * Math.sin(radians);
  const [wide, high] = [(right - left) / 2, (bottom - top) / 2];
  return { left: x - wide, right: x + wide, top: y - high, bottom: y + high };
}

/** Turned around the page's corner; only the places of glyphs towards each other matter. */
function upright(glyph: Glyph, angle: number): Glyph {
  const radians = (angle * Math.PI) / 180;
  const [x, y] = [(glyph.left + glyph.right) / 2, (glyph.top + glyph.bottom) / 2];
  const [across, down] = [x * Math.cos(radians) - y * Math.sin(radians), x * Math.sin(radians) + y * Math.cos(radians)];
  const width = widthOf(glyph, radians);
  const { size } = glyph.style;
  return {
    ...glyph,
    left: across - width / 2,
    right: across + width / 2,
    top: down - size * thresholds.ascent,
    bottom: down + size * thresholds.descent,
    baseline: down + size * thresholds.baseline,
    angle: 0,
  };
}

/** How wide a slanting letter is along its line: as its bounding box implies for a rectangle; near 45 degrees that is meaningless. */
function widthOf({ left, top, right, bottom, style }: Glyph, radians: number): number {
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  const [across, down] = [right - left, bottom - top];
  const skew = cos ** 2 - sin ** 2;
  const width = (across * cos - down * sin) / skew;
  return Math.abs(skew) < thresholds.skew ? Math.min(across, style.size * thresholds.typicalWidth) : width;
}
