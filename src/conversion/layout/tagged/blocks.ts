// The structure tree as blocks: paragraphs, headings, lists, tables, figures and notes in its order.
import { mark } from '../claims.ts';
import { type Box, bareBox, contains, union } from '../box.ts';
import { median } from '../numbers.ts';
import { type Glyph, type PageContent, type Picture, type TextLine, unmarked } from '../page-content.ts';
import { type LayoutBlock, pictureBlock, textBlocks, type TextBlock, type TextRole } from '../layout-blocks.ts';
import { type StructureElement, isMarkedContent, markedContentOf, type MarkedContent } from './tree.ts';
import { blankBetween, lineOf } from '../lines/lines.ts';
import { labelOf } from '../text/labels.ts';
import { drawnPicture, mergedPictures } from '../blocks/drawings.ts';
import { type Formula, formulaOf, isFormula } from './formulas.ts';
import { readingLines } from './reading-lines.ts';
import { cellsOfTable } from './table-cells.ts';
import { tableFrom } from './tables.ts';
import { plainStyle } from '../text/style.ts';
import { tolerances } from '../tolerances.ts';
import { unnamedTable } from './unnamed-tables.ts';
import { groupingTypes, inlineTypes, noteTypes, isInline, isTextBox, bulletNames, roleOf, nameOf } from './roles.ts';

export interface TaggedNote {
  lines: TextLine[];
  /** The reference to it in the text, if the note itself is in a paragraph. */
  anchor?: Glyph;
  label: string;
}

interface MarkedFormula {
  formula: Formula;
  page: PageContent;
  glyphs: Glyph[];
}

/** The glyphs and pictures of each piece of marked content, by `contentKey`. */
export interface ContentByTag {
  glyphs: ReadonlyMap<string, Glyph[]>;
  pictures: ReadonlyMap<string, Picture[]>;
  pages: readonly PageContent[];
}

const thresholds = {
  /** The distance in em from the drawn label of a list item to its text. */
  labelIndent: 1.3,
};

export const contentKey = ({ page, mcid }: MarkedContent): string => `${page}:${mcid}`;

export class StructureReader {
  readonly notes: TaggedNote[] = [];
  readonly used = new Set<string>();
  readonly #marked: ContentByTag;
  readonly #columnOf: (line: TextLine) => Box;
  readonly #hasWideTables: boolean;
  #lists = 0;
  /** The last item's label as it is printed, and its list. */
  #last = { label: '', list: 0 };
  readonly #apart: LayoutBlock[] = [];
  readonly #shown = new Set<string>();

