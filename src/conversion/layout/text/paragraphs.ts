// Lines of a column into paragraphs. A line that has room for the next word ends one; so do distance, size, weight, indent
// and labels (cf. Bloechle et al., "XCDF", 2006; the room rule is how line breakers work backwards).
import { type Box, type Span, union } from '../box.ts';
import { groupsOf } from '../groups.ts';
import type { TextLine } from '../page-content.ts';
import type { TextBlock } from '../layout-blocks.ts';
import { isBlank, textOfLine } from '../lines/lines.ts';
import { isIdeograph } from '../lines/word-gaps.ts';
import { isRightToLeftText } from '../lines/visual-order.ts';
import { flushEdge } from '../lines/stretched-blanks.ts';
import { tolerances } from '../tolerances.ts';
import { isRareBullet, labelOf } from './labels.ts';

const thresholds = {
  /** Times the size: lines that are closer overlap. */
  minLeading: 0.9,
  /** Times the size: wider than double spacing is a distance of paragraphs. */
  maxLeading: 2.4,
  /** Steps per point to which measured leadings are rounded. */
  leadingStep: 5,
  /** Times the size; the default of documents without one. */
  defaultLeading: 1.25,
  /** Times the size: the least that is expected after a first line. */
  singleLeading: 1.2,
  /** Times the leading: a wider distance parts paragraphs; 3 pt between lines of 14.4 pt make 1.21. */
  paragraphGap: 1.12,
  /** Points on top of it: raised letters and rounding move baselines. */
  gapSlack: 0.6,
  /** Points: lines whose sizes differ by more are not of one paragraph. */
  otherSize: 0.6,
  /** Share of the width: lines that end within it of the widest one are full lines of a narrow block. */
  blockEdge: 0.12,
  /** Share of the lines that have to be full for the block to have an edge of its own. */
  blockFull: 0.6,
  /** Lines from which a block has an edge of its own. */
  blockLines: 4,
  /** Lines from which a column's end is taken from its lines, not from its container. */
  columnLines: 8,
  /** Share of a column's lines that end at one edge, from which it is the column's. */
  flushLines: 0.2,
  /** em: a usual blank between words. */
  blank: 0.22,
  /** em: room that has to be left behind the next word, as the widths of a line are not exact. */
  room: 0.15,
  /** em: a centred line is further from the edge. */
  centeredInset: 1.2,
  /** em: the difference of both insets of a centred line. */
  centered: 0.35,
  /** em: a line from right to left that begins further in begins a paragraph. */
  rightToLeftIndent: 0.8,
  /** em: a second line further to the right than that is a hanging one, or not of the paragraph. */
  hangingIndent: 0.7,
  /** em: the line after it stays within this of a hanging line. */
  hangsOn: 0.4,
  /** em: a second line further to the left is of something else; a first line is not indented as much. */
  outdent: 5,
  /** Lines from which one edge on their right is not by chance. */
  rightAlignedLines: 3,
  /** em: a line that begins this far from the others begins a paragraph; a closer label begins an item. */
  indent: 0.6,
};

/** The leading: the usual distance of baselines, by size of text. */
export type Leadings = ReadonlyMap<number, number>;

/** The most frequent leading of each size of text in the columns. */
export function leadingsOf(columns: readonly (readonly TextLine[])[]): Leadings {
  const votes = new Map<number, Map<number, number>>();
  for (const lines of columns)
    for (const [n, line] of lines.entries()) {
      const next = lines[n + 1];
      if (next === undefined || Math.abs(next.size - line.size) > tolerances.sameSizePoints || next.page !== line.page)
        continue;
      const leading = Math.round((next.baseline - line.baseline) * thresholds.leadingStep) / thresholds.leadingStep;
      if (leading < line.size * thresholds.minLeading || leading > line.size * thresholds.maxLeading) continue;
      const own = votes.get(line.size) ?? new Map<number, number>();
      own.set(leading, (own.get(leading) ?? 0) + 1);
      votes.set(line.size, own);
    }
  return new Map(
    [...votes].map(([size, own]) => [
      size,
      [...own].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? size * thresholds.singleLeading,
    ]),
  );
}

