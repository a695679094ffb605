// Lines of a column into paragraphs. A line that has room for the next word ends one; so do distance, size, weight, indent
// and labels (cf. Bloechle et al., "XCDF", 2006; the room rule is how line breakers work backwards).
import type { Box } from '../box.ts';
import type { TextLine } from '../page-content.ts';
import type { TextBlock } from '../layout-blocks.ts';
import { isBlank, isIdeograph, isRightToLeft, textOfLine } from '../lines/lines.ts';
import { labelOf } from './labels.ts';

/** The usual distance of baselines by size of text. */
export type Leadings = ReadonlyMap<number, number>;

export function leadingsOf(columns: readonly (readonly TextLine[])[]): Leadings {
  const votes = new Map<number, Map<number, number>>();
  for (const lines of columns)
    for (const [n, line] of lines.entries()) {
      const next = lines[n + 1];
      if (next === undefined || Math.abs(next.size - line.size) > 0.3 || next.page !== line.page) continue;
      const leading = Math.round((next.baseline - line.baseline) * 5) / 5;
      if (leading < line.size * 0.9 || leading > line.size * 2.4) continue;
      const own = votes.get(line.size) ?? new Map<number, number>();
      own.set(leading, (own.get(leading) ?? 0) + 1);
      votes.set(line.size, own);
    }
  return new Map(
    [...votes].map(([size, own]) => [size, [...own].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? size * 1.2]),
  );
}

export function splitParagraphs(lines: readonly TextLine[], container: Box, leadings: Leadings): TextBlock[] {
  const blocks: TextBlock[] = [];
  // Many lines tell where the column ends better than its frame.
  const reach = lines.length < 8 ? container.right : Math.max(...lines.map(({ right }) => right)) + 0.5;
  for (const group of groupsOf(lines, leadings)) {
    const right = Math.min(rightBound(group, container), reach);
    let current: TextLine[] = [];
    for (const [n, line] of group.entries()) {
      if (current.length > 0 && endsParagraph(current, line, group[n + 1], { left: container.left, right })) {
        blocks.push({ kind: 'text', lines: current, container });
        current = [];
      }
      current.push(line);
    }
    if (current.length > 0) blocks.push({ kind: 'text', lines: current, container });
  }
  return blocks;
}

/** Parted where distance or style leaves no doubt. */
function groupsOf(lines: readonly TextLine[], leadings: Leadings): TextLine[][] {
  const groups: TextLine[][] = [];
  let leading = 0;
  for (const line of lines) {
    const group = groups.at(-1);
    const last = group?.at(-1);
    if (group === undefined || last === undefined) {
      groups.push([line]);
      continue;
    }
    const distance = line.baseline - last.baseline;
    const usual = leadings.get(line.size) ?? line.size * 1.25;
    const expected = group.length > 1 ? leading : Math.max(usual, line.size * 1.2);
    const isFar = distance > expected * 1.12 + 0.6 || distance < -line.size;
    if (isFar || Math.abs(last.size - line.size) > 0.6 || weightOf(last) !== weightOf(line)) groups.push([line]);
    else group.push(line);
    leading = groups.at(-1)?.length === 1 ? 0 : distance;
  }
  return groups;
}

/** Whether a whole line is bold; a word or two do not count. */
function weightOf({ glyphs }: TextLine): 'bold' | 'plain' | 'mixed' {
  const inked = glyphs.filter((glyph) => /[\p{L}\p{N}]/u.test(glyph.text));
  const bold = inked.filter(({ style }) => style.bold).length;
  return bold === inked.length && bold > 0 ? 'bold' : bold < inked.length * 0.1 ? 'plain' : 'plain';
}

/** Where lines end that are full: the frame's edge, or that of a block which is narrower as a whole. */
function rightBound(group: readonly TextLine[], container: Box): number {
  const widest = Math.max(...group.map(({ right }) => right));
  const left = Math.min(...group.map((line) => line.left));
  const full = group.slice(0, -1).filter(({ right }) => right > widest - (widest - left) * 0.12);
  const isBlock = group.length >= 4 && full.length >= (group.length - 1) * 0.6;
  return isBlock ? Math.min(widest, container.right) : container.right;
}

const isReversed = (line: TextLine): boolean =>
  isRightToLeft(textOfLine(line).slice(0, 40)) && !/[a-z]{4}/i.test(textOfLine(line).slice(0, 12));

/** Whether the first word of `next` would still have stood on `line`. */
export function hasRoom(line: TextLine, next: TextLine, bounds: { left: number; right: number }): boolean {
  const word = firstWordWidth(next);
  const reversed = isReversed(line);
  const used =
    isCentered(line, bounds) && isCentered(next, bounds)
      ? line.right - line.left
      : reversed
        ? bounds.right - line.left
        : line.right - bounds.left;
  const blank = isIdeograph(line.glyphs.at(-1)?.text ?? '') ? 0 : line.size * 0.22;
  return used + blank + word < bounds.right - bounds.left - line.size * 0.15;
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

export const isCentered = (line: TextLine, bounds: { left: number; right: number }): boolean => {
  const [before, after] = [line.left - bounds.left, bounds.right - line.right];
  return before > line.size * 1.2 && Math.abs(before - after) < Math.max(2, line.size * 0.35);
};

/** Whether parts of the line are set off from each other, its label aside. */
function isTabbed(line: TextLine): boolean {
  const at = line.glyphs.findLastIndex(({ text }) => text === '\t');
  return at >= 0 && at >= (labelOf(line)?.length ?? 0);
}

function endsParagraph(
  current: readonly TextLine[],
  line: TextLine,
  next: TextLine | undefined,
  bounds: { left: number; right: number },
): boolean {
  const last = current.at(-1);
  const first = current[0];
  if (last === undefined || first === undefined) return true;
  const em = line.size;
  const label = labelOf(line);
  if (label !== null && (label.kind === 'bullet' || label.isSetOff || /^\(|[.)]$/.test(label.text))) {
    const isHanging = Math.abs(line.left - first.left) < em * 0.6 || label.isSetOff;
    if (isHanging && !(label.kind === 'decimal' && !label.isSetOff && !/[.)]$/.test(label.text))) return true;
  }
  if (hasRoom(last, line, bounds) || isTabbed(last) || isTabbed(line)) return true;
  if (isReversed(line)) {
    const body = current.length > 1 ? (current[1]?.right ?? line.right) : line.right;
    return current.length > 1 && line.right < body - em * 0.8;
  }
  const centered = isCentered(line, bounds) && isCentered(last, bounds);
  if (centered) return false;
  const hang = labelOf(first)?.textLeft;
  if (current.length === 1) {
    const shift = line.left - first.left;
    // To the right of a first line: hanging when the lines after stay there.
    if (shift > em * 0.7 && !(hang !== undefined && Math.abs(hang - line.left) < em * 0.6))
      return next === undefined || next.left < line.left - em * 0.4;
    return shift < -em * 5;
  }
  const body = current[1]?.left ?? line.left;
  if (Math.abs(line.left - body) > em * 0.6) return true;
  return false;
}
