// Tables of scripts that are written from right to left: their first column is the one on the right.
import { type LayoutBlock, textBlocks } from '../layout-blocks.ts';
import { isRightToLeft, textOfLine } from '../lines/lines.ts';

/** Marks tables in which most letters are of such a script. */
export function turnTables(blocks: readonly LayoutBlock[]): void {
  for (const block of blocks) {
    if (block.kind !== 'table') continue;
    const text = textBlocks([block])
      .flatMap(({ lines }) => lines.map(textOfLine))
      .join('');
    const letters = text.match(/\p{L}/gu) ?? [];
    if (letters.filter(isRightToLeft).length > letters.length / 2) block.isRightToLeft = true;
    for (const cell of block.cells) turnTables(cell.blocks);
  }
}
