// The regions of a page with pictures behind its text: blocks one below the other flow over them, blocks beside them are framed.
import { areaOf, type Box, boxOfPage, contains, middleX, overlaps, type Span, union } from '#conversion/layout/box.ts';
import type { Backdrop, LayoutBlock, PictureBlock, Region, TextBlock } from '#conversion/layout/layout-blocks.ts';
import type { PageContent, Picture } from '#conversion/layout/page-content.ts';
import { inkOf, lettersIn } from './ink.ts';
import { chainOf, type Weighted } from './chain.ts';
import { bareTable, fieldsApart, framed, isLayout, partedByLines } from './framed.ts';

const thresholds = {
  /** Share of a drawing's width: a narrower line on it is a label. */
  label: 0.45,
  /** Edges of the rows of a table that has but a row or two. */
  fewEdges: 3,
  /** Lines of a label. */
  labelLines: 3,
};

/** A region before its flowing blocks are known. */
interface Candidate {
  region: Region;
  /** Whether pictures are behind its text: otherwise it flows as it does without them. */
  isStill: boolean;
  blocks: LayoutBlock[];
}

/** Pictures of the parts of a page where nothing moves: they are behind the text, at their places. */
export const picturesOver = (
  regions: readonly Region[],
  backdrop: Pick<Backdrop, 'boxes'>,
  isHeld: boolean,
): Picture[] =>
  regions
    .filter((region) => isStillIn(region, backdrop, isHeld))
    .flatMap(({ blocks }) => blocks.flatMap(picturesIn))
    .filter(({ box }) => !backdrop.boxes.some((own) => contains(own, box)))
    .map(({ picture }) => picture);

const picturesIn = (block: LayoutBlock): PictureBlock[] =>
  block.kind === 'picture'
    ? [block]
    : block.kind === 'table' && isLayout(block)
      ? block.cells.flatMap((cell) => cell.blocks.flatMap(picturesIn))
      : [];

const isStillIn = ({ blocks }: Region, { boxes }: Pick<Backdrop, 'boxes'>, isHeld: boolean): boolean =>
  isHeld || blocks.some((block) => boxes.some((box) => overlaps(box, inkOf(block))));

/** The regions of a page from top to bottom; `isHeld` where the lines of all of them end where they ended. */
export function stillRegions(
  page: PageContent,
  regions: readonly Region[],
  { boxes }: Pick<Backdrop, 'boxes'>,
  isHeld: boolean,
): Region[] {
  const isShown = (box: Box) => boxes.some((own) => contains(own, box));
  const drawings = boxes.filter((box) => areaOf(box) < areaOf(boxOfPage(page)));
  const candidates = regions.map((region): Candidate => {
    const isStill = isStillIn(region, { boxes }, isHeld);
    return {
      region,
      isStill,
      blocks: isStill ? region.blocks.flatMap((block) => overPictures(block, isShown)) : region.blocks,
    };
  });
  const flowing: Region[] = [];
  let last: Region | undefined;
  const chosen = new Set<LayoutBlock>();
  for (const { candidate, blocks } of chainOf(candidates.flatMap((own) => itemsOf(own, drawings)))) {
    const { region, isStill } = candidate;
    for (const block of blocks) chosen.add(block);
    const own = isStill ? blocks.map((block) => inColumn(block, region.columns[columnOf(region, block)])) : blocks;
    if (last === region) flowing.at(-1)?.blocks.push(...own);
    else flowing.push({ ...region, blocks: own, isStill });
    last = region;
  }
  const beside = candidates.flatMap((own) => own.blocks.filter((block) => !chosen.has(block)).flatMap(framed));
  if (flowing.length === 0) return [{ ...emptyRegion(page), isStill: true, blocks: beside }];
  flowing[0]!.blocks.push(...beside);
  return flowing;
}

export const emptyRegion = ({ index, width, height }: PageContent): Region => ({
  page: index,
  columns: [{ left: 0, right: width }],
  top: 0,
  bottom: height,
  blocks: [],
});

/** The flowing parts of a region: its blocks one by one, those of several columns together. */
function itemsOf(
  candidate: Candidate,
  drawings: readonly Box[],
): (Weighted & { candidate: Candidate; blocks: LayoutBlock[] })[] {
  const { region, isStill, blocks } = candidate;
  const free = blocks
    .filter((block) => !isStill || block.kind !== 'text' || (mayFlow(block) && !isLabel(block, drawings)))
    .map(weighed);
  if (isStill && region.columns.length < 2) return free.map((item) => ({ ...item, candidate, blocks: [item.block] }));
  const chosen = isStill
    ? region.columns.flatMap((_, n) => chainOf(free.filter(({ block }) => columnOf(region, block) === n)))
    : free;
  if (chosen.length === 0) return [];
  const weight = chosen.reduce((sum, own) => sum + own.weight, 0);
  return [{ box: union(chosen.map(({ box }) => box)), weight, candidate, blocks: chosen.map(({ block }) => block) }];
}

/** A block without the parts that the pictures show, in parts that can flow separately. */
function overPictures(block: LayoutBlock, isShown: (box: Box) => boolean): LayoutBlock[] {
  if (block.kind === 'picture') return [];
  if (block.kind === 'table') {
    // A row or two over a drawing are labels beside each other.
    if (isLayout(block) || (isShown(block.box) && block.ys.length <= thresholds.fewEdges))
      return block.cells.flatMap((cell) => cell.blocks.flatMap((inner) => overPictures(inner, isShown)));
    return [isShown(block.box) ? bareTable(block) : block];
  }
  const { boxed, ...rest } = block;
  const text: TextBlock = {
    ...rest,
    ...(boxed === undefined || isShown(boxed.box) ? {} : { boxed }),
    shapes: (block.shapes ?? []).filter((shape) => !isShown(shape)),
    turned: (block.turned ?? []).filter(({ box }) => !isShown(box)),
  };
  return fieldsApart(text).flatMap(partedByLines);
}

const mayFlow = ({ isOver, isMoved, isFramed }: TextBlock): boolean =>
  isOver !== true && isMoved !== true && isFramed !== true;

/** A paragraph in the column that it flows in. */
function inColumn(block: LayoutBlock, column: Span | undefined): LayoutBlock {
  if (block.kind !== 'text' || column === undefined) return block;
  const { isFloating: _floating, ...rest } = block;
  const isPiece = block.role?.isPlain === true && block.lines.length === 1;
  return {
    ...rest,
    container: { ...block.container, left: column.left, right: column.right },
    ...(isPiece ? { role: { ...block.role, align: block.role?.align ?? 'left' } } : {}),
  };
}

/** Whether a block is a short text on a drawing. */
const isLabel = ({ lines }: TextBlock, drawings: readonly Box[]): boolean =>
  lines.length <= thresholds.labelLines &&
  drawings.some((box) =>
    lines.every((line) => contains(box, line) && line.right - line.left < (box.right - box.left) * thresholds.label),
  );

const weighed = (block: LayoutBlock): Weighted & { block: LayoutBlock } => ({
  block,
  box: inkOf(block),
  weight: 1 + lettersIn([block]),
});

const columnOf = ({ columns }: Region, block: LayoutBlock): number => {
  const x = middleX(block.kind === 'text' ? block.lines[0]! : block.box);
  return Math.max(
    0,
    columns.findLastIndex((column) => column.left <= x),
  );
};