/** Splits the lines of a column or cell into paragraphs. */
export function splitParagraphs(lines: readonly TextLine[], container: Box, leadings: Leadings): TextBlock[] {
  // Where a column has many lines, they show its end better than its container does.
  const reach = lines.length < thresholds.columnLines ? container.right : union(lines).right + 0.5;
  // Flush lines determine the edge, even if another line reaches further.
  const flush = flushEdge(lines, thresholds.flushLines) ?? Infinity;
  return alikeIn(lines, leadings).flatMap((group): TextBlock[] => {
    if (isRightAligned(group, container)) return [{ kind: 'text', lines: group, container, isWhole: true }];
    const right = Math.min(rightBound(group, container), reach);
    const paragraphs = groupsOf(group, (last, line, current, n) => {
      const isWithin = last.right < flush + tolerances.sameEdgePoints;
      const bounds = { left: container.left, right: isWithin ? Math.min(right, flush) : right };
      return !endsParagraph(current, line, group[n + 1], bounds);
    });
    return paragraphs.map((own) => ({ kind: 'text', lines: own, container }));
  });
}

/** Whether lines end at one edge and begin at different positions, all away from the container's edge. */
function isRightAligned(group: readonly TextLine[], { left }: Span): boolean {
  const [first] = group;
  if (first === undefined || group.length < thresholds.rightAlignedLines || isRightToLeftText(group)) return false;
  const em = first.size;
  const isEnd = (line: TextLine) =>
    Math.abs(line.right - first.right) < tolerances.sameEdgePoints && line.left > left + em;
  const alike = (line: TextLine) =>
    group.filter((other) => Math.abs(other.left - line.left) < em * thresholds.indent).length;
  return group.every(isEnd) && group.every((line) => alike(line) < Math.max(2, group.length / 2));
}

/** Lines in groups, which distance, size and weight part without doubt. */
const alikeIn = (lines: readonly TextLine[], leadings: Leadings): TextLine[][] =>
  groupsOf(lines, (last, line, group) => {
    const distance = line.baseline - last.baseline;
    const before = group.at(-2);
    const typical = leadings.get(line.size) ?? line.size * thresholds.defaultLeading;
    const expected =
      before === undefined ? Math.max(typical, line.size * thresholds.singleLeading) : last.baseline - before.baseline;
    const isFar = distance > expected * thresholds.paragraphGap + thresholds.gapSlack || distance < -line.size;
    return !isFar && Math.abs(last.size - line.size) <= thresholds.otherSize && weightOf(last) === weightOf(line);
  });

/** Whether a whole line is bold; a word or two do not count. */
function weightOf({ glyphs }: TextLine): 'bold' | 'plain' {
  const inked = glyphs.filter((glyph) => /[\p{L}\p{N}]/u.test(glyph.text));
  return inked.length > 0 && inked.every(({ style }) => style.bold) ? 'bold' : 'plain';
}

/** Where lines end that are full: the container's edge, or that of a block which is narrower as a whole. */
function rightBound(group: readonly TextLine[], container: Box): number {
  const { left, right: widest } = union(group);
  const full = group.slice(0, -1).filter(({ right }) => right > widest - (widest - left) * thresholds.blockEdge);
  const isBlock = group.length >= thresholds.blockLines && full.length >= (group.length - 1) * thresholds.blockFull;
  return isBlock ? Math.min(widest, container.right) : container.right;
}

