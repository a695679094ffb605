// Pages that cannot flow: everything on them stands where it stood, in frames and floating tables, and the page begins and ends
// with empty paragraphs that they hang on.
import { union } from '../box.ts';
import type { DocumentLayout, ReferencedNote } from '../document-layout.ts';
import { type LayoutBlock, pageOf, type PictureBlock, type Region } from '../layout-blocks.ts';
import { pageBoxesOf } from '../page-boxes.ts';
import type { TextLine } from '../page-content.ts';
import type { Paragraph, Section } from '../docx-model.ts';
import { plainStyle } from '../text/style.ts';
import { spacer, wordBlocksOf } from './block.ts';
import { type Composition } from './paragraph.ts';
import { lineTop, setSpacing } from './line-boxes.ts';
import { pictureRun } from './pictures.ts';

const thresholds = {
  /** Points: paragraphs whose edges differ by less may be of one frame ... */
  sameEdge: 3,
  /** ... when they follow each other within as many. */
  sameFrame: 12,
  /** Points that a frame is wider than its text, so that another font fits. */
  slack: 4,
};

/** The layout with such pages as one region each that is placed; a page that shares a table with another one flows. */
export function withPlacedPages<Layout extends Pick<DocumentLayout, 'regions' | 'notes'>>(
  layout: Layout,
  pages: ReadonlySet<number>,
): Layout {
  const { regions } = layout;
  const blocks = regions.flatMap((region) => region.blocks);
  const shared = new Set(
    blocks.flatMap((block) => {
      const boxes = block.kind === 'table' ? pageBoxesOf(block.cells.flatMap((cell) => cell.blocks)) : [];
      const own = new Set(boxes.map(({ page }) => page));
      return own.size > 1 ? [...own] : [];
    }),
  );
  const placed = new Set([...pages].filter((page) => !shared.has(page)));
  if (placed.size === 0) return layout;
  const result: Region[] = [];
  const whole = new Map<number, Region>();
  for (const region of regions) {
    let flowing: Region | undefined;
    for (const block of region.blocks.flatMap((one) => cutAtPages(one, placed))) {
      const page = pageOf(block);
      const own = whole.get(page);
      if (own !== undefined) own.blocks.push(block);
      else if (placed.has(page)) {
        const columns = [{ left: Math.min(...edges(region, 'left')), right: Math.max(...edges(region, 'right')) }];
        const made = { ...region, page, columns, blocks: [block], isPlaced: true };
        whole.set(page, made);
        result.push(made);
        flowing = undefined;
      } else {
        if (flowing === undefined) {
          flowing = { ...region, page: Math.max(page, region.page), blocks: [] };
          result.push(flowing);
        }
        flowing.blocks.push(block);
      }
    }
  }
  // Frames have no footnotes: they are text of their page.
  const isOnPlaced = ({ lines }: ReferencedNote) => placed.has(lines[0]?.page ?? -1);
  for (const note of layout.notes.filter(isOnPlaced)) {
    const lines = labelled(note);
    whole.get(lines[0]?.page ?? -1)?.blocks.push({ kind: 'text', lines, container: union(lines) });
  }
  return { ...layout, regions: result, notes: layout.notes.filter((note) => !isOnPlaced(note)) };
}

/** The lines of a note with its label before them. */
const labelled = ({ lines: [first, ...rest], reference }: ReferencedNote): TextLine[] =>
  first === undefined ? [] : [{ ...first, glyphs: [...reference, ...first.glyphs] }, ...rest];

const edges = ({ columns }: Region, side: 'left' | 'right'): number[] => columns.map((column) => column[side]);

/** A paragraph in parts where it begins or ends on a page that is placed. */
function cutAtPages(block: LayoutBlock, placed: ReadonlySet<number>): LayoutBlock[] {
  if (block.kind !== 'text' || !block.lines.some(({ page }) => placed.has(page))) return [block];
  const parts = [...Map.groupBy(block.lines, ({ page }) => page).values()];
  return parts.map((lines, n): LayoutBlock => {
    if (n === 0) return { ...block, lines };
    const { container, isWhole = false } = block;
    return { kind: 'text', lines, container, isWhole };
  });
}

/** Adds the blocks of a placed page to its section; `isFirst` says that the document begins with it. */
export function flowPlaced(
  region: Region,
  section: Section,
  { top, isFirst }: { top: number; isFirst: boolean },
  composition: Composition,
): void {
  const begin = spacer(1, isFirst ? {} : { startsPage: true });
  begin.page = region.page;
  const pictures: PictureBlock[] = [];
  const placed: Section['blocks'] = [];
  let frame: { of: NonNullable<Paragraph['textFrame']>; bottom: number } | undefined;
  for (const block of region.blocks) {
    if (block.kind === 'picture') {
      pictures.push(block);
      continue;
    }
    // Those of cells hang on their paragraphs.
    for (const shape of block.kind === 'text' ? (block.shapes ?? []) : [])
      begin.runs.push({ text: '', style: plainStyle(1), shape: { shape, below: shape.top - top } });
    if (block.kind === 'table') {
      for (const made of wordBlocksOf(block, composition))
        placed.push(made.kind === 'table' ? { ...made, place: { left: block.box.left, top: block.box.top } } : made);
      frame = undefined;
      continue;
    }
    const paragraph = wordBlocksOf({ ...block, shapes: [] }, composition)[0];
    const [first] = block.lines;
    if (paragraph?.kind !== 'paragraph' || first === undefined) continue;
    const box = union(block.lines);
    const begins = lineTop(block.lines, first);
    const { left, right } = block.container;
    const goesOn =
      frame !== undefined &&
      Math.abs(frame.of.left - left) < thresholds.sameEdge &&
      Math.abs(frame.of.width - (right - left) - thresholds.slack) < thresholds.sameEdge &&
      Math.abs(begins - frame.bottom) < thresholds.sameFrame;
    const of: NonNullable<Paragraph['textFrame']> =
      goesOn && frame !== undefined
        ? frame.of
        : { left, top: begins, width: Math.max(right, box.right) - left + thresholds.slack, isOver: true };
    paragraph.textFrame = of;
    frame = { of, bottom: setSpacing(paragraph, block.lines, goesOn && frame !== undefined ? frame.bottom : begins) };
    placed.push(paragraph);
  }
  for (const { picture } of pictures) begin.runs.push(pictureRun(picture, plainStyle(10), { isBehind: true }));
  for (const block of placed) block.page = region.page;
  section.blocks.push(begin, ...placed, spacer(1));
}
