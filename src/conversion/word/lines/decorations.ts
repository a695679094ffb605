// Lines and boxes that belong to letters: underlines, strike-throughs, highlights; and the links that lie over them.
import { contains } from '../box.ts';
import type { Fill, Glyph, PageContent, Rule } from '../page-content.ts';
import { isBlank } from './lines.ts';

/** Marks the glyphs, and takes what decorates them from the page. */
export function decorate(page: PageContent): void {
  const letters = page.glyphs.filter((glyph) => glyph.angle === 0);
  page.rules = page.rules.filter((rule) => rule.direction === 'vertical' || !decorates(rule, letters));
  page.fills = page.fills.filter((fill) => !highlights(fill, letters, page));
  for (const link of page.links) for (const glyph of page.glyphs) if (contains(link, glyph, 0.5)) glyph.link = link;
}

/** Whether the rule lies right under letters or through them, and is as long as they are. */
function decorates(rule: Rule, letters: readonly Glyph[]): boolean {
  const y = (rule.top + rule.bottom) / 2;
  const over = letters.filter(
    ({ left, right, baseline, style }) =>
      (left + right) / 2 > rule.left - 0.5 &&
      (left + right) / 2 < rule.right + 0.5 &&
      y > baseline - style.size * 0.5 &&
      y < baseline + style.size * 0.28,
  );
  const inked = over.filter((glyph) => !isBlank(glyph));
  const size = inked[0]?.style.size ?? 0;
  if (inked.length === 0 || rule.thickness > Math.max(1, size * 0.14)) return false;
  const [left, right] = [Math.min(...over.map((glyph) => glyph.left)), Math.max(...over.map((glyph) => glyph.right))];
  // A border of a table or a paragraph is longer than the text over it.
  if (rule.left < left - size * 0.35 || rule.right > right + size * 0.35) return false;
  const covered = over.reduce((sum, glyph) => sum + glyph.right - glyph.left, 0);
  if (covered < (rule.right - rule.left) * 0.7) return false;
  for (const glyph of over) {
    const drop = (y - glyph.baseline) / glyph.style.size;
    if (drop > -0.06) glyph.underline = true;
    else if (drop < -0.12) glyph.strike = true;
  }
  return true;
}

/** Whether the box is as high as a line of letters and as long as some of them: a marker's stroke, not a cell or a panel. */
function highlights(fill: Fill, letters: readonly Glyph[], page: PageContent): boolean {
  if (fill.color === 'ffffff' || fill.right - fill.left > page.width * 0.95) return false;
  const within = letters.filter((glyph) => contains(fill, glyph) && glyph.baseline < fill.bottom + 0.5);
  const inked = within.filter((glyph) => !isBlank(glyph));
  const size = inked[0]?.style.size ?? 0;
  if (inked.length === 0 || fill.bottom - fill.top > size * 1.6 || fill.bottom - fill.top < size * 0.7) return false;
  const [left, right] = [
    Math.min(...within.map((glyph) => glyph.left)),
    Math.max(...within.map((glyph) => glyph.right)),
  ];
  if (Math.abs(fill.left - left) > size * 0.3 || Math.abs(fill.right - right) > size * 0.3) return false;
  if (inked.some((glyph) => glyph.style.color === fill.color)) return false;
  for (const glyph of within) glyph.highlight = fill.color;
  return true;
}
