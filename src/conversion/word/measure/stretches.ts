// How many pages a document comes to in a word processor: its blocks are set one below the other, column by column. It is counted
// by stretches, which begin on a page of their own, so that an excess in one does not move the next one.
import type { Block, HeaderFooterSet, Paragraph, Row, Section, WordDocument } from '../docx-model.ts';
import { heightOf, type Piece, piecesOfBlock, takesRoom } from './block-height.ts';

/** The content between two pages that begin where they do independently of previous pages. */
export interface Stretch {
  parts: Part[];
  /** Of the PDF: its first page, and how many it has. */
  page: number;
  pages: number;
}

/** The blocks of a section, or those of it that are in one stretch. */
export interface Part {
  section: Section;
  blocks: Block[];
  /** Points that a page has for them. */
  room: number;
}

/** The extent of a stretch in a word processor. */
export interface Extent {
  pages: number;
  /** Points of text that the PDF's pages have no room for. */
  over: number;
  /** Points that the blocks of each of the PDF's pages take, all columns as one. */
  heights: Map<number, number>;
}

const thresholds = {
  /** Points of a page that may come to nothing, since word processors round the height of each line. */
  rounding: 3,
  /** Points of room that a page has at least. */
  minRoom: 36,
};

/** The stretches of a document; `count` is the number of pages of its PDF. */
export function stretchesOf(document: WordDocument, count: number): Stretch[] {
  const starts = startsOf(document);
  return starts.map(({ parts, page }, n) => {
    const next = starts.slice(n + 1).find((other) => other.page > page)?.page ?? count;
    return { parts, page, pages: starts[n + 1]?.page === page ? 1 : Math.max(1, next - page) };
  });
}

function startsOf(document: WordDocument): { parts: Part[]; page: number }[] {
  const starts: { parts: Part[]; page: number | undefined }[] = [];
  let sets: readonly HeaderFooterSet[] = [];
  for (const section of document.sections) {
    sets = section.headersFooters ?? sets;
    const room = roomOf(section, document, sets);
    let part: Part = { section, blocks: [], room };
    if (section.isContinuous && starts.length > 0) starts.at(-1)?.parts.push(part);
    else starts.push({ parts: [part], page: undefined });
    for (const block of section.blocks) {
      if (block.kind === 'paragraph' && block.startsPage === true && (starts.at(-1)?.page ?? -1) >= 0) {
        part = { section, blocks: [], room };
        starts.push({ parts: [part], page: undefined });
      }
      part.blocks.push(block);
      const start = starts.at(-1);
      if (start !== undefined) start.page ??= block.page;
    }
  }
  let before = 0;
  return starts.map(({ parts, page = before }) => {
    before = page;
    return { parts, page };
  });
}

/** The height of a page without its headers and footers. */
function roomOf(
  { height, margins, width }: Section,
  { headerTop, footerBottom }: WordDocument,
  sets: readonly HeaderFooterSet[],
): number {
  const own = sets.find(({ pages }) => pages === 'default') ?? sets[0];
  const between = width - margins.left - margins.right;
  const tall = (paragraphs: readonly Paragraph[] = []) =>
    heightOf(paragraphs.flatMap((paragraph) => piecesOfBlock(paragraph, between)));
  // Without any they take nothing.
  const [header, footer] = [tall(own?.header), tall(own?.footer)];
  const top = header === 0 ? margins.top : Math.max(margins.top, headerTop + header);
  const bottom = footer === 0 ? margins.bottom : Math.max(margins.bottom, footerBottom + footer);
  return Math.max(thresholds.minRoom, height - top - bottom - thresholds.rounding);
}

/** A block, or a row of a table but its first. */
export type Unit = Block | Row;

/** Lays a stretch out; `balances` says whether columns end at one height before others, `pageFor` on which page, from 0, something
 * begins that would begin on a previous one with this many points of room. */
export function extentOf(
  { parts, pages, page: firstPage }: Stretch,
  balances: boolean,
  pageFor?: (unit: Unit, place: { page: number; rest: number }) => number | undefined,
): Extent {
  let page = 0;
  let [y, over] = [0, 0];
  /** Nothing is above on a page that is begun on purpose: there the room above the first paragraph counts. */
  let isStart = true;
  let source = firstPage;
  const heights = new Map<number, number>();
  for (const [n, { section, blocks, room }] of parts.entries()) {
    const { columns } = section;
    /** Where the columns begin on the page, how far down they go, and the content placed in them so far. */
    let [begin, lowest, put, column] = [y, y, 0, 0];
    let [isBroken, isFirst] = [false, true];
    const turn = () => {
      column += 1;
      if (column >= columns.length) {
        [begin, lowest, put, column] = [0, 0, 0, 0];
        page += 1;
      }
      y = begin;
    };
    const isTurnedBy = ({ height, above, needs = height }: Piece) => y > 0 && y + above + needs > room;
    const add = (piece: Piece) => {
      const { height } = piece;
      if (isTurnedBy(piece)) turn();
      // Space above the first paragraph of a section is above all of its columns.
      if (isFirst && columns.length > 1) begin += piece.above;
      const above = y === 0 && !isStart ? 0 : piece.above;
      [isStart, isFirst] = [false, false];
      const tall = above + height;
      y += tall;
      put += tall;
      // A piece that is higher than a page continues on the next ones.
      while (y > room) {
        const rest = y - room;
        turn();
        y += rest;
      }
      lowest = Math.max(lowest, y);
      if (page >= pages) over += tall / columns.length;
      heights.set(source, (heights.get(source) ?? 0) + tall / columns.length);
    };
    const startPage = (unit: Unit, piece: Piece) => {
      const isTurned = isTurnedBy(piece);
      const place = {
        page: isTurned && column + 1 === columns.length ? page + 1 : page,
        rest: isTurned ? room : room - y,
      };
      const wanted = pageFor?.(unit, place);
      if (wanted === undefined) return;
      page = wanted;
      isStart = true;
      [y, begin, lowest, put, column] = [0, 0, 0, 0, 0];
    };
    for (const [at, block] of blocks.entries()) {
      source = block.page ?? source;
      if (block.kind === 'paragraph' && block.startsColumn === true && takesRoom(block)) {
        isBroken = true;
        turn();
      }
      const width = columns[column] ?? columns[0] ?? 0;
      for (const [m, piece] of kept(block, blocks[at + 1], width).entries()) {
        const unit = block.kind === 'table' && m > 0 ? block.rows[m] : block;
        if (unit !== undefined && (m === 0 || block.kind === 'table')) startPage(unit, piece);
        add(piece);
      }
    }
    const isBalanced = balances && !isBroken && columns.length > 1 && parts[n + 1] !== undefined;
    y = isBalanced ? begin + put / columns.length : lowest;
  }
  return { pages: page + 1, over, heights };
}

/** The pieces of a block; headings stay on the page of the following text. */
function kept(block: Block, next: Block | undefined, width: number): Piece[] {
  const pieces = piecesOfBlock(block, width);
  if (block.kind === 'table' || (block.heading ?? 0) === 0 || next === undefined) return pieces;
  const [under] = piecesOfBlock(next, width);
  if (under === undefined) return pieces;
  const more = under.above + (under.needs ?? under.height);
  return pieces.map((piece, n) => ({ ...piece, needs: heightOf(pieces.slice(n)) - piece.above + more }));
}
