// Excel workbooks whose sheets are wider than their pages: a sheet whose author has set up no page is fitted to one landscape page in
// width.
import { attribute } from '#core/markup.ts';
import type { SheetMode } from '#core/sheet-modes.ts';
import { relationsOf, type ReadPart } from '../relations.ts';
import { columnIndex } from './columns.ts';
import { fitToWidth, titleShare, turnedRoom, type SheetPage } from './page-fit.ts';
import { withDollars } from './xlsx-currencies.ts';
import { withBoundedMerges } from './xlsx-merges.ts';
import { withWrappedText, WrappingFormats } from './xlsx-overflow.ts';
import {
  heightOfRows,
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

/** Width and height in points by ECMA-376's paper size (18.3.1.63); others are taken for A4. */
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
  const workbook = (await read('xl/workbook.xml')) ?? '';
  const parts = new Map((await relationsOf(read, 'xl/workbook.xml')).map(({ id, target }) => [id, target]));
  const printed = new Set(
    [...workbook.matchAll(/<(?:\w+:)?definedName [^<>]*>/g)]
      .filter(([tag]) => tag.includes('_xlnm.Print_Area'))
      .map(([tag]) => attribute(tag, 'localSheetId')),
  );
  const seen = new Set<string>();
  let left = maxCharacters;
  const titles = new Map<number, Titles>();
  const hidden = new Set<string>();
  const savedStyles = (await read('xl/styles.xml')) ?? '';
  const styles = withDollars(savedStyles);
  const [fonts, formats] = [cellFonts(styles), new WrappingFormats(styles)];
  const properties = (await read('docProps/app.xml')) ?? '';
  const font = printFont(styles, properties);
  let lengths: Promise<readonly number[]> | undefined;
  // Only where a sheet is wide enough to ask for them.
  const shared = () => (lengths ??= read('xl/sharedStrings.xml').then((xml) => sharedLengths(xml ?? '')));
  for (const [n, [tag]] of [...workbook.matchAll(/<(?:\w+:)?sheet [^<>]*>/g)].slice(0, maxSheets).entries()) {
    const isHidden = /state="(hidden|veryHidden)"/.test(tag);
    if (isHidden) hidden.add(String(n));
    const part = parts.get(/\s\w+:id="([^"]+)"/.exec(tag)?.[1] ?? '');
    if (part === undefined || seen.has(part)) continue;
    seen.add(part);
    const whole = await read(part);
    if (whole === null) continue;
    const bounded = withBoundedMerges(whole);
    const sizes = font === undefined ? undefined : printSizes(font, bounded);
    const sheet = sizes === undefined || isHidden ? bounded : withPrintSizes(bounded, sizes);
    left -= sheet.length;
    if (left < 0) return new Map();
    if (sheet !== whole) changed.set(part, sheet);
    if (mode === 'as-set' || isHidden || printed.has(String(n))) continue;
    const fitted = await fitSheet(sheet, part, {
      read,
      fonts,
      formats,
      shared,
      mode,
      sizes,
    });
    if (typeof fitted === 'string') changed.set(part, fitted);
    else if (fitted !== undefined) titles.set(n, fitted);
  }
  if (font !== undefined && changed.size > 0) {
    const plain = withoutRoundedHeights(properties);
    if (plain !== properties) changed.set('docProps/app.xml', plain);
  }
  const newStyles = formats.added(styles) ?? styles;
  if (newStyles !== savedStyles) changed.set('xl/styles.xml', newStyles);
  const titled = withTitles(withoutPrintAreas(workbook, hidden), titles);
  if (titled !== workbook) changed.set('xl/workbook.xml', titled);
  return changed;
}

const maxSheets = 256;
/** Of all sheets together; larger workbooks are printed as they are. */
const maxCharacters = 128 << 20;

