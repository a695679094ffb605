// Headings in the margin: they are put before the paragraph beside them.
import { type Box, middleY, union } from '../box.ts';
import { groupsOf } from '../groups.ts';
import { boxOf, type LayoutBlock } from '../layout-blocks.ts';
import { joined, linesOf, textOfLine } from '../lines/lines.ts';
import type { TextLine } from '../page-content.ts';
import { isBeside } from './gutter-evidence.ts';
import { labelOf } from '../text/labels.ts';
import { type Leadings, splitParagraphs } from '../text/paragraphs.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Points between a heading and the text beside it. */
  gapPoints: 9,
  /** Times the width of the text: a wider margin is a column. */
  marginWidth: 0.5,
  /** Lines of a heading at most. */
  maxLines: 4,
  /** Lines of text for each in the margin. */
  textLines: 3,
  /** Share of the lines of text that have to be long. */
  longLines: 0.5,
};

/** The headings in the left margin of a page, each with its pieces; empty if the margin has other content. */
export function marginHeads(pieces: readonly TextLine[]): TextLine[][] {
  const edge = commonLeft(pieces);
  const before = pieces.filter(({ right }) => right < edge - thresholds.gapPoints);
  const text = pieces.filter(({ left }) => left > edge - tolerances.sameEdgePoints);
  if (before.length === 0 || before.length * thresholds.textLines > text.length) return [];
  const width = Math.max(...text.map(({ right }) => right)) - edge;
  if (edge - Math.min(...before.map(({ left }) => left)) > width * thresholds.marginWidth) return [];
  const long = text.filter(({ left, right }) => right - left > width * tolerances.longLineWidth);
  if (long.length < text.length * thresholds.longLines) return [];
  const goesOn = (last: TextLine, next: TextLine) => next.baseline - last.baseline < next.size * tolerances.cellLineEm;
  const groups = groupsOf(
    before.toSorted((a, b) => a.baseline - b.baseline),
    goesOn,
  );
  return groups.every((own) => isHead(own, text)) ? groups : [];
}

/** Where most pieces begin. */
function commonLeft(pieces: readonly TextLine[]): number {
  const starts = [...Map.groupBy(pieces, ({ left }) => Math.round(left)).values()];
  return starts.toSorted((a, b) => b.length - a.length)[0]?.[0]?.left ?? 0;
}

/** Words that look otherwise than the text beside them. */
function isHead(own: readonly TextLine[], text: readonly TextLine[]): boolean {
  const next = text.find((line) => isBeside(own[0]!, line));
  const [style, other] = [own[0]?.glyphs[0]?.style, next?.glyphs[0]?.style];
  if (own.length > thresholds.maxLines || style === undefined || other === undefined) return false;
  const words = textOfLine(own[0]!).slice(labelOf(own[0])?.length ?? 0);
  return (
    /\p{L}{2}/u.test(words) &&
    (style.bold !== other.bold ||
      style.italic !== other.italic ||
      style.font !== other.font ||
      Math.abs(style.size - other.size) > tolerances.sameSizePoints)
  );
}

/** Puts headings of the margin before the blocks of a region beside them. */
export function insertHeads(
  blocks: LayoutBlock[],
  heads: readonly TextLine[][],
  { container, leadings }: { container: Box; leadings: Leadings },
): void {
  for (const head of heads) {
    const lines = linesOf(joined(head));
    const at = blocks.findIndex((block) => boxOf(block).bottom > middleY(lines[0]!));
    // They continue in the margin, and are as wide as the text afterwards.
    const own = splitParagraphs(lines, { ...container, right: union(lines).right }, leadings);
    for (const block of own) block.container = container;
    blocks.splice(at < 0 ? blocks.length : at, 0, ...own);
  }
}
