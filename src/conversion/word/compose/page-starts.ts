// Room above the first line of a page: Word (from 2013 on) and those that follow it drop the space before a paragraph that begins a
// page, unless a section begins there.
import { type Block, type Paragraph, type Section, type WordDocument } from '../docx-model.ts';
import { groupsOf } from '../groups.ts';

/** Points: less room is not missed. */
const minSpace = 8;

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
