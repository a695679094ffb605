// Room on pages that begin where they do on purpose. Word (from 2013 on) and those that follow it drop the space before a paragraph
// that begins a page, unless a section begins there.
import type { Block, Paragraph, Section, WordDocument } from '../docx-model.ts';
import { groupsOf } from '../groups.ts';

/** Points: less room is not missed. */
const minSpace = 8;
/** Points: so much room within a page is a hole, such as that between a title and the line at the page's foot. */
const hole = 40;
/** What a hole gives away, so that the last line does not come on a page of its own: a share of it, and points at most. */
const ease = { share: 0.06, most: 24 };

/** Makes the largest hole of each page that ends on purpose a little smaller. */
export function easeHoles({ sections }: WordDocument): void {
  const blocks = sections.flatMap((section) => section.blocks.map((block, n) => ({ block, section, n })));
  const pages = groupsOf(
    blocks,
    (_, { block, section, n }) =>
      !(block.kind === 'paragraph' && block.startsPage === true) && !(n === 0 && !section.isContinuous),
  );
  for (const page of pages) {
    const [first, ...rest] = page.map(({ block }) => block);
    if (first === undefined || rest.some((block) => block.page !== first.page)) continue;
    const [largest] = rest
      .flatMap((block) => (block.kind === 'paragraph' && block.spaceBefore > hole ? [block] : []))
      .toSorted((a, b) => b.spaceBefore - a.spaceBefore);
    if (largest !== undefined) largest.spaceBefore -= Math.min(ease.most, largest.spaceBefore * ease.share);
  }
}

/** Lets sections begin where paragraphs with room above them begin pages. */
export function keepRoomAbovePages(document: WordDocument): void {
  document.sections = document.sections.flatMap((section) => (section.isPlaced === true ? [section] : parted(section)));
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
