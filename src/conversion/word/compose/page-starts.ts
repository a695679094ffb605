// Room on pages that begin where they do on purpose. Word (from 2013 on) and those that follow it drop the space before a paragraph
// that begins a page, unless a section begins there.
import type { Block, Paragraph, Section, WordDocument } from '../docx-model.ts';
import { groupsOf } from '#conversion/layout/groups.ts';
import { extentOf, stretchesOf } from '../measure/stretches.ts';

/** Points: less room is not missed. */
const minSpace = 8;
/** Points: so much room within a page is a hole, such as that between a title and the line at the page's foot. */
const hole = 40;
/** The part of a gap that is left out, so that the last line stays on its page: a share of it, at most these points. */
const ease = { share: 0.06, most: 24 };

/** Makes the largest hole smaller on pages that end on purpose and are all but full; `count` is the number of the PDF's pages. */
export function easeHoles(document: WordDocument, count: number): void {
  for (const stretch of stretchesOf(document, count)) {
    const [part, ...others] = stretch.parts;
    if (part === undefined || others.length > 0 || stretch.pages > 1 || part.section.columns.length > 1) continue;
    const { heights } = extentOf(stretch, document.balancesColumns);
    const taken = heights.values().reduce((sum, height) => sum + height, 0);
    if (taken < part.room - ease.most) continue;
    const [largest] = part.blocks
      .slice(1)
      .flatMap((block) => (block.kind === 'paragraph' && block.spaceBefore > hole ? [block] : []))
      .toSorted((a, b) => b.spaceBefore - a.spaceBefore);
    if (largest !== undefined) largest.spaceBefore -= Math.min(ease.most, largest.spaceBefore * ease.share);
  }
}

/** Lets sections begin where paragraphs with room above them begin pages. */
export function keepRoomAbovePages(document: WordDocument): void {
  document.sections = document.sections.flatMap(parted);
}

function parted(section: Section): Section[] {
  const [first = [], ...rest] = groupsOf(
    section.blocks,
    (before, block) => !(before.kind === 'paragraph' && isLower(block)),
  );
  const { pageNumbers } = section;
  return [
    { ...section, blocks: first },
    ...rest.map((blocks): Section => {
      delete (blocks[0] as Paragraph).startsPage;
      return {
        ...section,
        blocks,
        isContinuous: false,
        headersFooters: undefined,
        pageNumbers: pageNumbers === undefined ? undefined : { format: pageNumbers.format },
      };
    }),
  ];
}

const isLower = (block: Block): boolean =>
  block.kind === 'paragraph' && block.startsPage === true && block.spaceBefore >= minSpace;
