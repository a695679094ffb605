// What the structure tree says as blocks: paragraphs, headings, lists, tables, figures and notes in its order.
import { isName, type PdfValue } from '#conversion/pdf/graph.ts';
import { type Box, union } from '../box.ts';
import type { Glyph, TextLine, Picture } from '../page-content.ts';
import type { CellBlock, LayoutBlock, TextRole, TextBlock } from '../layout-blocks.ts';
import { type StructureElement, isMarkedContent, markedContentOf, type MarkedContent } from './tree.ts';
import { blankBetween, lineOf } from '../lines/lines.ts';
import { drawnPicture, mergedPictures } from '../layout/drawings.ts';
import { readingLines } from './reading-lines.ts';
import { type StatedSize, tableFrom } from './tables.ts';
import type { PageContent } from '../page-content.ts';

export interface TaggedNote {
  lines: TextLine[];
  /** Stands in the text for it, where the note itself stands in a paragraph. */
  anchor?: Glyph;
  label: string;
}

/** What marks lead to. */
export interface ContentByTag {
  glyphs: ReadonlyMap<string, Glyph[]>;
  pictures: ReadonlyMap<string, Picture[]>;
  pages: readonly PageContent[];
}

const groupingTypes = new Set(
  'Document DocumentFragment Part Sect Div Art NonStruct Index TOC BlockQuote Aside Private THead TBody TFoot'.split(
    ' ',
  ),
);
const inlineTypes = new Set(
  'Span Quote Link Reference BibEntry Code Em Strong Sub Annot Ruby RB RT RP Warichu WT WP Lbl'.split(' '),
);
const noteTypes = new Set(['Note', 'FENote']);
/** As many as Word takes are 63. */
const maxColumns = 63;

export const contentKey = ({ page, mcid }: MarkedContent): string => `${page}:${mcid}`;

export class StructureReader {
  readonly notes: TaggedNote[] = [];
  readonly used = new Set<string>();
  readonly #marked: ContentByTag;
  readonly #frameOf: (line: TextLine) => Box;
  #lists = 0;
  readonly #apart: LayoutBlock[] = [];
  readonly #shown = new Set<string>();

  /** `frameOf` tells the column that a line stands in. */
  constructor(marked: ContentByTag, columnOf: (line: TextLine) => Box) {
    this.#marked = marked;
    this.#frameOf = columnOf;
  }

