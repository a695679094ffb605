// What a document lacks of its PDF: it is read back as Word shows it, and held against the letters of each page.
import { type Box, boxOfPage, contains } from '#conversion/layout/box.ts';
import type { DocumentLayout } from '#conversion/layout/document-layout.ts';
import type { Block, Paragraph, Run, WordDocument } from '../docx-model.ts';
import type { LayoutBlock } from '#conversion/layout/layout-blocks.ts';
import { asReadLine, fragmentsOf, isBlank, textOfLine } from '#conversion/layout/lines/lines.ts';
import { textOfFormula } from '#conversion/layout/math/formula.ts';
import type { Glyph } from '#conversion/layout/page-content.ts';
import { linesIn, placeOf } from './letters-outside.ts';
import { labelOf } from './note-numbers.ts';

const thresholds = {
  /** Letters of a word from which it is looked for: shorter ones are parts of others. */
  word: 4,
};

/** The words and numbers of a page, by its index, that the document does not show. */
export interface Missing {
  page: number;
  words: string[];
}

/** Words of scripts with blanks between them; elsewhere the end of a line says nothing of where a word ends. */
const spaced = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}]+/gu;

/** Holds a document against the pages that it was made of. */
export function missingIn(document: WordDocument, layout: DocumentLayout): Missing[] {
  // The number of a note stands in the text and before the note.
  const marks = layout.notes.map(labelOf);
  const shown = [...textsOf(document), ...marks, ...marks].map(normalised).join('\n');
  const numbers = countsOf(shown.matchAll(/\p{N}+/gu));
  const words = new Set(shown.match(spaced));
  /** Without blanks and hyphens: words are parted and joined at the ends of lines. */
  const letters = shown.replace(/[^\p{L}]/gu, '');
  const pictures = picturesOf(layout);
  return layout.pages.flatMap((page, n) => {
    const text = normalised(textOn(layout, n, pictures.get(page.index) ?? []));
    const lost = [...text.matchAll(/\p{N}+/gu)].flatMap(([number]) => (takeOne(numbers, number) ? [] : [number]));
    for (const [word] of text.matchAll(spaced))
      if (word.length >= thresholds.word && !words.has(word) && !letters.includes(word)) lost.push(word);
    return lost.length === 0 ? [] : [{ page: page.index, words: lost }];
  });
}

/** The text of a page outside of headers, footers and the pictures that show it. */
function textOn(layout: DocumentLayout, n: number, pictures: readonly Box[]): string {
  const { asRead, furniture, pages } = layout;
  const page = pages[n];
  if (page === undefined) return '';
  const around = new Set(
    [...(furniture.headers[n] ?? []), ...(furniture.footers[n] ?? [])].flatMap(({ glyphs }) => glyphs.map(placeOf)),
  );
  const visible = boxOfPage(page);
  const isFree = (glyph: Glyph) => contains(visible, glyph) && !pictures.some((box) => contains(box, glyph));
  const letters = (asRead[n]?.letters ?? []).filter(
    (glyph) => glyph.angle === 0 && !glyph.isHidden && (isBlank(glyph) || isFree(glyph)),
  );
  return fragmentsOf(letters, page.index)
    .filter(({ glyphs: [first] }) => first === undefined || !around.has(placeOf(first)))
    .map((line) => textOfLine(asReadLine(line)))
    .join('\n');
}

/** Pictures by the index of their page; placed pages have one behind their text, which shows none. */
function picturesOf({ regions }: DocumentLayout): Map<number, Box[]> {
  const all = regions.flatMap(({ isPlaced, blocks }) => (isPlaced === true ? [] : blocks.flatMap(picturesIn)));
  return new Map([...Map.groupBy(all, ({ page }) => page)].map(([page, own]) => [page, own.map(({ box }) => box)]));
}

const picturesIn = (block: LayoutBlock): { page: number; box: Box }[] => {
  if (block.kind === 'picture') return [block];
  const inLines = linesIn([block]).flatMap(({ page, glyphs }) =>
    glyphs.flatMap(({ picture }) => (picture === undefined ? [] : [{ page, box: picture }])),
  );
  const inCells = block.kind === 'table' ? block.cells.flatMap((cell) => cell.blocks.flatMap(picturesIn)) : [];
  return [...inLines, ...inCells];
};

/** Everything that the document shows: labels of lists, cells, notes, headers and footers too. */
function textsOf({ sections }: WordDocument): string[] {
  const ofParagraph = ({ runs, list }: Paragraph): string[] => [
    `${list?.label ?? ''} ${runs.map(shownBy).join('')}`,
    ...runs.flatMap(({ note }) => note?.paragraphs.flatMap(ofParagraph) ?? []),
  ];
  const ofBlock = (block: Block): string[] =>
    block.kind === 'paragraph'
      ? ofParagraph(block)
      : block.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks.flatMap(ofBlock)));
  return sections.flatMap(({ blocks, headersFooters = [] }) => [
    ...blocks.flatMap(ofBlock),
    ...headersFooters.flatMap(({ header, footer }) => [...header, ...footer].flatMap(ofParagraph)),
  ]);
}

const shownBy = ({ text, picture, ruby }: Run): string =>
  picture?.formula === undefined ? `${text}${ruby?.text ?? ''}` : ` ${textOfFormula(picture.formula.formula.parts)} `;

const normalised = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\u00ad/g, '');

function countsOf(found: Iterable<RegExpMatchArray>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [text] of found) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Takes one of what is counted. @returns whether there was one left */
function takeOne(counts: Map<string, number>, text: string): boolean {
  const left = counts.get(text) ?? 0;
  counts.set(text, left - 1);
  return left > 0;
}
