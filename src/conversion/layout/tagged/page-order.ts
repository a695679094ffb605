// Blocks in the order of pages. Trees hang pictures and text boxes where they are anchored, which may be pages before their
// own, and anywhere within a page: running text follows the tree's order, floating blocks follow the page's.
import { type Box, sharedWidth, union } from '../box.ts';
import { type LayoutBlock, pageOf, topOf } from '../layout-blocks.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Share of the narrower one's width that two blocks of one column overlap. */
  sameColumn: 0.5,
};

/** Moves blocks on another page than their neighbours after the block above them on their page, and pictures between their neighbours. */
export function orderByPages(blocks: LayoutBlock[]): LayoutBlock[] {
  const running = new Set(longestByPage(blocks));
  const ordered = blocks.filter((block) => running.has(block));
  for (const block of blocks) if (!running.has(block)) insertByPlace(ordered, block);
  for (const block of blocks)
    if (block.kind === 'picture' && running.has(block) && isMisplaced(ordered, block)) {
      ordered.splice(ordered.indexOf(block), 1);
      insertByPlace(ordered, block);
    }
  return ordered;
}

/** The heaviest blocks in a row whose pages never go back (longest increasing subsequence, Fredman 1975, weighted by letters). */
function longestByPage(blocks: readonly LayoutBlock[]): LayoutBlock[] {
  const pages = Math.max(0, ...blocks.map(pageOf)) + 1;
  /** The heaviest row that ends on each page. */
  const best: ({ weight: number; last: number } | undefined)[] = Array.from({ length: pages }, () => undefined);
  const before: (number | undefined)[] = [];
  for (const [n, block] of blocks.entries()) {
    const page = pageOf(block);
    let found: { weight: number; last: number } | undefined;
    for (let p = 0; p <= page; p++) {
      const row = best[p];
      if (row !== undefined && (found === undefined || row.weight > found.weight)) found = row;
    }
    before[n] = found?.last;
    const weight = (found?.weight ?? 0) + weightOf(block);
    if (weight >= (best[page]?.weight ?? 0)) best[page] = { weight, last: n };
  }
  const end = best.reduce((most, row) => ((row?.weight ?? 0) > (most?.weight ?? 0) ? row : most), undefined);
  const found: LayoutBlock[] = [];
  for (let n = end?.last; n !== undefined; n = before[n]) {
    const block = blocks[n];
    if (block !== undefined) found.push(block);
  }
  return found;
}

const weightOf = (block: LayoutBlock): number =>
  block.kind === 'text'
    ? block.lines.reduce((sum, { glyphs }) => sum + glyphs.length, 1)
    : block.kind === 'table'
      ? block.cells.reduce((sum, cell) => sum + cell.blocks.reduce((inner, own) => inner + weightOf(own), 0), 1)
      : 1;

/** After the block above it on its page, preferably in its column; without such a block, where the page begins. */
export function insertByPlace(blocks: LayoutBlock[], block: LayoutBlock): void {
  const [page, top] = [pageOf(block), topOf(block)];
  const isAbove = (other: LayoutBlock) => pageOf(other) === page && topOf(other) <= top;
  const inColumn = blocks.findLastIndex((other) => isAbove(other) && sharesColumn(other, block));
  const anywhere = inColumn >= 0 ? inColumn : blocks.findLastIndex(isAbove);
  const above = anywhere >= 0 ? anywhere : blocks.findLastIndex((other) => pageOf(other) < page);
  blocks.splice(above + 1, 0, block);
}

/** Whether the next block before it in its column is below it, or the next one after it above. */
function isMisplaced(blocks: readonly LayoutBlock[], block: LayoutBlock): boolean {
  const at = blocks.indexOf(block);
  const [page, top, bottom] = [pageOf(block), topOf(block), boxOf(block).bottom];
  const isNeighbour = (other: LayoutBlock) =>
    other.kind !== 'picture' && pageOf(other) === page && sharesColumn(other, block);
  const before = blocks.slice(0, at).findLast(isNeighbour);
  const after = blocks.slice(at + 1).find(isNeighbour);
  return (
    (before !== undefined && topOf(before) > bottom - tolerances.slackPoints) ||
    (after !== undefined && boxOf(after).bottom < top + tolerances.slackPoints)
  );
}

function sharesColumn(a: LayoutBlock, b: LayoutBlock): boolean {
  const [one, other] = [boxOf(a), boxOf(b)];
  return sharedWidth(one, other) > Math.min(one.right - one.left, other.right - other.left) * thresholds.sameColumn;
}

/** On the page that it begins on. */
function boxOf(block: LayoutBlock): Box {
  if (block.kind !== 'text') return block.box;
  const page = pageOf(block);
  return union(block.lines.filter((line) => line.page === page));
}
