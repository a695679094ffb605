// Text that is not upright keeps its place, in separate boxes; where a page has much of it, it becomes plain paragraphs
// behind the rest of the page.
import { type Box, union } from '../box.ts';
import { bodyOf, bodyParagraphs, type DocumentLayout } from '../document-layout.ts';
import { textBlocks, type TextBlock } from '../layout-blocks.ts';
import { boxOnPage, rotatedLines, type RotatedLines } from '../lines/rotated.ts';
import type { PageContent, TextLine } from '../page-content.ts';
import { splitParagraphs } from '../text/paragraphs.ts';

const thresholds = {
  /** Points to the content above: enough not to count as the same line. */
  gapAbove: 2,
  /** Pieces of turned text that a page may have in boxes. */
  boxes: 24,
};

export function placeRotatedText(layout: DocumentLayout): void {
  const paragraphs = Map.groupBy([...bodyParagraphs(layout), ...inTables(layout)], ({ lines }) => lines[0]?.page ?? 0);
  for (const page of layout.pages) {
    const turned = rotatedLines(page);
    const count = turned.reduce((sum, { pieces }) => sum + pieces.length, 0);
    const anchor = paragraphs.get(page.index)?.find(({ isFloating }) => isFloating !== true);
    if (anchor === undefined || count > thresholds.boxes) for (const { lines } of turned) append(lines, page, layout);
    else if (count > 0) anchor.turned = turned.flatMap(boxesOf);
  }
}

/** The paragraphs of cells, those of heads aside, which are seen on each page. */
const inTables = ({ regions }: DocumentLayout): TextBlock[] =>
  regions
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) =>
      block.kind === 'table'
        ? block.cells.filter(({ row }) => row >= block.headerRows).flatMap((cell) => textBlocks(cell.blocks))
        : [],
    );

const boxesOf = ({ angle, pieces }: RotatedLines): NonNullable<TextBlock['turned']> =>
  pieces.map((line) => ({ angle, line, box: boxOnPage(line, angle) }));

/** Adds lines as paragraphs behind all others of their page. */
function append(lines: readonly TextLine[], page: PageContent, layout: DocumentLayout): void {
  const { regions } = layout;
  const body = bodyOf(layout, page);
  const at = regions.findLastIndex((region) => region.page <= page.index);
  const last = regions[at];
  const above = last?.page === page.index ? last : undefined;
  const box = union(lines);
  // Split within their own width, moved to where the page ends.
  const bottom = Math.max(body.top, ...(above === undefined ? [] : [above.bottom]));
  const moved = lines.map((line) => shifted(line, body.left - box.left, bottom - box.top + thresholds.gapAbove));
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
