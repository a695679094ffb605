// What the structure tree says as drafts: paragraphs, headings, lists, tables, figures and notes in its order.
import { isName, type PdfValue } from '#conversion/pdf/graph.ts';
import { type Box, type Glyph, type Line, type Picture, union } from '../content.ts';
import type { CellDraft, Draft, Role, TextDraft } from '../drafts.ts';
import { type Element, isMark, marksOf, type Mark } from './tree.ts';
import { blankBetween, lineOf } from '../lines/lines.ts';
import { drawnPicture, mergedPictures } from '../layout/drawings.ts';
import { readingLines } from './reading-lines.ts';
import { type Stated, tableFrom } from './tables.ts';
import type { PageContent } from '../content.ts';

export interface TaggedNote {
  lines: Line[];
  /** Stands in the text for it, where the note itself stands in a paragraph. */
  anchor?: Glyph;
  label: string;
}

/** What marks lead to. */
export interface Marked {
  glyphs: ReadonlyMap<string, Glyph[]>;
  pictures: ReadonlyMap<string, Picture[]>;
  pages: readonly PageContent[];
}

const containers = new Set(
  'Document DocumentFragment Part Sect Div Art NonStruct Index TOC BlockQuote Aside Private THead TBody TFoot'.split(
    ' ',
  ),
);
const inline = new Set(
  'Span Quote Link Reference BibEntry Code Em Strong Sub Annot Ruby RB RT RP Warichu WT WP Lbl'.split(' '),
);
const notes = new Set(['Note', 'FENote']);
/** As many as Word takes are 63. */
const maxColumns = 63;

export const markKey = ({ page, mark }: Mark): string => `${page}:${mark}`;

export class TaggedReader {
  readonly notes: TaggedNote[] = [];
  readonly used = new Set<string>();
  readonly #marked: Marked;
  readonly #frameOf: (line: Line) => Box;
  #lists = 0;
  readonly #apart: Draft[] = [];
  readonly #shown = new Set<string>();

  /** `frameOf` tells the column that a line stands in. */
  constructor(marked: Marked, frameOf: (line: Line) => Box) {
    this.#marked = marked;
    this.#frameOf = frameOf;
  }

