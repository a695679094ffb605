// Lines drawn under a paragraph over its whole column, as under headings: they are the paragraph's border.
import { union } from '#conversion/layout/box.ts';
import type { PageContent, Rule } from '#conversion/layout/page-content.ts';
import { type Region, type TextBlock, textBlocks } from '#conversion/layout/layout-blocks.ts';
import { tolerances } from '#conversion/layout/tolerances.ts';

const thresholds = {
  /** em below the last baseline in which such a line lies at most: further below it belongs to the next block, or to no text. */
  below: 1.1,
  /** em below it at least: closer ones are underlines. */
  above: 0.22,
  /** Share of the column that it fills. */
  width: 0.85,
  /** Points that it may reach over the column on both sides. */
  overhang: 12,
};

/** Returns the line under a paragraph; undefined for paragraphs of cells and frames. */
export function ruleFinder(
  pages: readonly PageContent[],
  regions: readonly Region[],
): (block: TextBlock) => Rule | undefined {
  const apart = new Set<unknown>(
    regions.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.kind === 'table'
          ? textBlocks([block])
          : block.kind === 'text' && block.isFloating === true
            ? [block]
            : [],
      ),
    ),
  );
  const open = new Map(pages.map((page) => [page.index, openRules(page)]));
  return (block) => {
    const last = block.lines.at(-1);
    if (last === undefined || apart.has(block)) return undefined;
    const { left, right } = block.container;
    return open
      .get(last.page)
      ?.find(
        (rule) =>
          rule.top > last.baseline + last.size * thresholds.above &&
          rule.bottom < last.baseline + last.size * thresholds.below &&
          rule.right - rule.left > (right - left) * thresholds.width &&
          rule.left > left - thresholds.overhang &&
          rule.right < right + thresholds.overhang,
      );
  };
}

/** Horizontal lines that are no side of a box and no line of a table. */
function openRules({ rules, glyphs, height }: PageContent): Rule[] {
  if (rules.length === 0) return [];
  const vertical = rules.filter(({ direction }) => direction === 'vertical');
  const text = union(glyphs.filter((glyph) => glyph.text.trim() !== ''));
  return rules.filter(
    (rule) =>
      rule.direction === 'horizontal' &&
      rule.thickness <= tolerances.shadingHeightPoints &&
      // A line under all text parts it from a footer.
      rule.bottom < Math.min(text.bottom, height) &&
      !vertical.some(
        ({ left, right, top, bottom }) =>
          right > rule.left - tolerances.slackPoints &&
          left < rule.right + tolerances.slackPoints &&
          bottom > rule.top - tolerances.slackPoints &&
          top < rule.bottom + tolerances.slackPoints,
      ),
  );
}
