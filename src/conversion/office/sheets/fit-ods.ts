// OpenDocument spreadsheets whose sheets are wider than their pages: such a sheet gets a landscape page it is shrunk to in width.
import { attribute, elementsOf } from '#core/markup.ts';
import type { SheetMode } from '#core/sheet-modes.ts';
import { columnIndex } from './columns.ts';
import { textExtent, usualFontSize, wrappedStyles } from './ods-text.ts';
import { withTitles } from './ods-titles.ts';
import { hiddenStyles } from './read-sheets.ts';
import { fitToWidth, titleShare, usualPage, type SheetFit, type SheetPage } from './page-fit.ts';

type TurnedFit = Exclude<SheetFit, 'asItIs' | 'cut'>;

interface Part {
  content: string;
  styles: string;
}

/**
 * The same document with pages that wide sheets fit on; undefined when nothing is to be done. In a flat document both
 * parts are the same text. Attributes: OpenDocument 1.3 part 3, 16.5 (page-layout) and 20.344 (scale-to-X).
 */
export function fitOds({ content, styles }: Part, mode: SheetMode): Part | undefined {
  const isFlat = content === styles;
  const pages = pageLayouts(styles);
  const columns = columnStyles(content);
  const tableStyles = stylesOfTables(content);
  const wrapped = wrappedStyles(content);
  const hidden = hiddenStyles(content);
  const newTableStyles: string[] = [];
  const newLayouts: string[] = [];
  const newMasters: string[] = [];
  /** The text so far, with new heads of tables, and how far it goes. */
  const pieces: string[] = [];
  let written = 0;

  for (const [n, table] of tablesOf(content).entries()) {
    const styleName = attribute(table.head, 'table:style-name');
    const isPrinted = attribute(table.head, 'table:print-ranges') !== undefined;
    if (isPrinted && hidden.has(styleName ?? '')) {
      // LibreOffice prints the ranges of sheets that are hidden, too.
      pieces.push(content.slice(written, table.at), table.head.replace(/\stable:print-ranges="[^"]*"/, ''));
      written = table.at + table.head.length;
    }
    if (mode === 'as-set' || isPrinted || attribute(table.head, 'table:print') === 'false') continue;
    const style = tableStyles.get(styleName ?? '');
    const masterName = (style === undefined ? undefined : attribute(style.tag, 'style:master-page-name')) ?? 'Default';
    const page = pages.get(masterName);
    if (page?.isFitted === true || (mode === 'auto' && (page?.isSetUp === true || hasColumnBreak(table.text, columns))))
      continue;
    const edges = edgesOf(table.text, columns);
    const text = textExtent(table.text, edges, wrapped);
    const extent = { columns: edges.at(-1) ?? 0, text, fontSize: usualFontSize };
    const fit = fitToWidth(extent, page?.size ?? usualPage);
    if (fit === 'asItIs') continue;
    if (fit === 'cut') {
      const titled = withTitles(table.text, (edges[0] ?? 0) <= (page?.size ?? usualPage).width * titleShare);
      if (titled === table.text) continue;
      pieces.push(content.slice(written, table.at), titled);
      written = table.at + table.text.length;
      continue;
    }
    const name = `PlatenFit${n}`;
    const layout = landscapeLayout(page?.layout, name, fit);
    newLayouts.push(layout);
    newMasters.push(masterPage(page?.master, name));
    newTableStyles.push(tableStyle(content, style, name));
    const head =
      styleName === undefined
        ? table.head.replace('<table:table ', `<table:table table:style-name="${name}" `)
        : table.head.replace(`table:style-name="${styleName}"`, `table:style-name="${name}"`);
    pieces.push(content.slice(written, table.at), head);
    written = table.at + table.head.length;
  }
  if (pieces.length === 0) return undefined;
  const renamed = pieces.join('') + content.slice(written);
  if (newLayouts.length === 0) return { content: renamed, styles: isFlat ? renamed : styles };
  const changed = intoElement(renamed, 'office:automatic-styles', newTableStyles.join(''), 'office:body');
  const changedStyles = intoElement(
    intoElement(isFlat ? changed : styles, 'office:automatic-styles', newLayouts.join(''), 'office:master-styles'),
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
function pageLayouts(styles: string): Map<string, Layout> {
  const layouts = new Map<string, string>();
  for (const layout of elementsOf(styles, 'style:page-layout'))
    layouts.set(attribute(layout, 'style:name') ?? '', layout);
  const pages = new Map<string, Layout>();
  for (const master of elementsOf(styles, 'style:master-page')) {
    const layout = layouts.get(attribute(master, 'style:page-layout-name') ?? '') ?? '';
    const properties = /<style:page-layout-properties[^<>]*>/.exec(layout)?.[0] ?? '';
    const scale = attribute(properties, 'style:scale-to');
    const side = (edge: string) =>
      points(attribute(properties, `fo:margin-${edge}`) ?? attribute(properties, 'fo:margin')) ??
      usualPage.sideMargins / 2;
    const size = {
      width: points(attribute(properties, 'fo:page-width')) ?? usualPage.width,
      height: points(attribute(properties, 'fo:page-height')) ?? usualPage.height,
      sideMargins: side('left') + side('right'),
      endMargins: side('top') + side('bottom'),
    };
    pages.set(attribute(master, 'style:name') ?? '', {
      size,
      layout,
      master,
      isFitted: /style:scale-to-(pages|X|Y)="[1-9]/.test(properties),
      isSetUp: (scale ?? '100%') !== '100%' || attribute(properties, 'style:print-orientation') === 'landscape',
    });
  }
  return pages;
}

interface Column {
  width: number;
  /** A break before a column is the author's own paging. */
  breaks: boolean;
}

function columnStyles(content: string): Map<string, Column> {
  const styles = new Map<string, Column>();
  const pattern =
    /<style:style style:name="([^"<>]+)" style:family="table-column"[^<>]*>\s*<style:table-column-properties([^<>]*)>/g;
  for (const [, name = '', properties = ''] of content.matchAll(pattern))
    styles.set(name, {
      width: points(attribute(properties, 'style:column-width')) ?? usualColumn,
      breaks: properties.includes('fo:break-before="page"'),
    });
  return styles;
}

const usualColumn = 64;
const maxSheets = 256;

interface Style {
  tag: string;
  at: number;
}

/** By their names; the first of a name counts. */
function stylesOfTables(content: string): Map<string, Style> {
  const styles = new Map<string, Style>();
  for (const { 0: tag, index: at } of content.matchAll(/<style:style [^<>]*>/g)) {
    const name = attribute(tag, 'style:name');
    if (name !== undefined && tag.includes(' style:family="table"') && !styles.has(name)) styles.set(name, { tag, at });
  }
  return styles;
}

interface Table {
  at: number;
  head: string;
  text: string;
}

function tablesOf(content: string): Table[] {
  const tables: Table[] = [];
  let at = content.indexOf('<table:table ');
  while (at >= 0 && tables.length < maxSheets) {
    const end = content.indexOf('</table:table>', at);
    if (end < 0) break;
    tables.push({ at, head: content.slice(at, content.indexOf('>', at) + 1), text: content.slice(at, end) });
    at = content.indexOf('<table:table ', end);
  }
  return tables;
}

const columnTags = (table: string) => table.matchAll(/<table:table-column[ /][^<>]*>/g);

const hasColumnBreak = (table: string, columns: ReadonlyMap<string, Column>) =>
  columnTags(table).some(([tag]) => columns.get(attribute(tag, 'table:style-name') ?? '')?.breaks === true);

/** Points of the right edges of the columns, up to the last that has something in it. */
function edgesOf(table: string, columns: ReadonlyMap<string, Column>): number[] {
  const last = lastColumn(table);
  const widths: number[] = [];
  for (const [tag] of columnTags(table)) {
    const count = Math.min(Number(attribute(tag, 'table:number-columns-repeated') ?? 1), last + 1 - widths.length);
    if (count <= 0) break;
    const isHidden = /table:visibility="(collapse|filter)"/.test(tag);
    const width = isHidden ? 0 : (columns.get(attribute(tag, 'table:style-name') ?? '')?.width ?? usualColumn);
    widths.push(...Array.from({ length: count }, () => width));
  }
  let edge = 0;
  return Array.from({ length: last + 1 }, (_, n) => (edge += widths[n] ?? usualColumn));
}

/** The index of the last column with content or under a drawing; -1 in an empty table. */
function lastColumn(table: string): number {
  let last = -1;
  let column = 0;
  for (const match of table.matchAll(/<table:table-row[ />]|<table:(?:covered-)?table-cell(?:\s[^<>]*?)?(\/?)>/g)) {
    if (match[0].startsWith('<table:table-row')) {
      column = 0;
      continue;
    }
    const repeated = Number(attribute(match[0], 'table:number-columns-repeated') ?? 1);
    const isEmpty = match[1] === '/' && !match[0].includes('office:value');
    if (!isEmpty) last = Math.max(last, column + repeated - 1);
    column += repeated;
  }
  for (const [, letters] of table.matchAll(/table:end-cell-address="[^"<>]*\.\$?([A-Z]+)\$?\d+"/g))
    last = Math.max(last, columnIndex(letters ?? 'A'));
  return last;
}

/** For elements of a document that has none of their kind. */
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
  const kept = properties.replace(
    /\s(?:fo:page-width|fo:page-height|style:print-orientation|style:scale-to(?:-pages|-X|-Y)?)="[^"]*"/g,
    '',
  );
  const size = isPortrait ? [height, width] : [width, height];
  const scaling =
    fit === 'width' ? 'style:scale-to-X="1" style:scale-to-Y="0"' : `style:scale-to="${Math.floor(fit.scale * 100)}%"`;
  const wanted = ` fo:page-width="${size[0]}" fo:page-height="${size[1]}" style:print-orientation="landscape" ${scaling}`;
  return base
    .replace(properties, () => kept.replace('<style:page-layout-properties', `<style:page-layout-properties${wanted}`))
    .replace(/style:name="[^"]*"/, `style:name="${name}"`);
}

