// Accounts for every letter of a page. Letters are read once and never deleted, only claimed by stages. After the analysis, each letter
// is in exactly one block, or has a claim that says which part of the page it belongs to or why it was left out.
import { type Box, contains } from './box.ts';
import { type Claim, isLeftOut } from './claims.ts';
import type { DocumentLayout } from './document-layout.ts';
import { type Backdrop, type LayoutBlock, type TextBlock, textBlocks } from './layout-blocks.ts';
import { asReadLine, fragmentsOf, isBlank, textOfLine } from './lines/lines.ts';
import type { Glyph, PageContent, TextLine } from './page-content.ts';

/** Numbers the letters of all pages; copies of a letter keep its number. */
export function numberLetters(pages: readonly PageContent[]): void {
  let next = 0;
  for (const page of pages) for (const letter of page.letters) letter.id = next++;
}

/** Accounts for the letters of a page. */
export interface PageAccount {
  /** From 0. */
  page: number;
  /** The number of visible letters, without blanks. */
  letters: number;
  inBlocks: number;
  claimed: Partial<Record<Claim, number>>;
  /** Letters that are in no block and have no claim. */
  lost: Glyph[];
  /** Letters that are in more than one block. */
  doubled: Glyph[];
}

/** Accounts for the letters of each page of an analysed layout. */
export function accountOf({
  pages,
  regions,
  notes,
  furniture,
}: Pick<DocumentLayout, 'pages' | 'regions' | 'notes' | 'furniture'>): PageAccount[] {
  const blocks = regions.flatMap((region) => region.blocks);
  const lines = [...textBlocks(blocks).flatMap(linesOf), ...notes.flatMap((note) => note.lines)];
  const times = new Map<number, number>();
  const count = (letters: Iterable<Glyph>) => {
    for (const { id } of letters) if (id !== undefined) times.set(id, (times.get(id) ?? 0) + 1);
  };
  for (const line of lines) count(line.glyphs);
  const around = new Set(
    [...furniture.headers, ...furniture.footers].flatMap((own) =>
      own.flatMap((line) => line.glyphs.map(({ id }) => id)),
    ),
  );
  const pictures = Map.groupBy(blocks.flatMap(picturesIn), ({ page }) => page);
  const backdrops = new Map(
    regions.flatMap(({ page, backdrop }) => (backdrop === undefined ? [] : [[page, backdrop]])),
  );
  return pages.map((page): PageAccount => {
    const account: PageAccount = { page: page.index, letters: 0, inBlocks: 0, claimed: {}, lost: [], doubled: [] };
    const drawn = (pictures.get(page.index) ?? []).map(({ box }) => box);
    const backdrop = backdrops.get(page.index);
    const isInPicture = (letter: Glyph) =>
      drawn.some((box) => contains(box, letter)) || (backdrop !== undefined && isShownBy(backdrop, letter));
    for (const letter of page.letters) {
      if (isBlank(letter)) continue;
      account.letters += 1;
      const own = times.get(letter.id ?? -1) ?? 0;
      const as = letter.claim ?? (around.has(letter.id) ? 'furniture' : isInPicture(letter) ? 'picture' : undefined);
      if (own > 0) account.inBlocks += 1;
      else if (as === undefined) account.lost.push(letter);
      else account.claimed[as] = (account.claimed[as] ?? 0) + 1;
      if (own > 1) account.doubled.push(letter);
    }
    return account;
  });
}

/** Whether the pictures behind a page's text show a letter: it is rotated, or its font family is one that they show. */
const isShownBy = ({ boxes, pictures, families }: Omit<Backdrop, 'under'>, letter: Glyph): boolean =>
  pictures.some((box) => box.isRendered === true && contains(box, letter)) ||
  ((letter.angle !== 0 || families.has(letter.style.font)) && boxes.some((box) => contains(box, letter)));

/** The words and numbers of a page that are missing from the result. */
export interface Missing {
  page: number;
  words: string[];
}

/** The maximum number of words that are named for each page. */
const mostNamed = 20;

/** Returns the words that no block contains and no stage has claimed, by page, counted from 0. */
export const lostWords = (layout: DocumentLayout): Missing[] =>
  accountOf(layout).flatMap(({ page, lost }) => {
    const words = wordsIn(fragmentsOf(lost, page).map(asReadLine));
    return words.length === 0 ? [] : [{ page, words }];
  });

/** Returns the words of rotated text and unreadable fonts whose picture could not be painted, by page, counted from 0. */
export const unpaintedWords = (pages: readonly PageContent[]): Missing[] =>
  pages.flatMap(({ index, letters, unpainted = [] }) => {
    const boxes = unpainted.map(({ box, families }) => ({ boxes: [box], pictures: [], families }));
    const lost = letters.filter((letter) => !isLeftOut(letter) && boxes.some((box) => isShownBy(box, letter)));
    const words = wordsIn(fragmentsOf(lost, index).map(asReadLine));
    return words.length === 0 ? [] : [{ page: index, words }];
  });

/** Returns the words of the lines that contain a letter or a digit. */
export const wordsIn = (lines: readonly TextLine[]): string[] =>
  lines.flatMap((line) => textOfLine(line).split(/\s+/u)).filter((word) => /[\p{L}\p{N}]/u.test(word));

/** Returns the missing words for a message: counts pages from 1, and names only the first words of each page. */
export const named = (missing: readonly Missing[], wanted: (page: number) => boolean = () => true): Missing[] =>
  missing
    .map(({ page, words }) => ({ page: page + 1, words: words.slice(0, mostNamed) }))
    .filter(({ page }) => wanted(page));

/** Returns the lines of a paragraph and the rotated lines attached to it. */
const linesOf = ({ lines, turned = [] }: TextBlock): TextLine[] => [...lines, ...turned.map(({ line }) => line)];

/** Returns the areas whose pictures are painted together with the text on them. */
const picturesIn = (block: LayoutBlock): { page: number; box: Box }[] => {
  if (block.kind === 'picture') return block.picture.isRendered === true ? [block] : [];
  if (block.kind === 'table') return block.cells.flatMap((cell) => cell.blocks.flatMap(picturesIn));
  return block.lines.flatMap(({ page, glyphs }) =>
    glyphs.flatMap(({ picture }) => (picture?.isRendered === true ? [{ page, box: picture }] : [])),
  );
};
