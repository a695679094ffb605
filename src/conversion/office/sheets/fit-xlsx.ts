// Excel workbooks whose sheets are wider than their pages: a sheet whose author has set up no page is fitted to one landscape page in
// width.
import { attribute } from '#core/markup.ts';
import type { SheetMode } from '#core/sheet-modes.ts';
import { relationsOf, type ReadPart } from '../relations.ts';
import { isTrue, Xml, type XmlEdit } from '../xml.ts';
import { fitToWidth, titleShare, turnedRoom, type SheetPage } from './page-fit.ts';
import { withDollars } from './xlsx-currencies.ts';
import { withBoundedMerges } from './xlsx-merges.ts';
import { lastUsed } from './used.ts';
import { attributesOf, withWrappedText, WrappingFormats } from './xlsx-overflow.ts';
import {
  defaultPixels,
  heightOfRows,
  isPrinterSet,
  printFont,
  printSizes,
  screenDigit,
  withoutRoundedHeights,
  withPrintSizes,
  type PrintSizes,
} from './xlsx-print-sizes.ts';
import { withSavedScale } from './xlsx-saved-scale.ts';
import { titlesOf, withTitles, type Titles } from './xlsx-titles.ts';
import { cellFonts, sharedLengths, textExtent, type CellFonts } from './xlsx-text.ts';

/** Width and height in points by ECMA-376's paper size (18.3.1.63); others count as A4. */
const papers: Record<string, readonly [number, number]> = {
  1: [612, 792],
  3: [792, 1224],
  5: [612, 1008],
  8: [841.9, 1190.6],
  9: [595.3, 841.9],
  11: [419.5, 595.3],
};

/** The sheets to be written anew, by part name. */
export async function fitXlsx(read: ReadPart, mode: SheetMode): Promise<Map<string, string>> {
  const changed = new Map<string, string>();
  const readXml = async (name: string) => new Xml((await read(name)) ?? '');
  const workbook = await readXml('xl/workbook.xml');
  const parts = new Map((await relationsOf(read, 'xl/workbook.xml')).map(({ id, target }) => [id, target]));
  const printed = new Set(printAreas(workbook).map(({ tag }) => attribute(tag, 'localSheetId')));
  const seen = new Set<string>();
  let left = maxCharacters;
  const titles = new Map<number, Titles>();
  const hidden = new Set<string>();
  const savedStyles = await readXml('xl/styles.xml');
  const styles = withDollars(savedStyles);
  const [fonts, formats] = [cellFonts(styles), new WrappingFormats(styles)];
  const properties = await readXml('docProps/app.xml');
  const font = printFont(styles, properties);
  let lengths: Promise<readonly number[]> | undefined;
  // Only where a sheet is wide enough to ask for them.
  const shared = () => (lengths ??= read('xl/sharedStrings.xml').then((xml) => sharedLengths(xml ?? '')));
  for (const [n, { tag }] of [...workbook.all('sheet')].slice(0, maxSheets).entries()) {
    const isHidden = /^(?:hidden|veryHidden)$/.test(attribute(tag, 'state') ?? '');
    if (isHidden) hidden.add(String(n));
    const part = parts.get(attribute(tag, '*:id') ?? '');
    if (part === undefined || seen.has(part)) continue;
    seen.add(part);
    const text = await read(part);
    if (text === null) continue;
    const whole = new Xml(text);
    const bounded = withBoundedMerges(whole);
    const sizes = font === undefined ? undefined : printSizes(font, bounded);
    const sheet = sizes === undefined || isHidden ? bounded : withPrintSizes(bounded, sizes);
    left -= sheet.text.length;
    if (left < 0) return new Map();
    if (sheet !== whole) changed.set(part, sheet.text);
    if (mode === 'as-set' || isHidden || printed.has(String(n))) continue;
    const fitted = await fitSheet(sheet, part, { read, fonts, formats, shared, mode, sizes });
    if (fitted instanceof Xml) changed.set(part, fitted.text);
    else if (fitted !== undefined) titles.set(n, fitted);
  }
  if (font !== undefined && changed.size > 0) {
    const plain = withoutRoundedHeights(properties);
    if (plain !== properties) changed.set('docProps/app.xml', plain.text);
  }
  const newStyles = formats.added();
  if (newStyles !== savedStyles) changed.set('xl/styles.xml', newStyles.text);
  const titled = withTitles(withoutPrintAreas(workbook, hidden), titles);
  if (titled !== workbook) changed.set('xl/workbook.xml', titled.text);
  return changed;
}