/** LibreOffice prints the print areas of sheets that are hidden, too. `sheets` by their numbers. */
const withoutPrintAreas = (workbook: string, sheets: ReadonlySet<string>): string =>
  workbook.replaceAll(/(<(?:\w+:)?definedName [^<>]*>)[^<]*<\/(?:\w+:)?definedName>/g, (name, tag: string) =>
    tag.includes('_xlnm.Print_Area') && sheets.has(attribute(tag, 'localSheetId') ?? '') ? '' : name,
  );

/** The views that users have saved have page set-ups of their own, which printing does not mind. */
function withoutCustomViews(sheet: string): string {
  const from = /<(?:\w+:)?customSheetViews[\s>]/.exec(sheet)?.index ?? -1;
  const end = /<\/(?:\w+:)?customSheetViews>/.exec(sheet);
  return from < 0 || end === null || end.index < from
    ? sheet
    : sheet.slice(0, from) + sheet.slice(end.index + end[0].length);
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
  whole: string,
  part: string,
  { read, fonts, formats, shared, mode, sizes }: Workbook,
): Promise<string | Titles | undefined> {
  const sheet = withoutCustomViews(whole);
  if (/<(?:\w+:)?chartsheet/.test(sheet.slice(0, 500))) return undefined;
  const setup = /<(?:\w+:)?pageSetup(?:\s[^<>]*)?>(?:\s*<\/(?:\w+:)?pageSetup>)?/.exec(sheet)?.[0] ?? '';
  const page = pageOf(sheet, setup);
  const isFitted = isFitToPage(sheet);
  if (isFitted && sizes?.isOfExcel !== true) return undefined;
  if (!isFitted && mode === 'auto' && hasScaleOrBreaks(sheet, setup)) return undefined;
  const last = Math.max(lastColumn(sheet), await lastDrawnColumn(part, read));
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
  const fit = fitToWidth({ columns, text, fontSize: fonts.usual }, page);
  if (fit !== 'asItIs' && mode === 'auto' && isSetUp(setup)) return undefined;
  if (fit === 'cut') {
    const titles = titlesOf(sheet);
    return (edges[titles.columns - 1] ?? 0) <= page.width * titleShare ? titles : { ...titles, columns: 0 };
  }
  const wrapped = (room: number) =>
    withWrappedText(sheet, formats, { edges, usualColumn: usualColumnOf(sheet, digit), room, fonts, shared: lengths });
  if (fit === 'asItIs') {
    const changed = wrapped(page.width - page.sideMargins);
    return changed === sheet ? undefined : changed;
  }
  const fitted = fit === 'width' ? sheet : wrapped(turnedRoom(page) / fit.scale);

  const prefix = /<(\w+:)?worksheet[\s>]/.exec(sheet)?.[1] ?? '';
  const kept = setup
    .slice(0, setup.indexOf('>') + 1)
    .replace(/\s(?:orientation|fitToWidth|fitToHeight|scale|r:id)="[^"]*"/g, '');
  const attributes = /\s[^/>]*/.exec(kept)?.[0].trimEnd() ?? '';
  const scaling = fit === 'width' ? 'fitToWidth="1" fitToHeight="0"' : `scale="${Math.floor(fit.scale * 100)}"`;
  const newSetup = `<${prefix}pageSetup${attributes} orientation="landscape" ${scaling}/>`;
  const withSetup =
    setup === ''
      ? fitted.replace(`</${prefix}worksheet>`, () => `${newSetup}</${prefix}worksheet>`)
      : fitted.replace(setup, () => newSetup);
  return fit === 'width' ? withFitToPage(withSetup, prefix) : withSetup;
}

const isFitToPage = (sheet: string) => /fitToPage="(1|true)"/.test(sheet);

const hasScaleOrBreaks = (sheet: string, setup: string) =>
  (attribute(setup, 'scale') ?? '100') !== '100' || /<(?:\w+:)?colBreaks/.test(sheet);

/**
 * Whether the author has chosen the page. Every program names a paper and portrait; Excel adds the settings of the printer (`r:id`)
 * when somebody has confirmed the page setup or has printed the sheet.
 */
