// A Word document read as a word processor would show it: its blocks, notes, headers, links, marks and pictures.
import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { parseDocument } from 'htmlparser2';
import { withZip } from '#conversion/zip/reader.ts';
import { type Content, emptyContent, type Found, plain, wordsOf } from './content.ts';
import type { PlacedCell } from './model.ts';

const maxPartBytes = 64 << 20;
const emuInPoint = 12_700;

/** Reads the DOCX at `path`. */
export async function contentOf(path: string): Promise<Content> {
  const parts = new Map<string, Element[]>();
  await withZip(path, async (zip) => {
    for (const name of zip.names)
      if (/\.(?:xml|rels)$/.test(name)) {
        const text = (await zip.readWhole(name, maxPartBytes))?.toString('utf8') ?? '';
        parts.set(name, elementsAmong(parseDocument(text, { xmlMode: true }).children));
      }
  });
  const part = (name: string) => parts.get(name) ?? [];
  const reader: Reader = {
    content: emptyContent(),
    lists: listFormats(part('word/numbering.xml')),
    styles: stylesOf(part('word/styles.xml')),
    targets: targetsOf(part('word/_rels/document.xml.rels')),
  };
  const [body] = all(part('word/document.xml'), 'w:body');
  if (body !== undefined) readBody(body, reader);
  const { content } = reader;
  for (const [name, root] of parts) {
    const text = (own: readonly Element[]) => plain(own.map((element) => shownText(element)).join(' '));
    if (/^word\/header\d+\.xml$/.test(name)) content.headers.push(text(root));
    if (/^word\/footer\d+\.xml$/.test(name)) content.footers.push(text(root));
    if (name === 'word/footnotes.xml')
      for (const note of all(root, 'w:footnote'))
        if (note.attribs['w:type'] === undefined) content.notes.push(text([note]));
  }
  // A header that is written once for each kind of page is one.
  content.headers = [...new Set(content.headers)].filter((text) => text !== '');
  content.footers = [...new Set(content.footers)].filter((text) => text !== '');
  return content;
}

interface Style {
  /** Of headings from 1; that of the title is 1 too. */
  level?: number;
  bold: boolean;
  italic: boolean;
}

interface Reader {
  content: Content;
  /** Whether an item is numbered, by list and level. */
  lists: ReadonlyMap<string, boolean>;
  styles: ReadonlyMap<string, Style>;
  /** URLs by the IDs of relationships. */
  targets: ReadonlyMap<string, string>;
}

const elementsAmong = (nodes: readonly ChildNode[]): Element[] => nodes.filter(isTag);
const kids = (element: Element): Element[] => elementsAmong(element.children);
const kid = (element: Element | undefined, name: string): Element | undefined =>
  element === undefined ? undefined : kids(element).find((inner) => inner.name === name);
const value = (element: Element | undefined, name: string): string | undefined => kid(element, name)?.attribs['w:val'];

/** The elements of a name, in order, those inside of others too. */
const all = (roots: readonly Element[], name: string): Element[] =>
  roots.flatMap((root) => [...(root.name === name ? [root] : []), ...all(kids(root), name)]);

function stylesOf(root: readonly Element[]): Map<string, Style> {
  const isOn = (style: Element, name: string) => {
    const mark = kid(kid(style, 'w:rPr'), name);
    return mark !== undefined && mark.attribs['w:val'] !== '0';
  };
  return new Map(
    all(root, 'w:style').map((style) => {
      const outline = value(kid(style, 'w:pPr'), 'w:outlineLvl');
      const isTitle = value(style, 'w:name') === 'Title';
      const level = outline === undefined ? (isTitle ? 1 : undefined) : Number(outline) + 1;
      return [
        style.attribs['w:styleId'] ?? '',
        { bold: isOn(style, 'w:b'), italic: isOn(style, 'w:i'), ...(level === undefined ? {} : { level }) },
      ];
    }),
  );
}

function listFormats(root: readonly Element[]): Map<string, boolean> {
  const levels = new Map(
    all(root, 'w:abstractNum').map((list) => [list.attribs['w:abstractNumId'], all([list], 'w:lvl')] as const),
  );
  return new Map(
    all(root, 'w:num').flatMap((list) =>
      (levels.get(value(list, 'w:abstractNumId')) ?? []).map(
        (level) =>
          [`${list.attribs['w:numId']} ${level.attribs['w:ilvl']}`, value(level, 'w:numFmt') !== 'bullet'] as const,
      ),
    ),
  );
}

const targetsOf = (root: readonly Element[]): Map<string, string> =>
  new Map(all(root, 'Relationship').map(({ attribs }) => [attribs['Id'] ?? '', attribs['Target'] ?? '']));

