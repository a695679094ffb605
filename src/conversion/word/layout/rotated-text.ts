// Text that is not upright becomes plain paragraphs behind the rest of its page.
import { type Box, union } from '../box.ts';
import { bodyOf, type DocumentLayout } from '../document-layout.ts';
import type { TextBlock } from '../layout-blocks.ts';
import { rotatedLines } from '../lines/rotated.ts';
import type { TextLine } from '../page-content.ts';
import { splitParagraphs } from '../text/paragraphs.ts';

/** Distance to what is above, in points: enough not to be taken for the same line. */
const gapAbove = 2;

export function placeRotatedText(layout: DocumentLayout): void {
  const { pages, regions } = layout;
  for (const page of pages)
    for (const lines of rotatedLines(page)) {
      const body = bodyOf(layout, page);
      const at = regions.findLastIndex((region) => region.page <= page.index);
      const last = regions[at];
      const above = last?.page === page.index ? last : undefined;
      const box = union(lines);
      // Split within their own width, moved to where the page ends.
      const bottom = Math.max(body.top, ...(above === undefined ? [] : [above.bottom]));
      const moved = lines.map((line) => shifted(line, body.left - box.left, bottom - box.top + gapAbove));
      const ownWidth = { ...body, right: Math.max(body.right, body.left + box.right - box.left + 1) };
      const blocks = splitParagraphs(moved, ownWidth, new Map()).map((block): TextBlock => ({
        ...block,
        role: { isPlain: true },
        isMoved: true,
        container: body,
      }));
      if (above !== undefined) above.blocks.push(...blocks);
      else regions.splice(at + 1, 0, { page: page.index, columns: [body], top: body.top, bottom: body.bottom, blocks });
    }
}

function shifted(line: TextLine, x: number, y: number): TextLine {
  const move = <Item extends Box>(box: Item): Item => ({
    ...box,
    left: box.left + x,
    right: box.right + x,
    top: box.top + y,
    bottom: box.bottom + y,
  });
  return {
    ...move(line),
    baseline: line.baseline + y,
    glyphs: line.glyphs.map((glyph) => ({ ...move(glyph), baseline: glyph.baseline + y })),
  };
}
