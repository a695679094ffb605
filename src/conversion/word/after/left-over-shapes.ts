// Lines, boxes and coloured grounds that are neither a table's, a paragraph's nor a drawing's: they stay where they were drawn,
// as shapes behind the text, each with the paragraph that it is beside or above.
import { areaOf, bareBox, type Box, contains, grown, union } from '#conversion/layout/box.ts';
import { bodyOf, type DocumentLayout } from '#conversion/layout/document-layout.ts';
import { type LayoutBlock, textBlocks, type TextBlock } from '#conversion/layout/layout-blocks.ts';
import { linesOf } from '#conversion/layout/lines/lines.ts';
import type { Fill, PageContent, Rule, Shape } from '#conversion/layout/page-content.ts';
import { blocksByPage, pageBoxesOf } from '#conversion/layout/page-boxes.ts';
import { setInBox } from './boxed-paragraphs.ts';
import { ruleFinder } from './paragraph-rules.ts';
import { positionOf } from '#conversion/layout/straight-lines.ts';
import { tolerances } from '#conversion/layout/tolerances.ts';

const thresholds = {
  /** Shapes of a page: more are a drawing. */
  maxShapes: 120,
  /** Lines of a page, those of its tables too: a page with more is left as it is. */
  maxAllRules: 10_000,
  /** Points: a box to tick is smaller. */
  maxTickBox: 16,
  /** Points between the text of a cell and its borders, those of an empty row beside it; about a line of text. */
  padding: 12,
  /** Share of the page's width that the line over footnotes has at most. */
  noteRule: 0.5,
  /** Share of the page's height above which there are no footnotes. */
  notesFromTop: 0.4,
};

/** Hangs shapes on paragraphs of their page. */
export function keepShapes(layout: DocumentLayout): void {
  const blocks = layout.regions.flatMap((region) => region.blocks);
  const ofPage = blocksByPage(blocks);
  const ruleUnder = ruleFinder(layout.pages, layout.regions);
  const bordered = new Set(textBlocks(blocks).map((block) => ruleUnder(block)));
  for (const [n, page] of layout.pages.entries()) {
    hangFieldBoxes(page, anchorsOn(page.index, ofPage.get(page.index) ?? []));
    if (page.rules.length + page.fills.length === 0 || page.rules.length > thresholds.maxAllRules) continue;
    for (const pieces of [layout.furniture.headers[n], layout.furniture.footers[n]])
      bordered.add(ruleUnder({ kind: 'text', lines: linesOf(pieces ?? []), container: bodyOf(layout, page) }));
    const own = ofPage.get(page.index) ?? [];
    const anchors = anchorsOn(page.index, own);
    const taken = takenBoxes(page, own);
    const isFree = (box: Box) => !taken.some((other) => contains(grown(other, tolerances.paddingPoints), box));
    const hasNotes = layout.notes.some(({ lines }) => lines.some((line) => line.page === page.index));
    const rules = page.rules.filter(
      (rule) => (isFree(rule) || isShort(rule)) && !bordered.has(rule) && !(hasNotes && isOverNotes(rule, page)),
    );
    if (rules.length > thresholds.maxShapes * 4) continue;
    const fills = page.fills.filter((fill) => isFree(fill) && isSeen(fill) && !isShading(fill, page, own));
    const shapes = [...fills.map(filled), ...outlined(rules).filter((shape) => isFree(shape) || isTickBox(shape))];
    if (shapes.length > thresholds.maxShapes) continue;
    const ofThisPage = new Set(own);
    const regions = layout.regions.filter((region) => region.blocks.some((block) => ofThisPage.has(block)));
    for (const shape of shapes) {
      if (setInBox(shape, page.index, regions)) continue;
      const anchor = anchorFor(shape, anchors);
      if (anchor !== undefined) anchor.shapes = [...(anchor.shapes ?? []), shape];
    }
  }
}

/** Drawings around form fields are put around their controls. */
function hangFieldBoxes({ fields, freeTexts }: PageContent, anchors: readonly TextBlock[]): void {
  for (const shape of fields.flatMap(({ shapes }) => shapes)) {
    if (freeTexts.some(({ box }) => contains(box, shape))) continue;
    const anchor = anchorFor(shape, anchors);
    if (anchor !== undefined) anchor.shapes = [...(anchor.shapes ?? []), shape];
  }
}

/** The paragraphs that begin on a page, those of cells too. */
const anchorsOn = (page: number, blocks: readonly LayoutBlock[]): TextBlock[] =>
  textBlocks(blocks).filter(({ lines, isFloating }) => lines[0]?.page === page && isFloating !== true);

