// The tab stops of a paragraph.
import type { Box } from '#conversion/layout/box.ts';
import type { Paragraph } from '../docx-model.ts';
import { isBlank, textOfLine } from '#conversion/layout/lines/lines.ts';
import type { Glyph, TextLine } from '#conversion/layout/page-content.ts';
import { hasLeader } from './runs.ts';

const thresholds = {
  /** Points from the right edge: text behind a tab that ends there is right-aligned ... */
  rightTab: 4,
  /** ... or as many em. */
  rightTabSize: 0.5,
  /** Letters: longer text behind a tab is not right-aligned. */
  rightTabLength: 40,
  /** Points: tabs that are closer are one. */
  sameTab: 2,
  /** Tabs of a paragraph. */
  maxTabs: 20,
};

/** Of an entry of a table of contents. */
const pageNumber = /^(?:\d{1,4}|[ivxlc]{1,7})$/i;

const isDot = (glyph: Glyph | undefined): boolean => glyph?.text === '.' || glyph?.text === '\u2026';

/** Where text begins after a tab, from the left of its container; at the right edge it ends there.
 * @param isDotted dots that are no text lead to the last one */
export function tabsOf(lines: readonly TextLine[], container: Box, isDotted = false): NonNullable<Paragraph['tabs']> {
  const tabs: NonNullable<Paragraph['tabs']> = [];
  const leader = hasLeader(lines);
  for (const line of lines) {
    const { glyphs } = line;
    for (const [n, glyph] of glyphs.entries()) {
      // A full stop behind a number leads nowhere.
      const leads = leader && isDot(glyph) && (isDot(glyphs[n - 1]) || isDot(glyphs[n - 2]));
      if (glyph.text !== '\t' && !leads) continue;
      const next = glyphs.find((other, m) => m > n && !isBlank(other));
      // Dots lead to the text after the last of them.
      if (next === undefined || isDot(next)) continue;
      const isLast = !glyphs.slice(n + 1).some(({ text }) => text === '\t');
      const atEdge =
        isLast &&
        line.right > container.right - Math.max(thresholds.rightTab, line.size * thresholds.rightTabSize) &&
        textOfLine(line).length - n < thresholds.rightTabLength;
      const leadsToPage = leads && pageNumber.test(textOfLine({ glyphs: glyphs.slice(n + 1) }).trim());
      const isInside = leadsToPage && !atEdge;
      const right = isInside || line.right > container.right + thresholds.rightTab ? line.right : container.right;
      const at = (atEdge || leadsToPage ? right : next.left) - container.left;
      if (at > 1 && !tabs.some((tab) => Math.abs(tab.at - at) < thresholds.sameTab))
        tabs.push({
          at,
          align: atEdge || leadsToPage ? 'right' : 'left',
          ...(glyph.text === '\t' ? {} : { leader: 'dot' as const }),
        });
    }
  }
  const sorted = tabs.toSorted((a, b) => a.at - b.at).slice(0, thresholds.maxTabs);
  const last = sorted.at(-1);
  if (isDotted && last !== undefined) last.leader = 'dot';
  return sorted;
}