  blocks(element: Element, role: Role = {}): Draft[] {
    const drafts: Draft[] = [];
    let open: (Element | Mark)[] = [];
    const close = () => {
      if (open.length > 0) drafts.push(...this.#paragraph(open, role));
      open = [];
    };
    for (const kid of element.kids) {
      if (isMark(kid) || notes.has(kid.type) || isInline(kid, element)) open.push(kid);
      else {
        close();
        drafts.push(...this.#block(kid, role));
      }
    }
    close();
    return drafts;
  }

  #block(element: Element, role: Role): Draft[] {
    const { type } = element;
    if (type === 'Table') return this.#table(element);
    if (type === 'L') return this.#list(element, 0, ++this.#lists);
    if (type === 'Figure' || type === 'Formula') return this.#figure(element, role);
    if (type === 'Form') return this.blocks(element, role);
    if (containers.has(type) || type === 'LBody' || type === 'LI' || inline.has(type))
      return this.blocks(element, role);
    return this.blocks(element, { ...role, ...roleOf(element) });
  }

  #paragraph(kids: readonly (Element | Mark)[], role: Role): Draft[] {
    const glyphs: Glyph[] = [];
    const pages: number[] = [];
    const add = (glyph: Glyph, page: number) => {
      glyphs.push(glyph);
      pages.push(page);
    };
    const visit = (kid: Element | Mark): void => {
      if (isMark(kid)) {
        for (const glyph of this.#take(kid)) add(glyph, kid.page);
        for (const picture of this.#pictures(kid)) add(pictureGlyph(picture, kid.mark), kid.page);
      } else if (notes.has(kid.type)) this.#note(kid, glyphs, pages);
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
      : [{ kind: 'text', lines, frame: this.#frameOf(first), role, isWhole: true }, ...apart];
  }

  #take(mark: Mark): Glyph[] {
    const key = markKey(mark);
    if (this.used.has(key)) return [];
    this.used.add(key);
    return this.#marked.glyphs.get(key) ?? [];
  }

  #pictures(mark: Mark): Picture[] {
    const key = markKey(mark);
    if (this.#shown.has(key)) return [];
    this.#shown.add(key);
    return (this.#marked.pictures.get(markKey(mark)) ?? []).filter(({ isArtifact }) => !isArtifact);
  }

  /** Its text apart; the label in the text gives way to the reference. */
  #note(element: Element, glyphs: Glyph[], pages: number[]): void {
    const label = labelText(element, (mark) => this.#marked.glyphs.get(markKey(mark)) ?? []);
    for (const kid of element.kids)
      if (!isMark(kid) && kid.type === 'Lbl') for (const mark of marksOf(kid)) this.#take(mark);
    const drafts = this.blocks({ ...element, kids: element.kids.filter((kid) => isMark(kid) || kid.type !== 'Lbl') });
    const lines = drafts.flatMap((draft) => (draft.kind === 'text' ? draft.lines : []));
    // Notes have text; what else is in them stands behind the paragraph.
    this.#apart.push(...drafts.filter((draft) => draft.kind !== 'text'));
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

  #list(element: Element, level: number, list: number): Draft[] {
    return element.kids.flatMap((kid): Draft[] => {
      if (isMark(kid)) return this.blocks({ ...element, kids: [kid] });
      if (kid.type === 'L') return this.#list(kid, level + 1, list);
      if (kid.type !== 'LI') return this.#block(kid, {});
      return this.#item(kid, level, list, nameOf(element.attributes['/ListNumbering']) ?? '');
    });
  }

  #item(element: Element, level: number, list: number, numbering: string): Draft[] {
    const drafts: Draft[] = [];
    const printed = labelText(element, (mark) => this.#marked.glyphs.get(markKey(mark)) ?? []);
    const label = printed === '' ? (bulletNames[numbering] ?? '') : printed;
    const labelGlyphs: Glyph[] = [];
    for (const kid of element.kids)
      if (!isMark(kid) && kid.type === 'Lbl') for (const mark of marksOf(kid)) labelGlyphs.push(...this.#take(mark));
    // Lists within stand between the item's own paragraphs.
    const body = (parent: Element, kids: readonly (Element | Mark)[]): void => {
      let open: (Element | Mark)[] = [];
      const close = () => {
        if (open.length > 0) drafts.push(...this.blocks({ ...parent, kids: open }));
        open = [];
      };
      for (const kid of kids) {
        if (!isMark(kid) && kid.type === 'Lbl') continue;
        if (!isMark(kid) && kid.type === 'L') {
          close();
          drafts.push(...this.#list(kid, level + 1, list));
        } else if (!isMark(kid) && kid.type === 'LBody') {
          close();
          body(kid, kid.kids);
        } else open.push(kid);
      }
      close();
    };
    body(element, element.kids);
    const first = drafts.find((draft): draft is TextDraft => draft.kind === 'text');
    if (drafts.length === 0 && labelGlyphs.some(({ text }) => text.trim() !== '')) {
      // A number with nothing behind it.
      const page = [...marksOf(element)][0]?.page ?? 0;
      const own = readingLines(
        labelGlyphs,
        labelGlyphs.map(() => page),
      );
      const [line] = own;
      return line === undefined
        ? []
        : [{ kind: 'text', lines: own, frame: this.#frameOf(line), role: { isPlain: true } }];
    }
    if (first?.role?.heading !== undefined) {
      withLabel(first, labelGlyphs);
      return drafts;
    }
    if (first !== undefined && first.role?.item === undefined && label !== '') {
      const line = first.lines[0];
      const place = (line?.left ?? 0) - (line?.size ?? 0) * 1.3;
      const labelLeft = labelGlyphs.length > 0 ? union(labelGlyphs).left : place;
      const item = { label, level, list, labelLeft, labelFont: labelGlyphs[0]?.look.font ?? '' };
      first.role = { ...first.role, item };
    }
    return drafts;
  }

  #figure(element: Element, role: Role): Draft[] {
    const marks = [...marksOf(element)];
    const page = this.#marked.pages.find(({ index }) => index === marks[0]?.page);
    const pictures = marks.flatMap((mark) => this.#pictures(mark));
    const texts = this.blocks({ ...element, type: 'Div', kids: element.kids }, role).filter((draft) => hasText(draft));
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
      pictures.push(drawnPicture(page, page.place(left, bottom, right, top), element.alternative));
    const shown = mergedPictures(page, pictures).filter(
      (picture) => picture.right - picture.left > 3 && picture.bottom - picture.top > 3,
    );
    return [
      ...shown.map((picture): Draft => {
        const line: Line = {
          ...boxOf(picture),
          page: page.index,
          glyphs: [pictureGlyph(picture, -1)],
          baseline: picture.bottom,
          size: 10,
        };
        return { kind: 'picture', page: page.index, box: boxOf(picture), picture, frame: this.#frameOf(line) };
      }),
      ...texts,
    ];
  }

  #table(element: Element): Draft[] {
    const rows = rowsOf(element);
    const captions = element.kids.filter((kid): kid is Element => !isMark(kid) && kid.type === 'Caption');
    const headerRows = rows.findIndex((row) => row.some(({ type }) => type !== 'TH'));
    const cells: CellDraft[] = [];
    const stated = new Map<CellDraft, Stated>();
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
        const cell: CellDraft = {
          box: { left: 0, top: 0, right: 0, bottom: 0 },
          row,
          column,
          rowSpan,
          columnSpan,
          drafts: this.blocks(item),
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
    return table === null ? [...before, ...cells.flatMap(({ drafts }) => drafts)] : [...before, table];
  }
}

/** The number of a heading stands in its text. */
function withLabel(draft: TextDraft, label: readonly Glyph[]): void {
  const [first, ...rest] = draft.lines;
  const [last, next] = [label.findLast(({ text }) => text.trim() !== ''), first?.glyphs[0]];
  if (first === undefined || last === undefined || next === undefined) return;
  const glyphs = label.filter(({ text }) => text.trim() !== '');
  const between = blankBetween(last, next, next.left - last.right > first.size * 0.6 ? '\t' : ' ');
  draft.lines = [lineOf([...glyphs, between, ...first.glyphs], first.page), ...rest];
}

/** Parts of a paragraph: some by their type, any by standing in a paragraph. */
const isInline = (kid: Element, parent: Element): boolean =>
  !hasBlocks(kid) &&
  kid.type !== 'Figure' &&
  (inline.has(kid.type) ||
    /^(?:P|H\d?|Title|Caption)$/.test(parent.type) ||
    (kid.type === 'NonStruct' && /^(?:LI|LBody|TD|TH)$/.test(parent.type)));

const boxOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom });

function pictureGlyph(picture: Picture, mark: number): Glyph {
  return {
    ...boxOf(picture),
    text: '\ufffc',
    baseline: picture.bottom,
    look: { font: 'Arial', size: 10, bold: false, italic: false, color: '000000' },
    mark,
    isArtifact: false,
    angle: 0,
    isGenerated: false,
    isHidden: false,
    picture,
  };
}

const hasText = (draft: Draft): boolean =>
  draft.kind !== 'text' ||
  draft.lines.some(({ glyphs }) => glyphs.some(({ text, picture }) => picture === undefined && text.trim() !== ''));

const hasBlocks = (element: Element): boolean =>
  element.kids.some(
    (kid) => !isMark(kid) && (/^(?:P|H\d?|L|Table|Figure)$/.test(kid.type) || (!notes.has(kid.type) && hasBlocks(kid))),
  );

function labelText(element: Element, glyphsOf: (mark: Mark) => readonly Glyph[]): string {
  const label = element.kids.find((kid): kid is Element => !isMark(kid) && kid.type === 'Lbl');
  if (label === undefined) return '';
  return [...marksOf(label)]
    .flatMap((mark) => glyphsOf(mark))
    .map(({ text }) => text)
    .join('')
    .trim();
}

function rowsOf(element: Element): Element[][] {
  return element.kids.flatMap((kid): Element[][] => {
    if (isMark(kid)) return [];
    if (kid.type === 'TR')
      return [kid.kids.filter((cell): cell is Element => !isMark(cell) && (cell.type === 'TD' || cell.type === 'TH'))];
    return containers.has(kid.type) ? rowsOf(kid) : [];
  });
}

/** Bullets that are drawn, not written. */
const bulletNames: Readonly<Record<string, string>> = {
  '/Disc': '•',
  '/Circle': '◦',
  '/Square': '▪',
  '/Unordered': '•',
};

const aligns: Readonly<Record<string, NonNullable<Role['align']>>> = {
  '/Start': 'left',
  '/End': 'right',
  '/Center': 'center',
  '/Justify': 'both',
};

/** Standard types say what a heading is; names of styles do where the type is a mere paragraph. */
function roleOf({ type, raw, attributes }: Element): Role {
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