/** The paragraph that begins last above the middle of a shape's first line, in its column; else the page's first one. */
function anchorFor(shape: Shape, anchors: readonly TextBlock[]): TextBlock | undefined {
  const topOfBlock = ({ lines }: TextBlock) => lines[0]?.top ?? 0;
  const above = anchors.filter(
    (block) => topOfBlock(block) < Math.max(shape.top, Math.min(shape.bottom, shape.top + thresholds.padding)),
  );
  const beside = above.filter(({ container }) => container.left < shape.right && container.right > shape.left);
  const nearest = (blocks: readonly TextBlock[]) => blocks.toSorted((a, b) => topOfBlock(b) - topOfBlock(a))[0];
  return nearest(beside) ?? nearest(above) ?? anchors.toSorted((a, b) => topOfBlock(a) - topOfBlock(b))[0];
}

/** The boxes of tables and pictures on a page. */
function takenBoxes(page: PageContent, blocks: readonly LayoutBlock[]): Box[] {
  return blocks.flatMap((block): Box[] => {
    if (block.kind === 'picture') return block.page === page.index ? [block.box] : [];
    if (block.kind === 'text')
      return block.lines.flatMap((line) =>
        line.page === page.index ? line.glyphs.flatMap(({ picture }) => (picture === undefined ? [] : [picture])) : [],
      );
    const own = pageBoxesOf(block.cells.flatMap((cell) => cell.blocks)).filter((entry) => entry.page === page.index);
    return [
      ...(block.page === page.index ? [block.box] : []),
      // Of later pages only the text is known, and cells have room around theirs.
      ...(own.length === 0 ? [] : [grown(union(own.map(({ box }) => box)), thresholds.padding)]),
    ];
  });
}

const isSeen = (fill: Fill): boolean =>
  (fill.color !== 'ffffff' || fill.isOver === true) &&
  Math.min(fill.right - fill.left, fill.bottom - fill.top) > tolerances.speckPoints;

/** Whether a fill is no larger than the paragraph that it is the shading of. */
const isShading = (fill: Fill, { index }: PageContent, blocks: readonly LayoutBlock[]): boolean =>
  textBlocks(blocks).some(({ lines, container }) => {
    const own = lines.filter((line) => line.page === index);
    if (own.length === 0) return false;
    const box = union(own);
    return (
      contains(fill, box) &&
      box.top - fill.top < tolerances.paddingPoints &&
      fill.bottom - box.bottom < tolerances.paddingPoints &&
      fill.left > container.left - tolerances.paddingPoints &&
      fill.right < container.right + tolerances.paddingPoints
    );
  });

/** Short enough for a box to tick. */
const isShort = ({ left, top, right, bottom }: Box): boolean =>
  Math.max(right - left, bottom - top) < thresholds.maxTickBox;

/** Check boxes may be in cells, too. */
const isTickBox = (shape: Shape): boolean => shape.stroke !== undefined && isShort(shape);

const isOverNotes = ({ direction, left, right, top }: Rule, page: PageContent): boolean =>
  direction === 'horizontal' &&
  right - left < page.width * thresholds.noteRule &&
  top > page.height * thresholds.notesFromTop;

const filled = (drawn: Fill | Rule): Shape => ({ ...bareBox(drawn), fill: drawn.color });

/** Four lines around nothing else are a box; all others are lines. */
function outlined(rules: readonly Rule[]): Shape[] {
  const free = new Set(rules);
  const near = (a: number, b: number) => Math.abs(a - b) < tolerances.sameEdgePoints;
  const shapes: Shape[] = [];
  const horizontal = rules.filter(({ direction }) => direction === 'horizontal');
  const vertical = rules.filter(({ direction }) => direction === 'vertical');
  for (const top of horizontal)
    for (const bottom of horizontal) {
      if (!(free.has(top) && free.has(bottom)) || bottom.top <= top.bottom) continue;
      if (!near(top.left, bottom.left) || !near(top.right, bottom.right)) continue;
      const sides = [top.left, top.right].map((x) =>
        vertical.find(
          (side) =>
            free.has(side) &&
            near(positionOf(side), x) &&
            near(side.top, positionOf(top)) &&
            near(side.bottom, positionOf(bottom)),
        ),
      );
      const [left, right] = sides;
      if (left === undefined || right === undefined || left === right) continue;
      for (const rule of [top, bottom, left, right]) free.delete(rule);
      shapes.push({
        left: positionOf(left),
        right: positionOf(right),
        top: positionOf(top),
        bottom: positionOf(bottom),
        stroke: { thickness: top.thickness, color: top.color },
      });
    }
  for (const rule of free)
    if (Math.max(rule.right - rule.left, rule.bottom - rule.top) > tolerances.speckPoints && rule.color !== 'ffffff')
      shapes.push(filled(rule));
  return shapes.filter((shape) => areaOf(shape) > 0);
}
