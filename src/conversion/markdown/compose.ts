// The layout of a document as blocks of text in reading order. Running headers and footers are left out.
import type { DocumentBlock, TextSpan } from '#core/document-blocks.ts';
import { type Box, union } from '#conversion/layout/box.ts';
import { allParagraphs, bodyParagraphs, type DocumentLayout } from '#conversion/layout/document-layout.ts';
import {
  type CellBlock,
  type LayoutBlock,
  pageOf,
  type PictureBlock,
  type TableBlock,
  type TextBlock,
  type TextRole,
  textBlocks,
  topOf,
} from '#conversion/layout/layout-blocks.ts';
import { textOfFormula } from '#conversion/layout/math/formula.ts';
import type { Glyph, Link, PageContent, Picture, TextLine } from '#conversion/layout/page-content.ts';
import { joinedGlyphs, vocabularyOf } from '#conversion/layout/text/joined-lines.ts';
import { readText } from '#conversion/layout/text/letters.ts';
import { symbolText } from '#conversion/layout/text/labels.ts';
import { isTypewriter, typewriterAdvance, typewriterBreaks } from '#conversion/layout/text/typewriter.ts';
import { withoutLabel } from '#conversion/layout/text/without-label.ts';
import { Anchors, levelsOf } from './headings.ts';
import { brokenLines, type Inline, spansOf, textOf } from './lines.ts';
import { noteLabels } from './notes.ts';

/** Points: pictures that are smaller both ways are ornaments. */
const minPicture = 8;
/** Times the size of a line: the usual distance of lines. */
const typicalLeading = 1.2;
/** Points above the target of a link where the linked text may begin. */
const slackAbove = 6;

/** A table with the content of its cells. */
export interface TableOfBlocks {
  type: 'table';
  page: number;
  box: BoxTuple;
  rows: number;
  columns: number;
  headerRows: number;
  cells: { row: number; column: number; rowSpan: number; columnSpan: number; box: BoxTuple; blocks: ComposedBlock[] }[];
}

export type ComposedBlock = Exclude<DocumentBlock, { type: 'table' }> | TableOfBlocks;

type BoxTuple = [number, number, number, number];

export interface Composed {
  blocks: ComposedBlock[];
  /** By the names of their files. */
  pictures: Map<string, Picture>;
}

export interface ComposeOptions {
  /** The pages, from 1. */
  pages: ReadonlySet<number>;
  hasFiles: boolean;
  /** The speaker notes of each page, if the pages are slides. */
  notes?: readonly string[] | undefined;
}

/** @param layout is used up: its letters change where lines are joined */
export function composeBlocks(layout: DocumentLayout, options: ComposeOptions): Composed {
  const composer = new Composer(layout, options);
  const byPage = Map.groupBy(
    layout.regions.flatMap(({ blocks }) => blocks),
    (block) => pageOf(block),
  );
  const blocks: ComposedBlock[] = [];
  for (const page of layout.pages.keys()) {
    blocks.push(...(byPage.get(page) ?? []).flatMap((block) => composer.blocksOf(block)));
    blocks.push(...composer.saidOf(page));
  }
  blocks.push(...composer.notes());
  return { blocks, pictures: composer.pictures };
}

class Composer {
  readonly pictures = new Map<string, Picture>();
  readonly #files = new Map<Picture, string>();
  /** The labels of notes that the chosen pages refer to. */
  readonly #referred = new Set<string>();
  readonly #layout: DocumentLayout;
  readonly #options: ComposeOptions;
  readonly #inline: Inline;
  readonly #levelOf: (level: number) => number;
  readonly #anchors: ReadonlyMap<TextBlock, string>;
  readonly #labels: ReturnType<typeof noteLabels>;

