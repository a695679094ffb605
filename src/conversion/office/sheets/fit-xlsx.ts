// Excel workbooks whose sheets are wider than their pages: such a sheet is set to be fitted to one landscape page in width.
import { attribute } from '#core/markup.ts';
import { relationsOf, type ReadPart } from '../relations.ts';
import { columnIndex } from './columns.ts';
import { fitToWidth, titleShare, turnedRoom, type SheetPage } from './page-fit.ts';
import { withBoundedMerges } from './xlsx-merges.ts';
import { withWrappedText, WrappingFormats } from './xlsx-overflow.ts';
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
export async function fitXlsx(read: ReadPart): Promise<Map<string, string>> {
  const changed = new Map<string, string>();
  const workbook = (await read('xl/workbook.xml')) ?? '';
  const parts = new Map((await relationsOf(read, 'xl/workbook.xml')).map(({ id, target }) => [id, target]));
  const printed = new Set(
    [...workbook.matchAll(/<(?:\w+:)?definedName [^<>]*>/g)]
      .filter(([tag]) => tag.includes('_xlnm.Print_Area'))
      .map(([tag]) => attribute(tag, 'localSheetId')),
  );
  const seen = new Set<string>();
  const titles = new Map<number, Titles>();
  const hidden = new Set<string>();
  const styles = (await read('xl/styles.xml')) ?? '';
  const [fonts, formats] = [cellFonts(styles), new WrappingFormats(styles)];
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
    const sheet = withBoundedMerges(whole);
    if (sheet !== whole) changed.set(part, sheet);
    if (isHidden || printed.has(String(n))) continue;
    const fitted = await fitSheet(sheet, part, { read, fonts, formats, shared });
    if (typeof fitted === 'string') changed.set(part, fitted);
    else if (fitted !== undefined) titles.set(n, fitted);
  }
  const wrapping = formats.added(styles);
  if (wrapping !== undefined) changed.set('xl/styles.xml', wrapping);
  const titled = withTitles(withoutPrintAreas(workbook, hidden), titles);
  if (titled !== workbook) changed.set('xl/workbook.xml', titled);
  return changed;
}

const maxSheets = 256;

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
}

/** The sheet to be rewritten, or the rows and columns to repeat on its pages. */
async function fitSheet(
  whole: string,
  part: string,
  { read, fonts, formats, shared }: Workbook,
): Promise<string | Titles | undefined> {
  const sheet = withoutCustomViews(whole);
  if (/<(?:\w+:)?chartsheet/.test(sheet.slice(0, 500)) || /<(?:\w+:)?colBreaks/.test(sheet)) return undefined;
  const setup = /<(?:\w+:)?pageSetup(?:\s[^<>]*)?>(?:\s*<\/(?:\w+:)?pageSetup>)?/.exec(sheet)?.[0] ?? '';
  const scale = attribute(setup, 'scale');
  if (/fitToPage="(1|true)"/.test(sheet) || (scale !== undefined && scale !== '100')) return undefined;
  const last = Math.max(lastColumn(sheet), await lastDrawnColumn(part, read));
  const edges = edgesOf(sheet, last);
  const columns = edges.at(-1) ?? 0;
  const lengths = await shared();
  const text = textExtent(sheet, edges, fonts, lengths);
  const page = pageOf(sheet, setup);
  const fit = fitToWidth({ columns, text, fontSize: fonts.usual }, page);
  if (fit === 'cut') {
    const titles = titlesOf(sheet);
    return (edges[titles.columns - 1] ?? 0) <= page.width * titleShare ? titles : { ...titles, columns: 0 };
  }
  const wrapped = (room: number) =>
    withWrappedText(sheet, formats, { edges, usualColumn: usualColumnOf(sheet), room, fonts, shared: lengths });
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

/** A width counts characters of 7 pixels (18.3.1.13). */
const inPoints = (characters: number) => Math.trunc(characters * 7 + 0.5) * 0.75;

/** Points of a column that nothing is said of. */
function usualColumnOf(sheet: string): number {
  const format = /<(?:\w+:)?sheetFormatPr[^<>]*>/.exec(sheet)?.[0] ?? '';
  const base = Number(attribute(format, 'baseColWidth') ?? 8);
  return inPoints(Number(attribute(format, 'defaultColWidth') ?? (base * 7 + 5) / 7 + 0.43));
}

/** Points of the right edges of the columns up to `last`. */
function edgesOf(sheet: string, last: number): number[] {
  const usual = usualColumnOf(sheet);
  const widths = Array.from({ length: last + 1 }, () => usual);
  for (const [tag] of sheet.matchAll(/<(?:\w+:)?col [^<>]*>/g)) {
    const from = Number(attribute(tag, 'min') ?? 1) - 1;
    const to = Math.min(Number(attribute(tag, 'max') ?? 1) - 1, last);
    if (to < from) continue;
    const own = /hidden="(1|true)"/.test(tag) ? 0 : widthOf(tag, usual);
    widths.fill(own, from, to + 1);
  }
  let edge = 0;
  return widths.map((width) => (edge += width));
}

const widthOf = (tag: string, usual: number) => {
  const width = attribute(tag, 'width');
  return width === undefined ? usual : inPoints(Number(width));
};