const masterPage = (master: string | undefined, name: string) =>
  (master ?? `<style:master-page ${namespaces} style:name="" style:page-layout-name=""/>`)
    .replace(/style:name="[^"]*"/, `style:name="${name}"`)
    .replace(/style:page-layout-name="[^"]*"/, `style:page-layout-name="${name}"`)
    .replace(/\sstyle:display-name="[^"]*"/, '');

/** A copy of a table's style that names the new master page. */
function tableStyle(content: string, style: Style | undefined, name: string): string {
  if (style === undefined)
    return `<style:style ${namespaces} style:name="${name}" style:family="table" style:master-page-name="${name}"/>`;
  const { tag, at } = style;
  const whole = tag.endsWith('/>') ? tag : content.slice(at, content.indexOf('</style:style>', at) + 14);
  const bare = whole.replace(/\sstyle:master-page-name="[^"]*"/, '');
  return bare.replace(/style:name="[^"]*"/, `style:name="${name}" style:master-page-name="${name}"`);
}

/** Puts `xml` at the end of an element, which is made before the element `before` when there is none. */
function intoElement(text: string, element: string, xml: string, before?: string): string {
  const close = `</${element}>`;
  if (text.includes(close)) return text.replace(close, () => xml + close);
  const whole = `<${element}>${xml}</${element}>`;
  if (text.includes(`<${element}/>`)) return text.replace(`<${element}/>`, () => whole);
  return before === undefined ? text : text.replace(`<${before}`, () => `${whole}<${before}`);
}
