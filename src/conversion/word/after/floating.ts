// Text beside other text that is not its column: sidebars and boxes that text wraps around.
import { type Box, areaOf, contains, middleX, sharedHeight, union } from '#conversion/layout/box.ts';
import type { Fill, TextLine, PageContent } from '#conversion/layout/page-content.ts';
import { boxOf, type LayoutBlock, type Region, pageOf, type TextBlock } from '#conversion/layout/layout-blocks.ts';
import { tolerances } from '#conversion/layout/tolerances.ts';

const thresholds = {
  /** Share of the column: a wider paragraph does not float. */
  width: 0.62,
  /** Times its own lines: the text around it has more. */
  around: 0.5,
  /** Points between the middles of paragraphs of one box. */
  sameBox: 60,
  /** Lines beside a box that are enough without others above or below. */
  textLines: 3,
  /** em, and share of a line's height, that lines share with their neighbours or their background. */
  besideHeight: 0.4,
  /** Points above and below the text of a box. */
  padding: 12,
  /** Points: text that is further away is not beside. */
  besideDistance: 120,
  /** Share of the page's height: a higher box that is as wide as the page is its ground. */
  pageHeight: 0.5,
};

interface PlacedBox {
  page: number | undefined;
  box: Box;
}

/** The pictures of blocks, those among words too. */
const picturesOf = (blocks: readonly LayoutBlock[]): PlacedBox[] =>
  blocks.flatMap((block): PlacedBox[] => {
    if (block.kind === 'picture') return [block];
    if (block.kind === 'table') return [];
    return block.lines.flatMap(({ page, glyphs }) =>
      glyphs.flatMap(({ picture }) => (picture === undefined ? [] : [{ page, box: picture }])),
    );
  });

/** Whether a picture is the box that is drawn around a text of several lines, beside the rest of its column. */
function isTextBox({ box }: PlacedBox, { lines }: TextBlock, body: Box): boolean {
  const letters = lines.flatMap(({ glyphs }) => glyphs.filter(({ picture }) => picture === undefined));
  return (
    lines.length > 1 &&
    contains(box, union(letters), tolerances.slackPoints) &&
    box.right - box.left < (body.right - body.left) * thresholds.width
  );
}

/** Marks floating blocks, and assigns a container to each. */
export function findFloating(regions: readonly Region[]): void {
  for (const { blocks, columns } of regions) {
    const texts = blocks.filter((block): block is TextBlock => block.kind === 'text');
    const pictures = picturesOf(blocks);
    for (const block of texts) {
      const page = block.lines[0]?.page;
      const box = union(block.lines);
      block.isBoxed ??= pictures.some(
        (other) =>
          other.page === page && isTextBox(other, block, union(columns.map((column) => ({ ...box, ...column })))),
      );
      if (block.isBoxed) {
        block.isFloating = hasTextBeside(texts, box, page);
        continue;
      }
      const width = block.container.right - block.container.left;
      if (block.lines.some((line) => line.page !== page) || box.right - box.left > width * thresholds.width) continue;
      const around = texts.filter(
        (other) =>
          other !== block &&
          other.isFloating !== true &&
          other.lines.length > block.lines.length * thresholds.around &&
          // A block in the next column is not beside it.
          goesAround(columns.length === 1 ? other : within(other, block.container), box, page),
      );
      if (around.length === 0) continue;
      block.isFloating = true;
    }
    // Paragraphs of one box have one container.
    const floating = texts.filter(({ isFloating }) => isFloating === true);
    for (const block of floating) {
      const near = floating.filter((other) => Math.abs(middle(other) - middle(block)) < thresholds.sameBox);
      const box = union(near.flatMap(({ lines }) => lines));
      block.container = { ...block.container, left: box.left, right: box.right };
    }
  }
}

/** The lines of a paragraph in a column. */
const within = (block: TextBlock, { left, right }: Box): TextBlock => ({
  ...block,
  lines: block.lines.filter((line) => line.left > left - tolerances.slackPoints && line.left < right),
});

/** Whether running text is at the height of a text box. */
const hasTextBeside = (texts: readonly TextBlock[], box: Box, page: number | undefined): boolean =>
  texts.some(
    ({ isBoxed, lines }) =>
      isBoxed !== true && lines.some((line) => line.page === page && line.top < box.bottom && line.bottom > box.top),
  );

const middle = ({ lines }: TextBlock): number => middleX(union(lines));

/** Whether lines of a paragraph are beside the box, and shorter there than above or below it. */
function goesAround({ lines, container }: TextBlock, box: Box, page: number | undefined): boolean {
  const own = lines.filter((line) => line.page === page);
  const beside = own.filter((line) => isBesideBox(line, box));
  if (beside.length === 0 || beside.some((line) => line.left < box.right && line.right > box.left)) return false;
  const others = own.filter((line) => !beside.includes(line));
  const isShorter = others.some(
    (line) => line.left < box.right - tolerances.paddingPoints && line.right > box.left + tolerances.paddingPoints,
  );
  const fills = union(beside).right - union(beside).left > (container.right - container.left) * (1 - thresholds.width);
  return isShorter || (fills && beside.length >= thresholds.textLines);
}

const isBesideBox = (line: Box, box: Box): boolean =>
  sharedHeight(line, box) > (line.bottom - line.top) * thresholds.besideHeight;

/** Boxes have some room around their text. */
const withPadding = (box: Box): Box => ({
  ...box,
  top: box.top - thresholds.padding,
  bottom: box.bottom + thresholds.padding,
});

/** Whether a line shares its height with another thing in the column. */
export function besideFinder(regions: readonly Region[]): (line: TextLine) => boolean {
  const all = regions.flatMap(({ blocks }) =>
    blocks.flatMap((owner): { owner: unknown; page: number; box: Box }[] =>
      owner.kind === 'text' && owner.isFloating !== true
        ? owner.lines.map((line) => ({ owner, page: line.page, box: line }))
        : [{ owner, page: pageOf(owner), box: withPadding(boxOf(owner)) }],
    ),
  );
  const boxes = Map.groupBy(all, ({ page }) => page);
  return (line) => {
    const all = boxes.get(line.page) ?? [];
    const owner = all.find(({ box }) => box === line)?.owner;
    return all.some(
      ({ owner: other, box }) =>
        other !== owner &&
        isBesideBox(line, box) &&
        (box.left >= line.right - tolerances.slackPoints || box.right <= line.left + tolerances.slackPoints) &&
        box.left - line.right < thresholds.besideDistance,
    );
  };
}

/** The smallest painted box that holds all lines of a paragraph; page backgrounds and white boxes do not count. */
export function shadingFinder(pages: readonly PageContent[]): (block: TextBlock) => Fill | undefined {
  return ({ lines }) => {
    const page = pages[lines[0]?.page ?? -1];
    if (page === undefined) return undefined;
    const own = lines.filter((line) => line.page === page.index);
    const box = union(own);
    const holds = page.fills.filter(
      (fill) =>
        fill.color !== 'ffffff' &&
        fill.left < box.left + tolerances.slackPoints &&
        fill.right > box.right - tolerances.slackPoints &&
        fill.top < box.top + (own[0]?.size ?? 10) * thresholds.besideHeight &&
        fill.bottom > box.bottom - (own[0]?.size ?? 10) * thresholds.besideHeight &&
        !(
          fill.right - fill.left > page.width * tolerances.groundWidth &&
          fill.bottom - fill.top > page.height * thresholds.pageHeight
        ),
    );
    return holds.toSorted((a, b) => areaOf(a) - areaOf(b))[0];
  };
}