function isSetUp(setup: string): boolean {
  const orientation = attribute(setup, 'orientation');
  return orientation === 'landscape' || (orientation === 'portrait' && /\s\w+:id="/.test(setup));
}

/** `<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`, into what there is of it. */
function withFitToPage(sheet: string, prefix: string): string {
  const properties = `<${prefix}pageSetUpPr fitToPage="1"/>`;
  const found = new RegExp(`<${prefix}pageSetUpPr(?:\\s[^<>]*)?>(?:\\s*</${prefix}pageSetUpPr>)?`).exec(sheet)?.[0];
  if (found !== undefined) return sheet.replace(found, properties);
  const empty = new RegExp(`<${prefix}sheetPr(\\s[^<>]*)?/>`).exec(sheet);
  if (empty !== null)
    return sheet.replace(empty[0], () => `<${prefix}sheetPr${empty[1] ?? ''}>${properties}</${prefix}sheetPr>`);
  if (sheet.includes(`</${prefix}sheetPr>`))
    return sheet.replace(`</${prefix}sheetPr>`, () => `${properties}</${prefix}sheetPr>`);
  return sheet.replace(
    new RegExp(`<${prefix}worksheet[^<>]*>`),
    (head) => `${head}<${prefix}sheetPr>${properties}</${prefix}sheetPr>`,
  );
}

function pageOf(sheet: string, setup: string): SheetPage {
  const [short, long] = papers[attribute(setup, 'paperSize') ?? '9'] ?? [595.3, 841.9];
  const isLandscape = attribute(setup, 'orientation') === 'landscape';
  const margins = /<(?:\w+:)?pageMargins[^<>]*>/.exec(sheet)?.[0] ?? '';
  const inches = (edge: string, usual: number) => Number(attribute(margins, edge) ?? usual) * 72;
  return {
    width: isLandscape ? long : short,
    height: isLandscape ? short : long,
    sideMargins: inches('left', 0.7) + inches('right', 0.7),
    endMargins: inches('top', 0.75) + inches('bottom', 0.75),
  };
}

function lastColumn(sheet: string): number {
  let last = -1;
  for (const [, letters] of sheet.matchAll(/<(?:\w+:)?c r="([A-Z]+)\d+"(?:[^<>]*[^<>/])?>/g))
    last = Math.max(last, columnIndex(letters ?? 'A'));
  return last;
}

async function lastDrawnColumn(part: string, read: ReadPart): Promise<number> {
  let last = -1;
  for (const target of new Set((await relationsOf(read, part)).map((relation) => relation.target))) {
    if (!/\/drawings\/drawing/.test(target)) continue;
    const drawing = (await read(target)) ?? '';
    for (const [, column] of drawing.matchAll(/<xdr:to>\s*<xdr:col>(\d+)<\/xdr:col>/g))
      last = Math.max(last, Number(column));
  }
  return last;
}

/** Points of a column that nothing is said of. */
function usualColumnOf(sheet: string, digit: number): number {
  const format = /<(?:\w+:)?sheetFormatPr[^<>]*>/.exec(sheet)?.[0] ?? '';
  const base = Number(attribute(format, 'baseColWidth') ?? 8);
  return digit * Number(attribute(format, 'defaultColWidth') ?? (base * 7 + 5) / 7 + 0.43);
}

/** Points of the right edges of the columns up to `last`. */
function edgesOf(sheet: string, last: number, digit: number): number[] {
  const usual = usualColumnOf(sheet, digit);
  const widths = Array.from({ length: last + 1 }, () => usual);
  for (const [tag] of sheet.matchAll(/<(?:\w+:)?col [^<>]*>/g)) {
    const from = Number(attribute(tag, 'min') ?? 1) - 1;
    const to = Math.min(Number(attribute(tag, 'max') ?? 1) - 1, last);
    if (to < from) continue;
    const own = /hidden="(1|true)"/.test(tag) ? 0 : digit * Number(attribute(tag, 'width') ?? usual / digit);
    widths.fill(own, from, to + 1);
  }
  let edge = 0;
  return widths.map((width) => (edge += width));
}
