// The numbers of headings: where they count as a word processor would count them, they are its numbering and no typed text.
import type { TextBlock } from '../layout-blocks.ts';
import { type Label, labelOf } from './labels.ts';

const thresholds = {
  /** Headings that have to count on: a single number may be anything. */
  min: 2,
  /** Share of the numbered headings that have to. */
  counted: 0.6,
  /** The deepest level that Word has (ECMA-376, 17.9.3). */
  maxDepth: 9,
};

interface Numbered {
  block: TextBlock;
  label: Label;
}

/** Sets the number of each heading whose number is the next one of its level. */
export function numberHeadings(blocks: readonly TextBlock[]): void {
  const numbered = blocks.flatMap((block): Numbered[] => {
    const label = (block.role?.heading ?? 0) < 1 ? undefined : labelOf(block.lines[0]);
    return label === undefined || label.kind !== 'decimal' || label.depth > thresholds.maxDepth
      ? []
      : [{ block, label }];
  });
  const count = counter();
  const counted = numbered.filter(({ label }) => count(label));
  if (counted.length < thresholds.min || counted.length < numbered.length * thresholds.counted) return;
  for (const { block, label } of counted)
    block.role = { ...block.role, number: { label: label.text, level: label.depth - 1 } };
}

/** Counts as Word does: a level begins again below the next number of a higher one. */
function counter(): (label: Label) => boolean {
  let counts: number[] = [];
  const starts = new Map<number, { value: number; pattern: string }>();
  return ({ text, depth, value }) => {
    const pattern = numberPattern(text, depth);
    const start = starts.get(depth) ?? { value, pattern };
    const above = counts.slice(0, depth - 1);
    const expected = counts.length < depth ? start.value : (counts[depth - 1] ?? 0) + 1;
    const isNext =
      above.length === depth - 1 &&
      numbersOf(text)
        .slice(0, depth - 1)
        .every((number, n) => number === above[n]);
    if (!isNext || value !== expected || pattern !== start.pattern) return false;
    starts.set(depth, start);
    counts = [...above, value];
    return true;
  };
}

const numbersOf = (text: string): number[] => [...text.matchAll(/\d+/g)].map(([number]) => Number(number));

/** The text of a level of a numbering (w:lvlText), with %n for the number of level n: "%1.%2" of "2.1", "%1.0" of "2.0". */
export function numberPattern(text: string, depth: number): string {
  let at = 0;
  return text.replace(/\d+/g, (number) => (++at > depth ? number : `%${at}`));
}
