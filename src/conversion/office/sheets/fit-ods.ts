// OpenDocument spreadsheets whose sheets are wider than their pages: such a sheet gets a landscape page it is shrunk to in width.
import { columnIndex } from '#core/columns.ts';
import { attribute, withoutAttribute } from '#core/markup.ts';
import type { SheetMode } from '#core/sheet-modes.ts';
import { Xml, type XmlEdit, type XmlElement } from '../xml.ts';
import { cellsOf, textExtent, typicalFontSize, wrappedStyles } from './ods-text.ts';
import { titlesOf } from './ods-titles.ts';
import { hiddenStyles, isHidden } from './read-sheets.ts';
import { fitToWidth, titleShare, typicalPage, type SheetFit, type SheetPage } from './page-fit.ts';

type TurnedFit = Exclude<SheetFit, 'asItIs' | 'cut'>;

interface Part {
  content: string;
  styles: string;
}

/**
 * The same document with pages that wide sheets fit on; undefined when nothing is to be done. In a flat document both
 * parts are the same text. Attributes: OpenDocument 1.3 part 3, 16.5 (page-layout) and 20.344 (scale-to-X).
 */
export function fitOds(parts: Part, mode: SheetMode): Part | undefined {
  const isFlat = parts.content === parts.styles;
  const content = new Xml(parts.content);
  const styles = isFlat ? content : new Xml(parts.styles);
  const pages = pageLayouts(styles);
  const columns = columnStyles(content);
  const tableStyles = stylesOfTables(content);
  const wrapped = wrappedStyles(content);
  const hidden = hiddenStyles(content);
  const newTableStyles: string[] = [];
  const newLayouts: string[] = [];
  const newMasters: string[] = [];
  const edits: XmlEdit[] = [];

  for (const [n, table] of [...content.all('table:table').take(maxSheets)].entries()) {
    const { tag, at } = table;
    const styleName = attribute(tag, 'table:style-name');
    const isPrinted = attribute(tag, 'table:print-ranges') !== undefined;
    // LibreOffice prints the ranges of sheets that are hidden, too.
    if (isPrinted && hidden.has(styleName ?? ''))
      edits.push([at[0], at[1], withoutAttribute(tag, 'table:print-ranges')]);
    if (mode === 'as-set' || isPrinted || attribute(tag, 'table:print') === 'false') continue;
    const style = tableStyles.get(styleName ?? '');
    const page = pages.get(attribute(style?.tag ?? '', 'style:master-page-name') ?? 'Default');
    if (page?.isFitted === true) continue;
    const used = [...content.all('table:table-column', table)].map((column) => columnOf(column, columns));
    if (mode === 'auto' && (page?.isSetUp === true || used.some(({ breaks }) => breaks))) continue;
    const edges = edgesOf(used, lastColumn(content, table));
    const text = textExtent(content, table, edges, wrapped);
    const extent = { columns: edges.at(-1) ?? 0, text, fontSize: typicalFontSize };
    const fit = fitToWidth(extent, page?.size ?? typicalPage);
    if (fit === 'asItIs') continue;
    if (fit === 'cut') {
      const hasRoom = (edges[0] ?? 0) <= (page?.size ?? typicalPage).width * titleShare;
      edits.push(...titlesOf(content, table, hasRoom));
      continue;
    }
    const name = `PlatenFit${n}`;
    newLayouts.push(landscapeLayout(page?.layout, name, fit));
    newMasters.push(masterPage(page?.master, name));
    newTableStyles.push(tableStyle(style, name));
    edits.push([at[0], at[1], withValue(tag, 'table:style-name', name)]);
  }
  const renamed = content.with(edits);
  if (renamed === content) return undefined;
  if (newLayouts.length === 0) return { content: renamed.text, styles: isFlat ? renamed.text : styles.text };
  const changed = intoElement(renamed.text, 'office:automatic-styles', newTableStyles.join(''), 'office:body');
  const changedStyles = intoElement(
    intoElement(isFlat ? changed : styles.text, 'office:automatic-styles', newLayouts.join(''), 'office:master-styles'),
    'office:master-styles',
    newMasters.join(''),
    isFlat ? 'office:body' : undefined,
  );
  return isFlat ? { content: changedStyles, styles: changedStyles } : { content: changed, styles: changedStyles };
}

