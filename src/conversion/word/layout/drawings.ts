// Pictures made of what is drawn: charts and other vector graphics, and pictures that lie over each other, as one picture each.
import { piecesOf, textOfLine } from '../lines/lines.ts';
import { type Box, contains, overlaps, union, areaOf, grown } from '../box.ts';
import type { PageContent, Picture } from '../page-content.ts';

const dpi = 200;

/** A part of the page as a picture. */
export function drawnPicture(page: PageContent, box: Box, alternative = ''): Picture {
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
    width: Math.round(((within.right - within.left) * dpi) / 72),
    height: Math.round(((within.bottom - within.top) * dpi) / 72),
    data: () => page.render(within, dpi),
  };
}

const shared = (a: Box, b: Box) =>
  areaOf({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });

/** Pictures that cover each other for the most part, and tiles of one, are drawn as they are seen. */
export function mergedPictures(page: PageContent, pictures: readonly Picture[]): Picture[] {
  const groups = clustered(
    pictures,
    (a, b) => shared(a, b) > Math.min(areaOf(a), areaOf(b)) * 0.5 || (isTile(a, b) && overlaps(grown(a, 0.6), b)),
  );
  return groups.flatMap((group) => {
    const box = union(group);
    // What is drawn has the text that lies over it, too.
    const hasText = page.glyphs.some((glyph) => glyph.text.trim() !== '' && contains(box, glyph));
    return group.length === 1 || hasText ? group : [drawnPicture(page, box)];
  });
}

/** Strips of one picture have the same left and right, or the same top and bottom. */
const isTile = (a: Box, b: Box): boolean =>
  (Math.abs(a.left - b.left) < 0.6 && Math.abs(a.right - b.right) < 0.6) ||
  (Math.abs(a.top - b.top) < 0.6 && Math.abs(a.bottom - b.bottom) < 0.6);

function clustered<Item extends Box>(items: readonly Item[], belong: (a: Box, b: Item) => boolean): Item[][] {
  const groups: Item[][] = [];
  for (const item of items) {
    const near = groups.filter((group) => group.some((other) => belong(other, item)));
    const merged = [...near.flat(), item];
    for (const group of near) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups;
}

/** Boxes of drawings: curves and slanted lines that stand together, with the lines and boxes between them. Running text is none. */
export function drawingsOf(page: PageContent): Picture[] {
  const strokes = page.drawingPaths.filter(
    (stroke) => !stroke.isArtifact && areaOf(stroke) < page.width * page.height * 0.8,
  );
  if (strokes.length === 0 || strokes.length > 4000) return [];
  const groups = clustered(strokes, (a, b) => overlaps(grown(a, 8), b)).map((group) => ({
    box: union(group),
    count: group.length,
  }));
  return groups.flatMap(({ box, count }) => {
    const parts = [...page.rules, ...page.fills].filter(
      (part) => overlaps(grown(box, 4), part) && areaOf(part) < page.width * page.height * 0.5,
    );
    const whole = union([box, ...parts]);
    const [wide, high] = [whole.right - whole.left, whole.bottom - whole.top];
    if (count < 3 || wide < 20 || high < 20 || wide > page.width * 0.98) return [];
    const inside = page.glyphs.filter((glyph) => contains(whole, glyph) && glyph.text.trim() !== '');
    const labels = piecesOf(inside, page.index);
    const words = labels.map(textOfLine).join(' ');
    // Labels of a chart are short and few.
    const isText =
      labels.some(({ left, right }) => right - left > wide * 0.4 && right - left > 60) ||
      words.split(/\s+/).length > 60;
    return isText ? [] : [drawnPicture(page, grown(whole, 1), words)];
  });
}
