// Where the letters of blocks are, and how many.
import { type Box, union } from '#conversion/layout/box.ts';
import type { LayoutBlock } from '#conversion/layout/layout-blocks.ts';
import { linesIn } from '../compose/letters-outside.ts';

/** em that the letters of a line reach above its baseline, and below it. */
const reach = { above: 0.8, below: 0.15 };

/** The letters and blanks in blocks, those of their cells too. */
export const lettersIn = (blocks: readonly LayoutBlock[]): number =>
  linesIn(blocks).reduce((sum, { glyphs }) => sum + glyphs.length, 0);

/** Where the letters of a block are. */
export function inkOf(block: LayoutBlock): Box {
  if (block.kind !== 'text') return block.box;
  const box = union(block.lines);
  const [first, last] = [block.lines[0]!, block.lines.at(-1)!];
  return {
    ...box,
    top: first.baseline - first.size * reach.above,
    bottom: last.baseline + last.size * reach.below,
  };
}