const maxSheets = 256;
/** Of all sheets together; larger workbooks are printed as they are. */
const maxCharacters = 128 << 20;

const printAreas = (workbook: Xml) =>
  [...workbook.all('definedName')].filter(({ tag }) => attribute(tag, 'name') === '_xlnm.Print_Area');

/** LibreOffice prints the print areas of sheets that are hidden, too. `sheets` by their numbers. */
const withoutPrintAreas = (workbook: Xml, sheets: ReadonlySet<string>): Xml =>
  workbook.with(
    printAreas(workbook)
      .filter(({ tag }) => sheets.has(attribute(tag, 'localSheetId') ?? ''))
      .map(({ at: [from, , , to] }) => [from, to, '']),
  );

/** The views that users have saved have page setups, which do not matter for printing. */
function withoutCustomViews(sheet: Xml): Xml {
  const views = sheet.first('customSheetViews');
  return views === undefined ? sheet : sheet.with([[views.at[0], views.at[3], '']]);
}

interface Workbook {
  read: ReadPart;
  fonts: CellFonts;
  formats: WrappingFormats;
  shared: () => Promise<readonly number[]>;
  mode: SheetMode;
  sizes: PrintSizes | undefined;
}

/** The sheet to be rewritten, or the rows and columns to repeat on its pages. */
async function fitSheet(
  whole: Xml,
  part: string,
  { read, fonts, formats, shared, mode, sizes }: Workbook,
): Promise<Xml | Titles | undefined> {
  const sheet = withoutCustomViews(whole);
  if (sheet.first('chartsheet') !== undefined) return undefined;
  const setup = sheet.tag('pageSetup');
  const page = pageOf(sheet, setup);
  const isFitted = [...sheet.all('pageSetUpPr')].some(({ tag }) => isTrue(tag, 'fitToPage'));
  if (isFitted && sizes?.isOfExcel !== true) return undefined;
  if (!isFitted && mode === 'auto' && hasScaleOrBreaks(sheet, setup)) return undefined;
  const last = Math.max(lastUsed(sheet).column, await lastDrawnColumn(part, read));
  // In points of the screen: sheets that are a little wider in print are not fitted for it.
  const digit = (screenDigit * 0.75) / (sizes?.widthScale ?? 1);
  const edges = edgesOf(sheet, last, digit);
  const columns = edges.at(-1) ?? 0;
  if (isFitted && sizes !== undefined) {
    const width = (columns * sizes.digit) / digit;
    const scaled = withSavedScale(sheet, { setup, page, width, height: heightOfRows(sheet) });
    return scaled === sheet ? undefined : scaled;
  }
  const lengths = await shared();
  const text = textExtent(sheet, edges, fonts, lengths);
  const fit = fitToWidth({ columns, text, fontSize: fonts.typical }, page);
  if (fit !== 'asItIs' && mode === 'auto' && isSetUp(setup)) return undefined;
  if (fit === 'cut') {
    const titles = titlesOf(sheet);
    return (edges[titles.columns - 1] ?? 0) <= page.width * titleShare ? titles : { ...titles, columns: 0 };
  }
  const typicalColumn = typicalColumnOf(sheet, digit);
  const wrapped = (room: number) =>
    withWrappedText(sheet, formats, { edges, typicalColumn, room, fonts, shared: lengths });
  if (fit === 'asItIs') {
    const changed = wrapped(page.width - page.sideMargins);
    return changed === sheet ? undefined : changed;
  }
  const fitted = fit === 'width' ? sheet : wrapped(turnedRoom(page) / fit.scale);
  return landscape(fitted, fit === 'width' ? undefined : fit.scale);
}