/** The content of content controls counts as content of the body. */
const blocksIn = (parent: Element): Element[] =>
  kids(parent).flatMap((element) => {
    const inner = element.name === 'w:sdt' ? kid(element, 'w:sdtContent') : undefined;
    return inner === undefined ? [element] : blocksIn(inner);
  });

/** Reads the blocks; a section's columns are known at its end. */
function readBody(body: Element, reader: Reader): void {
  let section: Found[] = [];
  const end = (properties: Element | undefined) => {
    const columns = Number(kid(properties, 'w:cols')?.attribs['w:num'] ?? 1);
    for (const block of section) block.columns = columns;
    section = [];
  };
  for (const element of blocksIn(body)) {
    const from = reader.content.blocks.length;
    if (element.name === 'w:p') readParagraph(element, reader);
    else if (element.name === 'w:tbl') readTable(element, reader);
    section.push(...reader.content.blocks.slice(from));
    const own = element.name === 'w:sectPr' ? element : kid(kid(element, 'w:pPr'), 'w:sectPr');
    if (own !== undefined) end(own);
  }
}

function readParagraph(element: Element, { content, lists, styles, targets }: Reader): void {
  for (const extent of all([element], 'wp:extent')) {
    if (all([element], 'pic:pic').length === 0) break;
    const [width, height] = [Number(extent.attribs['cx']) / emuInPoint, Number(extent.attribs['cy']) / emuInPoint];
    content.pictures.push({ width, height });
  }
  const text = plain(shownText(element));
  if (text === '') return;
  const properties = kid(element, 'w:pPr');
  const style = styles.get(value(properties, 'w:pStyle') ?? 'Normal');
  const [columns, level] = [1, style?.level];
  const numbering = kid(properties, 'w:numPr');
  const depth = value(numbering, 'w:ilvl') ?? '0';
  if (level !== undefined) content.blocks.push({ kind: 'heading', columns, level, text });
  else if (numbering === undefined) content.blocks.push({ kind: 'paragraph', columns, text });
  else {
    const ordered = lists.get(`${value(numbering, 'w:numId')} ${depth}`) ?? false;
    content.blocks.push({ kind: 'item', columns, level: Number(depth), ordered, text });
  }
  for (const anchor of all([element], 'w:hyperlink'))
    content.links.push({ address: targets.get(anchor.attribs['r:id'] ?? '') ?? '', text: plain(shownText(anchor)) });
  if (level !== undefined) return;
  for (const run of all([element], 'w:r')) {
    const isOn = (name: string, typical: boolean) => {
      const mark = kid(kid(run, 'w:rPr'), name);
      return mark === undefined ? typical : mark.attribs['w:val'] !== '0';
    };
    if (isOn('w:b', style?.bold ?? false)) content.bold.push(...wordsOf(plain(shownText(run))));
    if (isOn('w:i', style?.italic ?? false)) content.italic.push(...wordsOf(plain(shownText(run))));
  }
}

/** The text of everything inside, with `#` for the number of a page. */
function shownText(element: Element): string {
  switch (element.name) {
    case 'w:t':
      return element.children.map((node) => (isText(node) ? node.data : '')).join('');
    case 'w:fldSimple':
      return /\bPAGE\b/.test(element.attribs['w:instr'] ?? '') ? '#' : kids(element).map(shownText).join('');
    case 'w:tab':
    case 'w:br':
      return ' ';
    case 'w:pPr':
    case 'w:rPr':
      return '';
    case 'w:p':
      return `${kids(element).map(shownText).join('')} `;
    default:
      return kids(element).map(shownText).join('');
  }
}

/** A cell that continues the one above extends its span. */
function readTable(table: Element, { content }: Reader): void {
  const cells: PlacedCell[] = [];
  for (const [row, element] of kids(table)
    .filter(({ name }) => name === 'w:tr')
    .entries()) {
    let column = 0;
    for (const cell of kids(element).filter(({ name }) => name === 'w:tc')) {
      const properties = kid(cell, 'w:tcPr');
      const columnSpan = Number(value(properties, 'w:gridSpan') ?? 1);
      const merge = kid(properties, 'w:vMerge');
      const above = cells.findLast((other) => other.column === column);
      if (merge !== undefined && merge.attribs['w:val'] !== 'restart' && above !== undefined) above.rowSpan += 1;
      else cells.push({ row, column, rowSpan: 1, columnSpan, text: plain(shownText(cell)) });
      column += columnSpan;
    }
  }
  content.blocks.push({ kind: 'table', columns: 1, cells });
}
