// Lines and boxes that belong to letters: underlines, strike-throughs, highlights; and the links that lie over them.
import { contains, middleX, middleY, union } from '../box.ts';
import { type NearbySearch, searchNear } from '../nearby.ts';
import type { Fill, Glyph, PageContent, Rule } from '../page-content.ts';
import { isBlank } from './lines.ts';

const thresholds = {
  /** Points by which a letter may exceed its link. */
  linkSlack: 0.5,
  /** Points by which a letter may exceed the line under it. */
  ruleSlack: 0.5,
  /** em above the baseline in which a line goes through letters. */
  above: 0.5,
  /** em below the baseline in which a line underlines letters. */
  below: 0.28,
  /** em: a thicker line is a bar. */
  thickness: 0.14,
  /** Points that an underline may always have. */
  minThickness: 1,
  /** em that an underline may be longer than its letters; borders are longer. */
  overhang: 0.35,
  /** Share of the line that has letters over it. */
  covered: 0.7,
  /** em below the baseline, from which a line underlines. */
  underline: -0.06,
  /** em below the baseline, up to which a line strikes through. */
  strike: -0.12,
  /** Share of the page's width: a wider box is a panel. */
  pageWidth: 0.95,
  /** em: a higher box is a cell or a panel. */
  maxHeight: 1.6,
  /** em: a lower box is a line. */
  minHeight: 0.7,
  /** em that a highlight may be longer than its letters. */
  highlightOverhang: 0.3,
};

/** Marks the glyphs, and removes their decorations from the page. */
export function decorate(page: PageContent): void {
  const letters = page.glyphs.filter((glyph) => glyph.angle === 0);
  const largest = letters.reduce((most, { style }) => Math.max(most, style.size), 1);
  const byBaseline = searchNear(letters, ({ baseline }) => baseline, largest * thresholds.above);
  const byMiddle = searchNear(letters, middleY, largest * thresholds.maxHeight);
  page.rules = page.rules.filter((rule) => rule.direction === 'vertical' || !decorates(rule, byBaseline));
  page.fills = page.fills.filter((fill) => !highlights(fill, byMiddle, page));
  for (const link of page.links)
    for (const glyph of page.glyphs) if (contains(link, glyph, thresholds.linkSlack)) glyph.link = link;
}

/** Whether the rule lies right under letters or through them, and is as long as they are. */
function decorates(rule: Rule, lettersNear: NearbySearch<Glyph>): boolean {
  const y = middleY(rule);
  const over = lettersNear(
    y,
    ({ left, right, baseline, style }) =>
      middleX({ left, right }) > rule.left - thresholds.ruleSlack &&
      middleX({ left, right }) < rule.right + thresholds.ruleSlack &&
      y > baseline - style.size * thresholds.above &&
      y < baseline + style.size * thresholds.below,
  );
  const inked = over.filter((glyph) => !isBlank(glyph));
  const size = inked[0]?.style.size ?? 0;
  if (inked.length === 0 || rule.thickness > Math.max(thresholds.minThickness, size * thresholds.thickness))
    return false;
  const { left, right } = union(over);
  // A border of a table or a paragraph is longer than the text over it.
  if (rule.left < left - size * thresholds.overhang || rule.right > right + size * thresholds.overhang) return false;
  const covered = over.reduce((sum, glyph) => sum + glyph.right - glyph.left, 0);
  if (covered < (rule.right - rule.left) * thresholds.covered) return false;
  for (const glyph of over) {
    const drop = (y - glyph.baseline) / glyph.style.size;
    if (drop > thresholds.underline) glyph.underline = true;
    else if (drop < thresholds.strike) glyph.strike = true;
  }
  return true;
}

/** Whether the box is as high as a line of letters and as long as some of them: a marker's stroke, not a cell or a panel. */
function highlights(fill: Fill, lettersNear: NearbySearch<Glyph>, page: PageContent): boolean {
  if (fill.color === 'ffffff' || fill.right - fill.left > page.width * thresholds.pageWidth) return false;
  const within = lettersNear(
    middleY(fill),
    (glyph) => contains(fill, glyph) && glyph.baseline < fill.bottom + thresholds.ruleSlack,
  );
  const inked = within.filter((glyph) => !isBlank(glyph));
  const size = inked[0]?.style.size ?? 0;
  if (
    inked.length === 0 ||
    fill.bottom - fill.top > size * thresholds.maxHeight ||
    fill.bottom - fill.top < size * thresholds.minHeight
  )
    return false;
  const { left, right } = union(within);
  if (
    Math.abs(fill.left - left) > size * thresholds.highlightOverhang ||
    Math.abs(fill.right - right) > size * thresholds.highlightOverhang
  )
    return false;
  if (inked.some((glyph) => glyph.style.color === fill.color)) return false;
  for (const glyph of within) glyph.highlight = fill.color;
  return true;
}
