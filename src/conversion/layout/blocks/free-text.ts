// Text annotations on pages, in frames over the flowing text.
import { bareBox } from '../box.ts';
import type { DocumentLayout } from '../document-layout.ts';
import { pageOf, type TextBlock, topOf } from '../layout-blocks.ts';
import { lineOf } from '../lines/lines.ts';
import type { FreeText } from '../page-content.ts';

/** Adds such text to the blocks of its page; a page without any gets a region of its own. */
export function placeFreeTexts(layout: DocumentLayout): void {
  const { pages, regions } = layout;
  for (const { index, width, height, freeTexts } of pages) {
    if (freeTexts.length === 0) continue;
    const blocks = freeTexts.filter(({ lines }) => lines.length > 0).map((own) => blockOf(own, index));
    const region = regions.find((own) => own.blocks.some((block) => block.kind === 'text' && pageOf(block) === index));
    if (region === undefined) {
      const at = regions.findIndex(({ page }) => page > index);
      const whole = { page: index, columns: [{ left: 0, right: width }], top: 0, bottom: height, blocks };
      regions.splice(at < 0 ? regions.length : at, 0, whole);
      continue;
    }
    for (const block of blocks) {
      block.isFloating = true;
      // A frame is on the page of the paragraph after it, so only the first paragraph of the page may begin a new one.
      const own = region.blocks.flatMap((other, at) => (other.kind === 'text' && pageOf(other) === index ? [at] : []));
      const below = own.slice(1).find((at) => topOf(region.blocks[at]!) > topOf(block));
      region.blocks.splice(below ?? own.at(-1) ?? 0, 0, block);
    }
  }
}

function blockOf({ box, lines, align, shape }: FreeText, page: number): TextBlock {
  const { left, right } = box;
  const around = { spaces: { top: 2, bottom: 2 }, left: left + 2, right: right - 2, isFirst: true, isLast: true };
  return {
    kind: 'text',
    lines: lines.map((glyphs) => lineOf(glyphs, page)),
    // Its text may be a little wider than its box.
    container: { ...bareBox(box), right: Math.max(right, ...lines.map((own) => own.at(-1)?.right ?? 0)) },
    role: { isPlain: true, align },
    keepsLines: true,
    isOver: true,
    ...(shape === undefined ? {} : { boxed: { ...around, box: shape } }),
  };
}