/** The sheet on landscape pages, at a scale; without one, fitted to one page in width. */
function landscape(sheet: Xml, scale: number | undefined): Xml {
  const prefix = sheet.prefix('worksheet');
  const setup = sheet.first('pageSetup');
  const kept = attributesOf(setup, 'orientation', 'fitToWidth', 'fitToHeight', 'scale', 'r:id').trimEnd();
  const scaling = scale === undefined ? 'fitToWidth="1" fitToHeight="0"' : `scale="${Math.floor(scale * 100)}"`;
  const end = sheet.first('worksheet')?.at[2] ?? 0;
  const [from, to] = setup === undefined ? [end, end] : [setup.at[0], setup.at[3]];
  const newSetup = `<${prefix}pageSetup${kept} orientation="landscape" ${scaling}/>`;
  return sheet.with([[from, to, newSetup], ...(scale === undefined ? [fitToPage(sheet, prefix)] : [])]);
}

const hasScaleOrBreaks = (sheet: Xml, setup: string) =>
  (attribute(setup, 'scale') ?? '100') !== '100' || sheet.first('colBreaks') !== undefined;

/**
 * Whether the author has chosen the page. Every program names a paper and portrait; Excel adds the settings of the printer (`r:id`)
 * when somebody has confirmed the page setup or has printed the sheet.
 */
function isSetUp(setup: string): boolean {
  const orientation = attribute(setup, 'orientation');
  return orientation === 'landscape' || (orientation === 'portrait' && isPrinterSet(setup));
}

/** Adds `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>` to the sheet, or the parts of it that are missing. */
function fitToPage(sheet: Xml, prefix: string): XmlEdit {
  const properties = `<${prefix}pageSetUpPr fitToPage="1"/>`;
  const found = sheet.first('pageSetUpPr');
  if (found !== undefined) return [found.at[0], found.at[3], properties];
  const parent = sheet.first('sheetPr');
  const start = sheet.first('worksheet')?.at[1] ?? 0;
  if (parent === undefined) return [start, start, `<${prefix}sheetPr>${properties}</${prefix}sheetPr>`];
  const [from, , close, to] = parent.at;
  return parent.tag.endsWith('/>')
    ? [from, to, `<${prefix}sheetPr${attributesOf(parent)}>${properties}</${prefix}sheetPr>`]
    : [close, close, properties];
}

function pageOf(sheet: Xml, setup: string): SheetPage {
  const [short, long] = papers[attribute(setup, 'paperSize') ?? '9'] ?? [595.3, 841.9];
  const isLandscape = attribute(setup, 'orientation') === 'landscape';
  const margins = sheet.tag('pageMargins');
  const inches = (edge: string, typical: number) => Number(attribute(margins, edge) ?? typical) * 72;
  return {
    width: isLandscape ? long : short,
    height: isLandscape ? short : long,
    sideMargins: inches('left', 0.7) + inches('right', 0.7),
    endMargins: inches('top', 0.75) + inches('bottom', 0.75),
  };
}

async function lastDrawnColumn(part: string, read: ReadPart): Promise<number> {
  let last = -1;
  for (const target of new Set((await relationsOf(read, part)).map((relation) => relation.target))) {
    if (!/\/drawings\/drawing/.test(target)) continue;
    const drawing = new Xml((await read(target)) ?? '');
    for (const end of drawing.all('to')) last = Math.max(last, Number(drawing.first('col', end)?.content ?? -1));
  }
  return last;
}

/** Points of a column whose width is not set. */
function typicalColumnOf(sheet: Xml, digit: number): number {
  const format = sheet.tag('sheetFormatPr');
  return digit * Number(attribute(format, 'defaultColWidth') ?? defaultPixels(format) / screenDigit + 0.43);
}

/** The right edges of the columns up to `last`, in points. */
function edgesOf(sheet: Xml, last: number, digit: number): number[] {
  const typical = typicalColumnOf(sheet, digit);
  const widths = Array.from({ length: last + 1 }, () => typical);
  for (const { tag } of sheet.all('col')) {
    const from = Number(attribute(tag, 'min') ?? 1) - 1;
    const to = Math.min(Number(attribute(tag, 'max') ?? 1) - 1, last);
    if (to < from) continue;
    const width = isTrue(tag, 'hidden') ? 0 : digit * Number(attribute(tag, 'width') ?? typical / digit);
    widths.fill(width, from, to + 1);
  }
  let edge = 0;
  return widths.map((width) => (edge += width));
}
