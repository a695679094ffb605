// Makes pictures of drawings: charts and other vector graphics, and pictures that overlap, become one picture each.
import { piecesOf, textOfLine } from '../lines/lines.ts';
import { type Box, contains, overlaps, union, areaOf, grown, intersection } from '../box.ts';
import { clustered } from '../groups.ts';
import type { PageContent, Picture } from '../page-content.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Dots per inch of painted parts: fine enough for print, a megapixel for a third of a page. */
  dpi: 200,
  /** Share of the smaller picture that the other covers: they are one. */
  covering: 0.5,
  /** Points: strips of one picture share edges within it. */
  sameEdge: 0.6,
  /** Share of the page: a larger path is its background. */
  background: 0.8,
  /** Paths: a page with more is a map. */
  maxPaths: 4000,
  /** Points: paths that are closer are of one drawing. */
  pathDistance: 8,
  /** Points: lines and boxes that are closer to a drawing belong to it. */
  partDistance: 4,
  /** Share of the page: a larger box is no part of a drawing. */
  maxPart: 0.5,
  /** Paths of a drawing. */
  minPaths: 3,
  /** Points that a drawing is wide and high at least. */
  minSide: 20,
  /** Share of the drawing's width: a longer line is text, not a label ... */
  textLine: 0.4,
  /** Paths of a chart, and the longer lines that it may have. */
  chartPaths: 20,
  chartTitles: 2,
  /** Words of the labels of a drawing. */
  maxWords: 60,
  /** Points around a drawing: half of the thickness of its lines. */
  margin: 1,
  /** Points: marks in boxes to tick are narrower and lower ... */
  maxMark: 16,
  /** ... and reach no farther out of their box. */
  markOut: 2.5,
  /** Share of a mark's width or height that a side of its box has at least. */
  boxSide: 0.6,
};

/** A part of the page as a picture; a bare one has no text that tags name. */
export function drawnPicture(page: PageContent, box: Box, alternative = '', isBare = false): Picture {
  const within = {
    left: Math.max(0, box.left),
    top: Math.max(0, box.top),
    right: Math.min(page.width, box.right),
    bottom: Math.min(page.height, box.bottom),
  };
  return {
    ...within,
    ...(alternative === '' ? {} : { altText: alternative }),
    mcid: -1,
    isArtifact: false,
    isRendered: true,
    width: Math.round(((within.right - within.left) * thresholds.dpi) / 72),
    height: Math.round(((within.bottom - within.top) * thresholds.dpi) / 72),
    data: () => page.render(within, thresholds.dpi, isBare),
  };
}

/** Pictures that cover each other for the most part, and tiles of one, are drawn as they are seen. */
export function mergedPictures(page: PageContent, pictures: readonly Picture[]): Picture[] {
  const groups = clustered(
    pictures,
    (a, b) =>
      areaOf(intersection(a, b)) > Math.min(areaOf(a), areaOf(b)) * thresholds.covering ||
      (isTile(a, b) && overlaps(grown(a, thresholds.sameEdge), b)),
  );
  return groups.flatMap((group) => {
    const box = union(group);
    // A drawing contains the text over it, too.
    const hasText = page.glyphs.some((glyph) => glyph.text.trim() !== '' && contains(box, glyph));
    return group.length === 1 || hasText ? group : [drawnPicture(page, box)];
  });
}

/** Strips of one picture have the same left and right, or the same top and bottom. */
const isTile = (a: Box, b: Box): boolean =>
  (Math.abs(a.left - b.left) < thresholds.sameEdge && Math.abs(a.right - b.right) < thresholds.sameEdge) ||
  (Math.abs(a.top - b.top) < thresholds.sameEdge && Math.abs(a.bottom - b.bottom) < thresholds.sameEdge);

/** Whether a line ticks or crosses a small box, which is not a drawing: at least two sides of the box are around it. */
function isMark(stroke: Box, { rules }: PageContent): boolean {
  const [wide, high] = [stroke.right - stroke.left, stroke.bottom - stroke.top];
  if (wide > thresholds.maxMark || high > thresholds.maxMark) return false;
  const around = grown(stroke, thresholds.markOut);
  const sides = rules.filter(
    (rule) =>
      contains(grown(around, thresholds.markOut), rule) &&
      Math.max(rule.right - rule.left, rule.bottom - rule.top) > Math.min(wide, high) * thresholds.boxSide,
  );
  return sides.length >= 2;
}

/** Boxes of drawings: curves and slanted lines that are close together, with the lines and boxes between them. Running text is not a drawing. */
export function drawingsOf(page: PageContent): Picture[] {
  const strokes = page.drawingPaths.filter(
    (stroke) =>
      !stroke.isArtifact && areaOf(stroke) < page.width * page.height * thresholds.background && !isMark(stroke, page),
  );
  if (strokes.length === 0 || strokes.length > thresholds.maxPaths) return [];
  const groups = clustered(strokes, (a, b) => overlaps(grown(a, thresholds.pathDistance), b)).map((group) => ({
    box: union(group),
    count: group.length,
  }));
  return groups.flatMap(({ box, count }) => {
    const parts = [...page.rules, ...page.fills].filter(
      (part) =>
        overlaps(grown(box, thresholds.partDistance), part) &&
        areaOf(part) < page.width * page.height * thresholds.maxPart,
    );
    const whole = union([box, ...parts]);
    const [wide, high] = [whole.right - whole.left, whole.bottom - whole.top];
    if (
      count < thresholds.minPaths ||
      wide < thresholds.minSide ||
      high < thresholds.minSide ||
      wide > page.width * tolerances.groundWidth
    )
      return [];
    const inside = page.glyphs.filter(
      (glyph) => contains(whole, glyph) && glyph.text.trim() !== '' && glyph.angle === 0,
    );
    const labels = piecesOf(inside, page.index);
    const words = labels.map(textOfLine).join(' ');
    const lines = labels.filter(
      ({ left, right }) => right - left > wide * thresholds.textLine && right - left > tolerances.shortRulePoints,
    );
    // Labels of a chart are short and few; its axes have titles above or below the drawing.
    const titles = lines.filter(({ top, bottom }) => bottom < box.top || top > box.bottom);
    const isText =
      lines.length > (count < thresholds.chartPaths ? 0 : Math.min(titles.length, thresholds.chartTitles)) ||
      words.split(/\s+/).length > thresholds.maxWords;
    return isText ? [] : [drawnPicture(page, grown(whole, thresholds.margin), words)];
  });
}
