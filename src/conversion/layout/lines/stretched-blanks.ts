// Blanks of justified lines in narrow columns: they are as wide as tabs are, but all those of a line are equally wide.
import type { Glyph, TextLine } from '../page-content.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Lines that end at one edge ... */
  minLines: 4,
  /** ... and the share of all lines, from which a column is justified. */
  share: 0.3,
  /** Share of the widest gap of a line by which its gaps differ. */
  sameGap: 0.15,
  /** em: one gap by itself is a stretched blank up to here. */
  maxSingle: 8,
};

/** Makes blanks of the tabs that are stretched blanks. */
export function withoutStretchedBlanks(lines: readonly TextLine[]): void {
  const edge = flushEdge(lines, thresholds.share);
  if (edge === undefined) return;
  for (const line of lines) {
    const tabs = line.glyphs.filter(({ text }) => text === '\t');
    if (tabs.length > 0 && Math.abs(line.right - edge) < tolerances.flushPoints && isStretched(line, tabs))
      for (const tab of tabs) tab.text = ' ';
  }
}

function isStretched({ glyphs, size }: TextLine, tabs: readonly Glyph[]): boolean {
  const gaps = tabs.map(({ left, right }) => right - left);
  const [min, most] = [Math.min(...gaps), Math.max(...gaps)];
  if (gaps.length > 1) return most - min < most * thresholds.sameGap;
  // A number at the right edge is a page's or an amount.
  const last = glyphs.slice(glyphs.indexOf(tabs[0] as Glyph) + 1);
  return most < size * thresholds.maxSingle && last.some(({ text }) => /\p{L}/u.test(text));
}

/** The outermost right edge that enough lines share; undefined of ragged ones. */
export function flushEdge(lines: readonly TextLine[], share: number): number | undefined {
  const rights = lines.map(({ right }) => right).toSorted((a, b) => b - a);
  const enough = Math.max(thresholds.minLines, rights.length * share);
  return rights.find((right, n) => right - (rights[n + Math.ceil(enough) - 1] ?? -Infinity) < tolerances.flushPoints);
}
