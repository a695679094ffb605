// The lines and coloured grounds of headers and footers: drawn at the same place on page after page, above or below all of its text.
import { areaOf, bareBox, type Box, union } from '../box.ts';
import type { Fill, PageContent, Rule, Shape } from '../page-content.ts';

const thresholds = {
  /** Points: drawings of two pages are at one place within it. */
  samePlace: 1.5,
  /** Points: a drawing this near replaces it on its page, which would have both otherwise. */
  near: 16,
  /** Points: thinner lines are shown grey. */
  minHeight: 0.75,
  /** Share of the pages with a header or footer that have to have a drawing: it is shown on all of them. */
  having: 0.75,
  /** Pages that have to have it at least. */
  minPages: 2,
  /** Points that a drawing may reach into the lines of the text. */
  slack: 1,
  /** Share of the page's height at its top and bottom: drawings further inside belong to the text. */
  zone: 0.25,
  /** Points: smaller ones are specks. */
  minSide: 7,
  /** Drawings of one page: more are a picture. */
  maxDrawings: 24,
  /** Share of the page: a larger picture is the background of everything. */
  ground: 0.3,
};

type Drawn = Rule | Fill;

/**
 * Removes them from the pages that share a header and footer.
 * @param shown the page whose header and footer represent all of `indexes`; it has lines at its top or bottom
 * @returns the drawings there on each of them
 */
export function takeDrawings(pages: readonly PageContent[], shown: number, indexes: readonly number[]): Shape[] {
  const page = pages[shown];
  if (page === undefined || indexes.length < thresholds.minPages) return [];
  const own = indexes.flatMap((n) => {
    const drawn = pages[n] === undefined ? [] : outside(pages[n]);
    return drawn.length > thresholds.maxDrawings ? [] : [{ page: pages[n] as PageContent, drawn }];
  });
  const enough = Math.max(thresholds.minPages, indexes.length * thresholds.having);
  const common = outside(page).filter(
    (one) => own.filter(({ drawn }) => drawn.some((other) => isAlike(one, other))).length >= enough,
  );
  if (common.length === 0 || common.length > thresholds.maxDrawings) return [];
  for (const { page: other, drawn } of own) {
    const taken = new Set<Drawn>(drawn.filter((one) => common.some((shape) => isNear(shape, one))));
    other.rules = other.rules.filter((rule) => !taken.has(rule));
    other.fills = other.fills.filter((fill) => !taken.has(fill));
  }
  return common.map((one): Shape => ({
    ...bareBox(one),
    bottom: Math.max(one.bottom, one.top + thresholds.minHeight),
    fill: one.color,
  }));
}

/** The drawings above all text of a page, or below it; its text no longer includes header and footer. */
function outside({ glyphs, rules, fills, pictures, width, height }: PageContent): Drawn[] {
  const text = glyphs.filter((glyph) => !glyph.isHidden && glyph.text.trim() !== '');
  const shown = [...text, ...pictures.filter((picture) => areaOf(picture) < width * height * thresholds.ground)];
  const { top, bottom } = shown.length === 0 ? { top: height, bottom: 0 } : union(shown);
  const isOutside = (box: Box) =>
    box.bottom < Math.min(top + thresholds.slack, height * thresholds.zone) ||
    box.top > Math.max(bottom - thresholds.slack, height * (1 - thresholds.zone));
  const isOnPage = (box: Box) => box.left < width && box.right > 0 && box.top < height && box.bottom > 0;
  return [...rules.filter(({ direction }) => direction === 'horizontal'), ...fills].filter(
    (one) =>
      one.color !== 'ffffff' &&
      one.right - one.left > thresholds.minSide &&
      areaOf(one) > 0 &&
      isOutside(one) &&
      isOnPage(one),
  );
}

const isAlike = (a: Drawn, b: Drawn): boolean =>
  a.color === b.color &&
  (['left', 'top', 'right', 'bottom'] as const).every((side) => Math.abs(a[side] - b[side]) < thresholds.samePlace);

/** Of one kind, at nearly the same height. */
const isNear = (a: Drawn, b: Drawn): boolean =>
  a.color === b.color &&
  Math.abs(a.top - b.top) < thresholds.near &&
  Math.abs(a.bottom - a.top - (b.bottom - b.top)) < thresholds.samePlace &&
  Math.abs(a.right - a.left - (b.right - b.left)) < thresholds.samePlace;
