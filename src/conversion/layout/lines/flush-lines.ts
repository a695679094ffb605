// Whether lines end at one edge. Hyphens and stops may hang over it, as TeX and typesetters' programs let them (optical margins).
import type { TextLine } from '../page-content.ts';

/** Share of a stop or hyphen at a line's end that may hang over the edge. */
const hangingShare = 0.75;

const hangingSigns = /^[-\u0002\u2010\u00ad.,:;!?'"\u2018\u2019\u201c\u201d)\]]$/;

/** Whether an edge lies where all lines end within `slack` points, or text that hangs over it does. */
export function areFlush(lines: readonly TextLine[], slack: number): boolean {
  let [min, most] = [-Infinity, Infinity];
  for (const { right, glyphs } of lines) {
    const last = glyphs.findLast(({ text }) => text !== ' ');
    const isSign = last !== undefined && hangingSigns.test(last.text);
    min = Math.max(min, isSign ? right - (last.right - last.left) * hangingShare : right);
    most = Math.min(most, right);
  }
  return min - most < slack;
}