  constructor(layout: DocumentLayout, options: ComposeOptions) {
    [this.#layout, this.#options] = [layout, options];
    const everywhere = allParagraphs(layout);
    this.#levelOf = levelsOf(everywhere);
    this.#labels = noteLabels(layout.notes);
    const anchors = new Anchors();
    this.#anchors = new Map(
      everywhere
        .filter(({ role }) => role?.heading !== undefined)
        .map((block) => [block, anchors.of(block.lines.map(({ glyphs }) => plain(glyphs)).join(' '))]),
    );
    const targets = this.#targets(bodyParagraphs(layout));
    this.#inline = {
      vocabulary: vocabularyOf(everywhere.flatMap(({ lines }) => lines)),
      noteAt: (glyph) => {
        const label = this.#labels.byGlyph.get(glyph);
        if (label !== undefined) this.#referred.add(label);
        return label;
      },
      linkAt: ({ link }) => link?.uri ?? (link?.target === undefined ? undefined : targets(link.target)),
      fileOf: (picture) => this.#fileOf(picture, 0),
      isTypewritten: isTypewriter(layout.bodyStyle.font),
    };
  }

  blocksOf(block: LayoutBlock): ComposedBlock[] {
    if (block.kind === 'picture') return this.#picture(block);
    if (block.kind === 'table') return this.#table(block);
    return [...this.#text(block), ...this.#turned(block)];
  }

  /** The notes that the chosen pages refer to, from any page, in their order. */
  notes(): ComposedBlock[] {
    return this.#layout.notes.flatMap((note) => {
      const { lines } = note;
      const label = this.#labels.byNote.get(note) ?? '';
      const spans = this.#referred.has(label) ? spansOf(lines, this.#inline) : [];
      return spans.length === 0 ? [] : [{ type: 'footnote' as const, label, ...placed(lines), ...withText(spans) }];
    });
  }

  /** The speaker notes of a page, and the comments of people on it. */
  saidOf(index: number): ComposedBlock[] {
    const page = this.#layout.pages[index];
    if (page === undefined || !this.#options.pages.has(index + 1)) return [];
    const text = this.#options.notes?.[index]?.trim() ?? '';
    const box = tuple({ left: 0, top: 0, right: page.width, bottom: page.height });
    const said: ComposedBlock[] = text === '' ? [] : [{ type: 'notes', page: index + 1, box, text }];
    return [...said, ...this.#comments(page)];
  }

  #comments({ index, marks }: PageContent): ComposedBlock[] {
    return marks.flatMap(({ remark, areas }) =>
      remark === undefined || remark.text.trim() === ''
        ? []
        : [
            {
              type: 'comment' as const,
              author: remark.author,
              page: index + 1,
              box: tuple(areas.length === 0 ? { left: 0, top: 0, right: 0, bottom: 0 } : union(areas)),
              text: remark.text.trim(),
            },
          ],
    );
  }

  #chosen(lines: readonly TextLine[]): TextLine[] {
    return lines.filter(({ page }) => this.#options.pages.has(page + 1));
  }

  #text(whole: TextBlock): ComposedBlock[] {
    const lines = this.#chosen(whole.lines);
    if (lines.length === 0) return [];
    const block = { ...whole, lines };
    const { role = {} } = block;
    const place = placed(lines);
    const advance =
      block.isWhole === true && role.isPlain === true && !this.#inline.isTypewritten
        ? typewriterAdvance(lines)
        : undefined;
    if (advance !== undefined) return [{ type: 'code', ...place, text: this.#code(lines, advance) }];
    const item = role.heading === undefined ? role.item : undefined;
    const isLabelGone = item?.labelLeft !== undefined || lines[0] !== whole.lines[0];
    const body = item === undefined ? lines : withoutLabel(lines, item.label, isLabelGone);
    const breaks = brokenLines(block);
    const [first, label] = [lines[0], body[0]];
    if (first !== undefined && label !== undefined && breaks.has(first)) breaks.set(label, { lines: 1, blanks: 0 });
    const spans = spansOf(body, this.#inline, breaks);
    if (spans.length === 0) return [];
    const text = { ...place, ...withText(spans) };
    if (role.heading !== undefined)
      return [{ type: 'heading', level: this.#levelOf(role.heading), anchor: this.#anchors.get(whole) ?? '', ...text }];
    if (role.contents !== undefined) return [{ type: 'contents', level: role.contents.level, ...text }];
    if (item !== undefined) return [{ type: 'list_item', level: item.level + 1, ...markerOf(item, first), ...text }];
    return [{ type: role.isCaption === true ? 'caption' : 'paragraph', ...text }];
  }

  /** Lines in letters of one width, with their blank lines and indents. */
  #code(lines: readonly TextLine[], advance: number): string {
    const leading = (lines[0]?.size ?? 10) * typicalLeading;
    const left = Math.min(...lines.map((line) => line.left));
    const breaks = typewriterBreaks(lines, advance, leading, new Set(lines.slice(1)));
    const indent = ' '.repeat(Math.max(0, Math.round(((lines[0]?.left ?? left) - left) / advance)));
    return indent + codeText(lines, breaks);
  }

  /** Rotated text, after the paragraph that it is attached to. */
  #turned({ turned = [] }: TextBlock): ComposedBlock[] {
    return turned.flatMap(({ line, box }) => {
      if (!this.#options.pages.has(line.page + 1)) return [];
      const spans = spansOf([line], this.#inline);
      if (spans.length === 0) return [];
      return [{ type: 'paragraph' as const, page: line.page + 1, box: tuple(box), ...withText(spans) }];
    });
  }

  #picture({ page, box, picture }: PictureBlock): ComposedBlock[] {
    if (!this.#options.pages.has(page + 1)) return [];
    const place = { page: page + 1, box: tuple(box) };
    if (picture.formula !== undefined) {
      const { parts, number } = picture.formula;
      const text = [textOfFormula(parts), number?.text ?? ''].join(' ').replace(/\s+/g, ' ').trim();
      return [{ type: 'formula', ...place, text }];
    }
    if (box.right - box.left < minPicture && box.bottom - box.top < minPicture) return [];
    return [{ type: 'picture', ...place, alt: picture.altText?.trim() ?? '', file: this.#fileOf(picture, page + 1) }];
  }

  #table(table: TableBlock): ComposedBlock[] {
    const beginning = Map.groupBy(table.cells, ({ row }) => row);
    const all = Array.from({ length: Math.max(0, table.ys.length - 1) }, (_, row) => row);
    const pageOfRow = all.map((row) =>
      Math.min(...(beginning.get(row) ?? []).flatMap(({ blocks }) => pagesOf(blocks)), Infinity),
    );
    const shown = all.map((row) => (Number.isFinite(pageOfRow[row]) ? (pageOfRow[row] ?? 0) : table.page) + 1);
    const kept = new Set(all.filter((row) => this.#options.pages.has(shown[row] ?? 0)));
    const [first] = [...kept].filter((row) => row >= table.headerRows || kept.size === all.length);
    if (first === undefined) return [];
    // The head belongs to rows on later pages, too.
    const rows = all.filter((row) => row < table.headerRows || kept.has(row));
    const count = table.xs.length - 1;
    /** For each row, the number of existing rows before it. */
    const before = [0];
    const isThere = new Set(rows);
    for (const row of all) before.push((before.at(-1) ?? 0) + (isThere.has(row) ? 1 : 0));
    const columnOf = ({ column, columnSpan }: CellBlock) =>
      table.isRightToLeft === true ? count - column - columnSpan : column;
    const cells = table.cells.flatMap((cell) => {
      const top = before[cell.row] ?? 0;
      const rowSpan = (before[Math.min(all.length, cell.row + cell.rowSpan)] ?? top) - top;
      if (rowSpan === 0) return [];
      return [
        {
          row: top,
          column: columnOf(cell),
          rowSpan,
          columnSpan: cell.columnSpan,
          box: tuple(cell.box),
          blocks: cell.blocks.flatMap((block) => this.blocksOf(block)),
        },
      ];
    });
    return [
      {
        type: 'table',
        page: shown[first] ?? table.page + 1,
        box: tuple(table.box),
        rows: rows.length,
        columns: count,
        headerRows: Math.min(table.headerRows, rows.length),
        cells: cells.toSorted((a, b) => a.row - b.row || a.column - b.column),
      },
    ];
  }

  #fileOf(picture: Picture, page: number): string | null {
    if (!this.#options.hasFiles) return null;
    const known = this.#files.get(picture);
    if (known !== undefined) return known;
    const file = `images/${page > 0 ? `page-${page}-` : ''}${this.#files.size + 1}`;
    this.#files.set(picture, file);
    this.pictures.set(file, picture);
    return file;
  }

  /** The anchor that a link within the document leads to: that of the heading at its place. */
  #targets(paragraphs: readonly TextBlock[]): (target: NonNullable<Link['target']>) => string | undefined {
    const onPage = Map.groupBy(paragraphs, pageOf);
    return ({ page, top }) => {
      const own = onPage.get(page);
      const found = own?.find((block) => topOf(block) > top - slackAbove) ?? own?.at(-1);
      const anchor = found && this.#anchors.get(found);
      return anchor === undefined ? undefined : `#${anchor}`;
    };
  }
}

const plain = (glyphs: readonly Glyph[]): string => glyphs.map(({ text }) => text).join('');

const pagesOf = (blocks: readonly LayoutBlock[]): number[] => [
  ...textBlocks(blocks).flatMap(({ lines }) => lines.map(({ page }) => page)),
  ...blocks.flatMap((block) => (block.kind === 'picture' ? [block.page] : [])),
];

const round = (points: number) => Math.round(points * 100) / 100;
const tuple = ({ left, top, right, bottom }: Box): BoxTuple => [round(left), round(top), round(right), round(bottom)];

/** The box of a block's lines on its first page. */
function placed(lines: readonly TextLine[]): { page: number; box: BoxTuple } {
  const page = lines[0]?.page ?? 0;
  return { page: page + 1, box: tuple(union(lines.filter((line) => line.page === page))) };
}

const withText = (spans: TextSpan[]) => ({ text: textOf(spans), spans });

function markerOf({ label, labelStyle }: NonNullable<TextRole['item']>, line: TextLine | undefined) {
  const printed = label.trim();
  const font = (labelStyle ?? line?.glyphs[0]?.style)?.font ?? '';
  // Letters of symbol fonts are bullets.
  const marker = [...printed].length === 1 ? symbolText(printed, font) : printed;
  return { marker, ordered: /\p{N}|^[([]?\p{L}{1,7}[.):\]]$/u.test(marker) };
}

/** Lines of code unchanged: words are not joined, blanks are kept. */
const codeText = (lines: readonly TextLine[], breaks: ReturnType<typeof typewriterBreaks>): string =>
  joinedGlyphs(lines, { words: new Set(), hyphenates: false }, breaks).map(readText).join('').trimEnd();