/** Points of a length such as `2.5cm`. */
export function points(length: string | undefined): number | undefined {
  const [, value, unit = ''] = /^(-?[\d.]+)(cm|mm|in|pt|pc|px)?$/.exec(length ?? '') ?? [];
  const factors: Record<string, number> = { cm: 28.3465, mm: 2.83465, in: 72, pt: 1, pc: 12, px: 0.75 };
  return value === undefined ? undefined : Number(value) * (factors[unit] ?? 1);
}

interface Layout {
  size: SheetPage;
  layout: string;
  master: string;
  /** To a number of pages. */
  isFitted: boolean;
  /** The author has chosen a scale, or landscape. */
  isSetUp: boolean;
}

/** The page of every master page. */
function pageLayouts(styles: Xml): Map<string, Layout> {
  const layouts = new Map<string, XmlElement>();
  for (const layout of styles.all('style:page-layout')) layouts.set(attribute(layout.tag, 'style:name') ?? '', layout);
  const pages = new Map<string, Layout>();
  for (const master of styles.all('style:master-page')) {
    const layout = layouts.get(attribute(master.tag, 'style:page-layout-name') ?? '');
    const properties = layout === undefined ? '' : styles.tag('style:page-layout-properties', layout);
    const valueOf = (name: string) => attribute(properties, name);
    const side = (edge: string) =>
      points(valueOf(`fo:margin-${edge}`) ?? valueOf('fo:margin')) ?? typicalPage.sideMargins / 2;
    const size = {
      width: points(valueOf('fo:page-width')) ?? typicalPage.width,
      height: points(valueOf('fo:page-height')) ?? typicalPage.height,
      sideMargins: side('left') + side('right'),
      endMargins: side('top') + side('bottom'),
    };
    pages.set(attribute(master.tag, 'style:name') ?? '', {
      size,
      layout: layout?.whole ?? '',
      master: master.whole,
      isFitted: ['pages', 'X', 'Y'].some((to) => /^[1-9]/.test(valueOf(`style:scale-to-${to}`) ?? '')),
      isSetUp: (valueOf('style:scale-to') ?? '100%') !== '100%' || valueOf('style:print-orientation') === 'landscape',
    });
  }
  return pages;
}

interface Column {
  width: number;
  /** A break before a column is the author's own paging. */
  breaks: boolean;
}

function columnStyles(content: Xml): Map<string, Column> {
  const styles = new Map<string, Column>();
  for (const style of content.all('style:style')) {
    if (attribute(style.tag, 'style:family') !== 'table-column') continue;
    const properties = content.tag('style:table-column-properties', style);
    styles.set(attribute(style.tag, 'style:name') ?? '', {
      width: points(attribute(properties, 'style:column-width')) ?? typicalColumn,
      breaks: attribute(properties, 'fo:break-before') === 'page',
    });
  }
  return styles;
}

const typicalColumn = 64;
const maxSheets = 256;

/** By their names; the first of a name counts. */
function stylesOfTables(content: Xml): Map<string, XmlElement> {
  const styles = [...content.all('style:style')].filter(({ tag }) => attribute(tag, 'style:family') === 'table');
  return new Map(styles.map((style) => [attribute(style.tag, 'style:name') ?? '', style] as const).toReversed());
}

function columnOf({ tag }: XmlElement, styles: ReadonlyMap<string, Column>): Column & { count: number } {
  const { width, breaks } = styles.get(attribute(tag, 'table:style-name') ?? '') ?? {
    width: typicalColumn,
    breaks: false,
  };
  const count = Number(attribute(tag, 'table:number-columns-repeated') ?? 1);
  return { width: isHidden(tag) ? 0 : width, breaks, count };
}

/** The right edges of the columns up to `last`, in points. */
function edgesOf(columns: readonly (Column & { count: number })[], last: number): number[] {
  const widths: number[] = [];
  for (const { width, count } of columns) for (let n = 0; n < count && widths.length <= last; n++) widths.push(width);
  let edge = 0;
  return Array.from({ length: last + 1 }, (_, n) => (edge += widths[n] ?? typicalColumn));
}