  /** `columnOf` returns the column of a line. */
  constructor(marked: ContentByTag, columnOf: (line: TextLine) => Box, hasWideTables = false) {
    this.#marked = marked;
    this.#columnOf = columnOf;
    this.#hasWideTables = hasWideTables;
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
    const table = type === 'Table' ? element : unnamedTable(element, this.#glyphsOf);
    if (table !== undefined) return this.#table(table);
    if (type === 'L') return this.#outerList(element);
    // An item that the list before it has lost.
    if (type === 'LI') return this.#item(element, 0, Math.max(1, this.#lists), '');
    if (isFormula(element)) return this.#displayFormula(element, role);
    if (type === 'Figure') return this.#figure(element, role);
    if (type === 'Form') return this.blocks(element, role);
    if (isTextBox(element)) return boxed(this.blocks(element, role));
    if (groupingTypes.has(type) || type === 'LBody' || inlineTypes.has(type)) return this.blocks(element, role);
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
      else {
        const found = isFormula(kid) ? this.#formula(kid) : undefined;
        if (found === undefined) for (const inner of kid.kids) visit(inner);
        else for (const glyph of inText(found)) add(glyph, found.page.index);
      }
    };
    for (const kid of kids) visit(kid);
    const apart = this.#apart.splice(0);
    const only = glyphs.filter(({ text }) => text.trim() !== '');
    if (only.length === 0 && glyphs.every(({ picture }) => picture === undefined)) return apart;
    const lines = readingLines(glyphs, pages);
    const [first] = lines;
    return first === undefined
      ? apart
      : [{ kind: 'text', lines, container: this.#columnOf(first), role, isWhole: true }, ...apart];
  }

  /** The letters of a formula on its first page, if it has letters. */
  #formula(element: StructureElement): MarkedFormula | undefined {
    const contents = [...markedContentOf(element)];
    const page = this.#marked.pages.find(({ index }) => index === contents[0]?.page);
    const isDrawn = contents.some((content) => (this.#marked.pictures.get(contentKey(content)) ?? []).length > 0);
    if (page === undefined || isDrawn || contents.some((content) => content.page !== page.index)) return undefined;
    const glyphs = contents.flatMap(this.#glyphsOf);
    if (glyphs.every(({ text }) => text.trim() === '')) return undefined;
    for (const content of contents) this.#take(content);
    return { formula: formulaOf(element, glyphs, page), page, glyphs };
  }

  #displayFormula(element: StructureElement, role: TextRole): LayoutBlock[] {
    const found = this.#formula(element);
    if (found === undefined) return this.#figure(element, role);
    const { formula, page } = found;
    if ('picture' in formula) return [this.#pictureBlock(formula.picture, page)];
    const [line] = formula.lines;
    return line === undefined
      ? []
      : [{ kind: 'text', lines: formula.lines, container: this.#columnOf(line), role: { ...role, isPlain: true } }];
  }

  readonly #glyphsOf = (content: MarkedContent): readonly Glyph[] => this.#marked.glyphs.get(contentKey(content)) ?? [];

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

  /** Its text apart; the label in the text is replaced by the reference. */
  #note(element: StructureElement, glyphs: Glyph[], pages: number[]): void {
    const label = this.#labelText(element);
    for (const kid of element.kids)
      if (!isMarkedContent(kid) && kid.type === 'Lbl')
        for (const content of markedContentOf(kid)) mark(this.#take(content), 'label');
    const blocks = this.blocks({
      ...element,
      kids: element.kids.filter((kid) => isMarkedContent(kid) || kid.type !== 'Lbl'),
    });
    const lines = blocks.flatMap((block) => (block.kind === 'text' ? block.lines : []));
    // Notes have text; their other content follows the paragraph.
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

  /** A list of parts ("3.2.1") of the last item ("3.2") belongs to the same list, though its tags are separate. */
  #outerList(element: StructureElement): LayoutBlock[] {
    const item = element.kids.find((kid): kid is StructureElement => !isMarkedContent(kid) && kid.type === 'LI');
    const label = item === undefined ? '' : this.#labelText(item);
    const [whole, part] = [this.#last.label, label].map((text) => text.match(/\d+/g) ?? []);
    const isPart =
      part?.length === (whole?.length ?? 0) + 1 &&
      whole?.length !== 0 &&
      part.slice(0, -1).join('.') === whole?.join('.');
    return isPart ? this.#list(element, part.length - 1, this.#last.list) : this.#list(element, 0, ++this.#lists);
  }

  #list(element: StructureElement, level: number, list: number): LayoutBlock[] {
    return element.kids.flatMap((kid): LayoutBlock[] => {
      if (isMarkedContent(kid)) return this.blocks({ ...element, kids: [kid] });
      if (kid.type === 'L') return this.#list(kid, level + 1, list);
      if (kid.type !== 'LI') return this.#block(kid, {});
      return this.#item(kid, level, list, nameOf(element.attributes['/ListNumbering']) ?? '');
    });
  }

  readonly #labelText = (element: StructureElement): string => labelText(element, this.#glyphsOf);

  #item(element: StructureElement, level: number, list: number, numbering: string): LayoutBlock[] {
    const blocks: LayoutBlock[] = [];
    const printed = this.#labelText(element);
    this.#last = { label: printed, list };
    const label = printed === '' ? (bulletNames[numbering] ?? '') : printed;
    const labelGlyphs: Glyph[] = [];
    for (const kid of element.kids)
      if (!isMarkedContent(kid) && kid.type === 'Lbl')
        for (const content of markedContentOf(kid)) labelGlyphs.push(...this.#take(content));
    // Nested lists are between the item's paragraphs.
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
        : [{ kind: 'text', lines: own, container: this.#columnOf(line), role: { isPlain: true } }];
    }
    if (first?.role?.heading !== undefined) {
      withLabel(first, labelGlyphs);
      return blocks;
    }
    if (first !== undefined && first.role?.item === undefined && label === '') {
      // Word writes labels into the text of their items.
      const written = labelOf(first.lines[0]);
      if (written !== undefined) first.role = { ...first.role, item: { label: written.text, level, list } };
    } else if (first !== undefined && first.role?.item === undefined) {
      const line = first.lines[0];
      const place = (line?.left ?? 0) - (line?.size ?? 0) * thresholds.labelIndent;
      const labelLeft = labelGlyphs.length > 0 ? union(labelGlyphs).left : place;
      mark(labelGlyphs, 'label');
      const item = { label, level, list, labelLeft, labelStyle: labelGlyphs[0]?.style };
      first.role = { ...first.role, item };
    }
    return blocks;
  }

  #figure(element: StructureElement, role: TextRole): LayoutBlock[] {
    const contents = [...markedContentOf(element)];
    const page = this.#marked.pages.find(({ index }) => index === contents[0]?.page);
    const pictures = contents.flatMap((content) => this.#pictures(content));
    const texts = boxed(this.blocks({ ...element, type: 'Div', kids: element.kids }, role).filter(hasText));
    if (page === undefined) return texts;
    // Line art has nothing but its box.
    const stated = statedBox(element);
    if (pictures.length === 0 && texts.length === 0 && stated !== undefined) {
      const box = page.fromUserSpace(...stated);
      const hasOthersText = page.glyphs.some(
        (glyph) => glyph.mcid >= 0 && !glyph.isArtifact && glyph.text.trim() !== '' && contains(box, glyph),
      );
      pictures.push(drawnPicture(page, box, element.altText, hasOthersText));
    }
    const shown = mergedPictures(page, pictures).filter(
      ({ left, right, top, bottom }) => Math.min(right - left, bottom - top) > tolerances.spacerPoints,
    );
    const [only] = shown;
    if (shown.length === 1 && only !== undefined && element.altText) only.altText ??= element.altText;
    return [...shown.map((picture) => this.#pictureBlock(picture, page)), ...texts];
  }

  #pictureBlock(picture: Picture, page: PageContent): LayoutBlock {
    const line: TextLine = {
      ...bareBox(picture),
      page: page.index,
      glyphs: [pictureGlyph(picture, -1)],
      baseline: picture.bottom,
      size: 10,
    };
    return pictureBlock(picture, page.index, this.#columnOf(line));
  }

  #table(element: StructureElement): LayoutBlock[] {
    const captions = element.kids.filter(
      (kid): kid is StructureElement => !isMarkedContent(kid) && kid.type === 'Caption',
    );
    const found = cellsOfTable(element, (cell) => this.blocks(cell), this.#hasWideTables);
    const before = captions.flatMap((caption) => this.blocks(caption, roleOf(caption)));
    const table = tableFrom(found, this.#marked.pages, this.#hasWideTables);
    return table === null ? [...before, ...found.cells.flatMap(({ blocks }) => blocks)] : [...before, table];
  }
}

const boxed = (blocks: LayoutBlock[]): LayoutBlock[] => {
  for (const block of textBlocks(blocks)) block.isBoxed = true;
  return blocks;
};

/** The box that tags state (ISO 32000-2, 14.8.5.4.3); undefined of one that is no four numbers. */
function statedBox({ attributes }: StructureElement): [number, number, number, number] | undefined {
  const box = attributes['/BBox'];
  if (!Array.isArray(box)) return undefined;
  const [left, bottom, right, top] = box;
  return typeof left === 'number' && typeof bottom === 'number' && typeof right === 'number' && typeof top === 'number'
    ? [left, bottom, right, top]
    : undefined;
}

/** The number of a heading is in its text. */
function withLabel(block: TextBlock, label: readonly Glyph[]): void {
  const [first, ...rest] = block.lines;
  const [last, next] = [label.findLast(({ text }) => text.trim() !== ''), first?.glyphs[0]];
  if (first === undefined || last === undefined || next === undefined) return;
  const glyphs = label.filter(({ text }) => text.trim() !== '');
  const between = blankBetween(last, next, next.left - last.right > first.size * 0.6 ? '\t' : ' ');
  block.lines = [lineOf([...glyphs, between, ...first.glyphs], first.page), ...rest];
}

/** Within a paragraph: its letters, or a picture among them. */
function inText({ formula, glyphs }: MarkedFormula): Glyph[] {
  if (!('picture' in formula)) return glyphs;
  const baseline = median(glyphs.map((glyph) => glyph.baseline)) ?? formula.picture.bottom;
  return [{ ...pictureGlyph(formula.picture, -1), baseline }];
}

function pictureGlyph(picture: Picture, mcid: number): Glyph {
  return {
    ...bareBox(picture),
    text: '\ufffc',
    baseline: picture.bottom,
    style: plainStyle(10),
    ...unmarked,
    mcid,
    picture,
  };
}

const hasText = (block: LayoutBlock): boolean =>
  block.kind !== 'text' ||
  block.lines.some(({ glyphs }) => glyphs.some(({ text, picture }) => picture === undefined && text.trim() !== ''));

function labelText(element: StructureElement, glyphsOf: (content: MarkedContent) => readonly Glyph[]): string {
  const label = element.kids.find((kid): kid is StructureElement => !isMarkedContent(kid) && kid.type === 'Lbl');
  if (label === undefined) return '';
  return [...markedContentOf(label)]
    .flatMap((content) => glyphsOf(content))
    .map(({ text }) => text)
    .join('')
    .trim();
}