  blocks(element: StructureElement, role: TextRole = {}): LayoutBlock[] {
    const blocks: LayoutBlock[] = [];
    let open: (StructureElement | MarkedContent)[] = [];
    const close = () => {
      if (open.length > 0) blocks.push(...this.#paragraph(open, role));
      open = [];
    };
    for (const kid of element.kids) {
      if (isMarkedContent(kid) || noteTypes.has(kid.type) || isInline(kid, element)) open.push(kid);
      else {
        close();
        blocks.push(...this.#block(kid, role));
      }
    }
    close();
    return blocks;
  }

  #block(element: StructureElement, role: TextRole): LayoutBlock[] {
    const { type } = element;
    if (type === 'Table') return this.#table(element);
    if (type === 'L') return this.#list(element, 0, ++this.#lists);
    if (type === 'Figure' || type === 'Formula') return this.#figure(element, role);
    if (type === 'Form') return this.blocks(element, role);
    if (groupingTypes.has(type) || type === 'LBody' || type === 'LI' || inlineTypes.has(type))
      return this.blocks(element, role);
    return this.blocks(element, { ...role, ...roleOf(element) });
  }

  #paragraph(kids: readonly (StructureElement | MarkedContent)[], role: TextRole): LayoutBlock[] {
    const glyphs: Glyph[] = [];
    const pages: number[] = [];
    const add = (glyph: Glyph, page: number) => {
      glyphs.push(glyph);
      pages.push(page);
    };
    const visit = (kid: StructureElement | MarkedContent): void => {
      if (isMarkedContent(kid)) {
        for (const glyph of this.#take(kid)) add(glyph, kid.page);
        for (const picture of this.#pictures(kid)) add(pictureGlyph(picture, kid.mcid), kid.page);
      } else if (noteTypes.has(kid.type)) this.#note(kid, glyphs, pages);
      else for (const inner of kid.kids) visit(inner);
    };
    for (const kid of kids) visit(kid);
    const apart = this.#apart.splice(0);
    const only = glyphs.filter(({ text }) => text.trim() !== '');
    if (only.length === 0 && glyphs.every(({ picture }) => picture === undefined)) return apart;
    const lines = readingLines(glyphs, pages);
    const [first] = lines;
    return first === undefined
      ? apart
      : [{ kind: 'text', lines, container: this.#frameOf(first), role, isWhole: true }, ...apart];
  }

  #take(content: MarkedContent): Glyph[] {
    const key = contentKey(content);
    if (this.used.has(key)) return [];
    this.used.add(key);
    return this.#marked.glyphs.get(key) ?? [];
  }

  #pictures(content: MarkedContent): Picture[] {
    const key = contentKey(content);
    if (this.#shown.has(key)) return [];
    this.#shown.add(key);
    return (this.#marked.pictures.get(contentKey(content)) ?? []).filter(({ isArtifact }) => !isArtifact);
  }

  /** Its text apart; the label in the text gives way to the reference. */
  #note(element: StructureElement, glyphs: Glyph[], pages: number[]): void {
    const label = labelText(element, (content) => this.#marked.glyphs.get(contentKey(content)) ?? []);
    for (const kid of element.kids)
      if (!isMarkedContent(kid) && kid.type === 'Lbl') for (const content of markedContentOf(kid)) this.#take(content);
    const blocks = this.blocks({
      ...element,
      kids: element.kids.filter((kid) => isMarkedContent(kid) || kid.type !== 'Lbl'),
    });
    const lines = blocks.flatMap((block) => (block.kind === 'text' ? block.lines : []));
    // Notes have text; what else is in them stands behind the paragraph.
    this.#apart.push(...blocks.filter((block) => block.kind !== 'text'));
    const before = glyphs.at(-1);
    if (lines.length === 0) return;
    if (before === undefined) {
      this.notes.push({ lines, label });
      return;
    }
    const anchor: Glyph = { ...before, text: '\u200b', left: before.right, right: before.right };
    glyphs.push(anchor);
    pages.push(pages.at(-1) ?? 0);
    this.notes.push({ lines, label, anchor });
  }

  #list(element: StructureElement, level: number, list: number): LayoutBlock[] {
    return element.kids.flatMap((kid): LayoutBlock[] => {
      if (isMarkedContent(kid)) return this.blocks({ ...element, kids: [kid] });
      if (kid.type === 'L') return this.#list(kid, level + 1, list);
      if (kid.type !== 'LI') return this.#block(kid, {});
      return this.#item(kid, level, list, nameOf(element.attributes['/ListNumbering']) ?? '');
    });
  }

  #item(element: StructureElement, level: number, list: number, numbering: string): LayoutBlock[] {
    const blocks: LayoutBlock[] = [];
    const printed = labelText(element, (content) => this.#marked.glyphs.get(contentKey(content)) ?? []);
    const label = printed === '' ? (bulletNames[numbering] ?? '') : printed;
    const labelGlyphs: Glyph[] = [];
    for (const kid of element.kids)
      if (!isMarkedContent(kid) && kid.type === 'Lbl')
        for (const content of markedContentOf(kid)) labelGlyphs.push(...this.#take(content));
    // Lists within stand between the item's own paragraphs.
    const body = (parent: StructureElement, kids: readonly (StructureElement | MarkedContent)[]): void => {
      let open: (StructureElement | MarkedContent)[] = [];
      const close = () => {
        if (open.length > 0) blocks.push(...this.blocks({ ...parent, kids: open }));
        open = [];
      };
      for (const kid of kids) {
        if (!isMarkedContent(kid) && kid.type === 'Lbl') continue;
        if (!isMarkedContent(kid) && kid.type === 'L') {
          close();
          blocks.push(...this.#list(kid, level + 1, list));
        } else if (!isMarkedContent(kid) && kid.type === 'LBody') {
          close();
          body(kid, kid.kids);
        } else open.push(kid);
      }
      close();
    };
    body(element, element.kids);
    const first = blocks.find((block): block is TextBlock => block.kind === 'text');
    if (blocks.length === 0 && labelGlyphs.some(({ text }) => text.trim() !== '')) {
      // A number with nothing behind it.
      const page = [...markedContentOf(element)][0]?.page ?? 0;
      const own = readingLines(
        labelGlyphs,
        labelGlyphs.map(() => page),
      );
      const [line] = own;
      return line === undefined
        ? []
        : [{ kind: 'text', lines: own, container: this.#frameOf(line), role: { isPlain: true } }];
    }
    if (first?.role?.heading !== undefined) {
      withLabel(first, labelGlyphs);
      return blocks;
    }
    if (first !== undefined && first.role?.item === undefined && label !== '') {
      const line = first.lines[0];
      const place = (line?.left ?? 0) - (line?.size ?? 0) * 1.3;
      const labelLeft = labelGlyphs.length > 0 ? union(labelGlyphs).left : place;
      const item = { label, level, list, labelLeft, labelFont: labelGlyphs[0]?.style.font ?? '' };
      first.role = { ...first.role, item };
    }
    return blocks;
  }

  #figure(element: StructureElement, role: TextRole): LayoutBlock[] {
    const contents = [...markedContentOf(element)];
    const page = this.#marked.pages.find(({ index }) => index === contents[0]?.page);
    const pictures = contents.flatMap((content) => this.#pictures(content));
    const texts = this.blocks({ ...element, type: 'Div', kids: element.kids }, role).filter((block) => hasText(block));
    const [left, bottom, right, top] = Array.isArray(element.attributes['/BBox'])
      ? element.attributes['/BBox'].map(Number)
      : [];
    if (page === undefined) return texts;
    // What is drawn of lines and curves has nothing but its box.
    if (
      pictures.length === 0 &&
      texts.length === 0 &&
      left !== undefined &&
      bottom !== undefined &&
      right !== undefined &&
      top !== undefined
    )
      pictures.push(drawnPicture(page, page.fromUserSpace(left, bottom, right, top), element.altText));
    const shown = mergedPictures(page, pictures).filter(
      (picture) => picture.right - picture.left > 3 && picture.bottom - picture.top > 3,
    );
    return [
      ...shown.map((picture): LayoutBlock => {
        const line: TextLine = {
          ...boxOf(picture),
          page: page.index,
          glyphs: [pictureGlyph(picture, -1)],
          baseline: picture.bottom,
          size: 10,
        };
        return { kind: 'picture', page: page.index, box: boxOf(picture), picture, container: this.#frameOf(line) };
      }),
      ...texts,
    ];
  }

  #table(element: StructureElement): LayoutBlock[] {
    const rows = rowsOf(element);
    const captions = element.kids.filter(
      (kid): kid is StructureElement => !isMarkedContent(kid) && kid.type === 'Caption',
    );
    const headerRows = rows.findIndex((row) => row.some(({ type }) => type !== 'TH'));
    const cells: CellBlock[] = [];
    const stated = new Map<CellBlock, StatedSize>();
    // Until which row cells from above reach down, by column.
    const busy: number[] = [];
    for (const [row, items] of rows.entries()) {
      let column = 0;
      for (const item of items) {
        while ((busy[column] ?? 0) > row) column++;
        if (column >= maxColumns) break;
        const span = (key: '/ColSpan' | '/RowSpan', most: number) => {
          const value = item.attributes[key];
          return typeof value === 'number' ? Math.max(1, Math.min(most, Math.round(value))) : 1;
        };
        const [columnSpan, rowSpan] = [
          span('/ColSpan', Math.min(60, maxColumns - column)),
          span('/RowSpan', rows.length - row),
        ];
        for (let c = column; c < column + columnSpan; c++) busy[c] = row + rowSpan;
        const cell: CellBlock = {
          box: { left: 0, top: 0, right: 0, bottom: 0 },
          row,
          column,
          rowSpan,
          columnSpan,
          blocks: this.blocks(item),
          borders: {},
        };
        cells.push(cell);
        const { '/Width': width, '/Height': height } = item.attributes;
        stated.set(cell, {
          ...(typeof width === 'number' ? { width } : {}),
          ...(typeof height === 'number' ? { height } : {}),
        });
        column += columnSpan;
      }
    }
    const before = captions.flatMap((caption) => this.blocks(caption));
    const table = tableFrom(cells, stated, rows.length, this.#marked.pages, Math.max(0, headerRows));
    return table === null ? [...before, ...cells.flatMap(({ blocks }) => blocks)] : [...before, table];
  }
}

/** The number of a heading stands in its text. */
function withLabel(block: TextBlock, label: readonly Glyph[]): void {
  const [first, ...rest] = block.lines;
  const [last, next] = [label.findLast(({ text }) => text.trim() !== ''), first?.glyphs[0]];
  if (first === undefined || last === undefined || next === undefined) return;
  const glyphs = label.filter(({ text }) => text.trim() !== '');
  const between = blankBetween(last, next, next.left - last.right > first.size * 0.6 ? '\t' : ' ');
  block.lines = [lineOf([...glyphs, between, ...first.glyphs], first.page), ...rest];
}

/** Parts of a paragraph: some by their type, any by standing in a paragraph. */
const isInline = (kid: StructureElement, parent: StructureElement): boolean =>
  !hasBlocks(kid) &&
  kid.type !== 'Figure' &&
  (inlineTypes.has(kid.type) ||
    /^(?:P|H\d?|Title|Caption)$/.test(parent.type) ||
    (kid.type === 'NonStruct' && /^(?:LI|LBody|TD|TH)$/.test(parent.type)));

const boxOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom });

function pictureGlyph(picture: Picture, content: number): Glyph {
  return {
    ...boxOf(picture),
    text: '\ufffc',
    baseline: picture.bottom,
    style: { font: 'Arial', size: 10, bold: false, italic: false, color: '000000' },
    mcid: content,
    isArtifact: false,
    angle: 0,
    isGenerated: false,
    isHidden: false,
    picture,
  };
}

const hasText = (block: LayoutBlock): boolean =>
  block.kind !== 'text' ||
  block.lines.some(({ glyphs }) => glyphs.some(({ text, picture }) => picture === undefined && text.trim() !== ''));

const hasBlocks = (element: StructureElement): boolean =>
  element.kids.some(
    (kid) =>
      !isMarkedContent(kid) &&
      (/^(?:P|H\d?|L|Table|Figure)$/.test(kid.type) || (!noteTypes.has(kid.type) && hasBlocks(kid))),
  );

function labelText(element: StructureElement, glyphsOf: (content: MarkedContent) => readonly Glyph[]): string {
  const label = element.kids.find((kid): kid is StructureElement => !isMarkedContent(kid) && kid.type === 'Lbl');
  if (label === undefined) return '';
  return [...markedContentOf(label)]
    .flatMap((content) => glyphsOf(content))
    .map(({ text }) => text)
    .join('')
    .trim();
}

function rowsOf(element: StructureElement): StructureElement[][] {
  return element.kids.flatMap((kid): StructureElement[][] => {
    if (isMarkedContent(kid)) return [];
    if (kid.type === 'TR')
      return [
        kid.kids.filter(
          (cell): cell is StructureElement => !isMarkedContent(cell) && (cell.type === 'TD' || cell.type === 'TH'),
        ),
      ];
    return groupingTypes.has(kid.type) ? rowsOf(kid) : [];
  });
}

/** Bullets that are drawn, not written. */
const bulletNames: Readonly<Record<string, string>> = {
  '/Disc': '•',
  '/Circle': '◦',
  '/Square': '▪',
  '/Unordered': '•',
};

const aligns: Readonly<Record<string, NonNullable<TextRole['align']>>> = {
  '/Start': 'left',
  '/End': 'right',
  '/Center': 'center',
  '/Justify': 'both',
};

/** Standard types say what a heading is; names of styles do where the type is a mere paragraph. */
function roleOf({ type, raw, attributes }: StructureElement): TextRole {
  const align = aligns[nameOf(attributes['/TextAlign']) ?? ''];
  const level = /^H([1-9])$/.exec(type)?.[1] ?? /^heading[ _-]?([1-9])\b/i.exec(raw)?.[1];
  const heading =
    type === 'Title' || /^title$/i.test(raw)
      ? 0
      : type === 'H'
        ? 1
        : level === undefined
          ? undefined
          : Math.min(9, Number(level));
  return { ...(heading === undefined ? {} : { heading }), ...(align === undefined ? {} : { align }), isPlain: true };
}

const nameOf = (value: PdfValue | undefined): string | undefined => (isName(value) ? value : undefined);