/** The index of the last column with content or under a drawing; -1 in an empty table. */
function lastColumn(content: Xml, table: XmlElement): number {
  let last = -1;
  for (const row of content.all('table:table-row', table)) {
    let column = 0;
    for (const { tag } of cellsOf(content, row)) {
      const repeated = Number(attribute(tag, 'table:number-columns-repeated') ?? 1);
      const isEmpty = tag.endsWith('/>') && !tag.includes('office:value');
      if (!isEmpty) last = Math.max(last, column + repeated - 1);
      column += repeated;
    }
  }
  const ends = /table:end-cell-address\s*=\s*["'][^"'<>]*\.\$?([A-Z]+)\$?\d+["']/g;
  for (const [, letters] of table.content.matchAll(ends)) last = Math.max(last, columnIndex(letters ?? 'A'));
  return last;
}
/** For elements of a kind that the document does not have yet. */
const namespaces =
  'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"';

function landscapeLayout(layout: string | undefined, name: string, fit: TurnedFit): string {
  const base = layout?.startsWith('<style:page-layout ')
    ? layout
    : `<style:page-layout ${namespaces} style:name=""><style:page-layout-properties fo:margin="2cm"/></style:page-layout>`;
  const properties = /<style:page-layout-properties[^<>]*>/.exec(base)?.[0] ?? '<style:page-layout-properties/>';
  const [width, height] = [
    attribute(properties, 'fo:page-width') ?? '21.0cm',
    attribute(properties, 'fo:page-height') ?? '29.7cm',
  ];
  const isPortrait = (points(height) ?? 0) > (points(width) ?? 0);
  const kept = replaced.reduce(withoutAttribute, properties);
  const size = isPortrait ? [height, width] : [width, height];
  const scaling =
    fit === 'width' ? 'style:scale-to-X="1" style:scale-to-Y="0"' : `style:scale-to="${Math.floor(fit.scale * 100)}%"`;
  const wanted = ` fo:page-width="${size[0]}" fo:page-height="${size[1]}" style:print-orientation="landscape" ${scaling}`;
  const renamed = withValue(base, 'style:name', name);
  return renamed.replace(properties, () =>
    kept.replace('<style:page-layout-properties', `<style:page-layout-properties${wanted}`),
  );
}

/** The attributes of a layout that a landscape one sets itself. */
const replaced = [
  'fo:page-width',
  'fo:page-height',
  'style:print-orientation',
  ...['', '-pages', '-X', '-Y'].map((to) => `style:scale-to${to}`),
];

const masterPage = (master: string | undefined, name: string) => {
  const base = master ?? `<style:master-page ${namespaces} style:name="" style:page-layout-name=""/>`;
  const named = withValue(withValue(base, 'style:name', name), 'style:page-layout-name', name);
  return withoutAttribute(named, 'style:display-name');
};

/** A copy of a table's style that names the new master page. */
function tableStyle(style: XmlElement | undefined, name: string): string {
  if (style === undefined)
    return `<style:style ${namespaces} style:name="${name}" style:family="table" style:master-page-name="${name}"/>`;
  const bare = withoutAttribute(style.whole, 'style:master-page-name');
  return withValue(bare, 'style:name', `${name}" style:master-page-name="${name}`);
}

/** An element with a value for an attribute of its start tag, in the place of the former value if there is one. */
function withValue(element: string, name: string, value: string): string {
  const written = ` ${name}="${value}"`;
  return attribute(element.slice(0, element.indexOf('>')), name) === undefined
    ? element.replace(/^<[^\s/>]+/, (start) => start + written)
    : element.replace(new RegExp(`\\s${name}\\s*=\\s*(?:"[^"]*"|'[^']*')`), () => written);
}

/** Puts `xml` at the end of an element, which is created before the element `before` if it is missing. */
function intoElement(text: string, element: string, xml: string, before?: string): string {
  const close = `</${element}>`;
  if (text.includes(close)) return text.replace(close, () => xml + close);
  const whole = `<${element}>${xml}</${element}>`;
  if (text.includes(`<${element}/>`)) return text.replace(`<${element}/>`, () => whole);
  return before === undefined ? text : text.replace(`<${before}`, () => `${whole}<${before}`);
}
