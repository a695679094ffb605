// Text that stands on its side or slantwise: its lines as they would be upright.
import type { Glyph, TextLine, PageContent } from '../page-content.ts';
import { fragmentsOf, joined, linesOf } from './lines.ts';

const thresholds = {
  /** em: a wider gap of ink is a blank; the ink of letters has gaps between it. */
  wordGap: 0.55,
  /** em of a letter above its middle. */
  ascent: 0.6,
  /** em of a letter below its middle. */
  descent: 0.4,
  /** em from its middle down to the baseline. */
  baseline: 0.2,
};

/** Lines of each direction of the page's turned text, one direction after the other. */
export function rotatedLines(page: PageContent): TextLine[][] {
  const turned = page.glyphs.filter(({ angle, isArtifact }) => angle !== 0 && !isArtifact);
  return [...Map.groupBy(turned, ({ angle }) => angle)].map(([angle, glyphs]) => {
    const lying = glyphs.map((glyph) => upright(glyph, angle));
    return linesOf(joined(fragmentsOf(lying, page.index, thresholds.wordGap)));
  });
}

/** Turned around the page's corner; only the places of glyphs towards each other matter. */
function upright(glyph: Glyph, angle: number): Glyph {
  const radians = (angle * Math.PI) / 180;
  const [x, y] = [(glyph.left + glyph.right) / 2, (glyph.top + glyph.bottom) / 2];
  const [across, down] = [x * Math.cos(radians) - y * Math.sin(radians), x * Math.sin(radians) + y * Math.cos(radians)];
  const isSideways = angle % 180 === 90;
  const width = isSideways ? glyph.bottom - glyph.top : glyph.right - glyph.left;
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