/** Whether the first word of `next` would have fitted on `line`. */
export function hasRoom(line: TextLine, next: TextLine, bounds: Span): boolean {
  const word = firstWordWidth(next);
  const reversed = isRightToLeftText([line]);
  const used =
    isCentered(line, bounds) && isCentered(next, bounds)
      ? line.right - line.left
      : reversed
        ? bounds.right - line.left
        : line.right - bounds.left;
  const blank = isIdeograph(line.glyphs.at(-1)?.text ?? '') ? 0 : line.size * thresholds.blank;
  return used + blank + word < bounds.right - bounds.left - line.size * thresholds.room;
}

/** Up to the place where a line may be broken. */
export function firstWordWidth({ glyphs }: TextLine): number {
  const start = glyphs.findIndex((glyph) => !isBlank(glyph));
  const first = glyphs[start];
  if (first === undefined) return 0;
  let end = start;
  if (isIdeograph(first.text)) return first.right - first.left;
  while (end + 1 < glyphs.length) {
    const next = glyphs[end + 1];
    if (next === undefined || isBlank(next) || isIdeograph(next.text)) break;
    end++;
    // Lines may be broken behind a hyphen too.
    if (/[-\u2010\u2013\u2014/]/.test(next.text)) break;
  }
  const last = glyphs[end] ?? first;
  return Math.max(last.right, first.right) - Math.min(first.left, last.left);
}

export const isCentered = (line: TextLine, bounds: Span): boolean => {
  const [before, after] = [line.left - bounds.left, bounds.right - line.right];
  return (
    before > line.size * thresholds.centeredInset &&
    Math.abs(before - after) < Math.max(tolerances.slackPoints, line.size * thresholds.centered)
  );
};

/** Whether parts of the line are set off from each other, its label aside. */
function isTabbed(line: TextLine): boolean {
  const at = line.glyphs.findLastIndex(({ text }) => text === '\t');
  return at >= 0 && at >= (labelOf(line)?.length ?? 0);
}

/** Whether dots lead to a number at the end of a line, as in tables of contents. */
export const isLed = (line: TextLine): boolean => /(?:\.\s?){4,}\s*\p{N}[\p{N}.,-]{0,8}\s*$/u.test(textOfLine(line));

/** Whether a hyphen parts the last word of a line. */
const isParted = (line: TextLine, next: TextLine): boolean =>
  /\p{Ll}[-\u2010\u00ad\u0002]\s*$/u.test(textOfLine(line)) && /^\s*\p{Ll}/u.test(textOfLine(next));

function endsParagraph(
  current: readonly [TextLine, ...TextLine[]],
  line: TextLine,
  next: TextLine | undefined,
  bounds: Span,
): boolean {
  const [first, second] = current;
  const last = current.at(-1) ?? first;
  const em = line.size;
  const label = labelOf(line);
  if (
    label !== undefined &&
    ((label.kind === 'bullet' && !isRareBullet(label.text)) || label.isSetOff || /^\(|[.)]$/.test(label.text))
  ) {
    const isHanging = Math.abs(line.left - first.left) < em * thresholds.indent || label.isSetOff;
    if (isHanging && !(label.kind.startsWith('decimal') && !label.isSetOff && !/[.)]$/.test(label.text))) return true;
  }
  if ((hasRoom(last, line, bounds) && !isParted(last, line)) || isTabbed(last) || isTabbed(line) || isLed(last))
    return true;
  if (isRightToLeftText([line])) {
    return second !== undefined && line.right < second.right - em * thresholds.rightToLeftIndent;
  }
  if (isCentered(line, bounds) && isCentered(last, bounds)) return false;
  const hang = labelOf(first)?.textLeft;
  if (second === undefined) {
    const shift = line.left - first.left;
    // To the right of a first line: hanging when the lines after stay there.
    if (
      shift > em * thresholds.hangingIndent &&
      !(hang !== undefined && Math.abs(hang - line.left) < em * thresholds.indent)
    )
      return next === undefined || next.left < line.left - em * thresholds.hangsOn;
    return shift < -em * thresholds.outdent;
  }
  return Math.abs(line.left - second.left) > em * thresholds.indent;
}
