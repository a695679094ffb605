// Pictures that no tag names and that are no artifacts: they are put where the page shows them, in the text or in a table's cell.
import { type Box, contains } from '../box.ts';
import type { PageContent } from '../page-content.ts';
import { type CellBlock, type LayoutBlock, pictureBlock, type PictureBlock } from '../layout-blocks.ts';
import { drawnPicture, mergedPictures } from '../blocks/drawings.ts';
import { contentKey } from './blocks.ts';
import { insertByPlace } from './page-order.ts';
import { tolerances } from '../tolerances.ts';

const thresholds = {
  /** Share of the page: a larger one is its ground. */
  ground: 0.9,
};

export function insertPictures(
  blocks: LayoutBlock[],
  pages: readonly PageContent[],
  named: ReadonlySet<string>,
  bodyOf: (page: PageContent) => Box,
): void {
  for (const page of pages) {
    const free = page.pictures.filter(
      (picture) =>
        !picture.isArtifact && (picture.mcid < 0 || !named.has(contentKey({ page: page.index, mcid: picture.mcid }))),
    );
    for (const picture of mergedPictures(page, free)) {
      const [width, height] = [picture.right - picture.left, picture.bottom - picture.top];
      if (Math.min(width, height) < tolerances.spacerPoints) continue;
      if (width * height > page.width * page.height * thresholds.ground) continue;
      const around = blocks.find(
        (other) => other.kind === 'picture' && other.page === page.index && contains(other.box, picture),
      );
      if (around?.kind === 'picture') {
        showWithAll(around, page);
        continue;
      }
      const block = pictureBlock(picture, page.index, bodyOf(page));
      const cell = cellAround(blocks, block);
      if (cell === undefined) insertByPlace(blocks, block);
      else {
        block.container = cell.box;
        insertByPlace(cell.blocks, block);
      }
    }
  }
}

/** Makes a picture with others on it, as a photograph on its shadow, the picture of all of them. */
function showWithAll(block: PictureBlock, page: PageContent): void {
  if (block.picture.isRendered === true) return;
  const hasText = page.glyphs.some((glyph) => glyph.text.trim() !== '' && contains(block.box, glyph));
  block.picture = drawnPicture(page, block.box, block.picture.altText, hasText);
}

/** The cell of a table on the page that contains the picture. */
function cellAround(blocks: readonly LayoutBlock[], { page, box }: PictureBlock): CellBlock | undefined {
  for (const block of blocks)
    if (block.kind === 'table' && block.page === page)
      for (const cell of block.cells) if (contains(cell.box, box, tolerances.slackPoints)) return cell;
  return undefined;
}
