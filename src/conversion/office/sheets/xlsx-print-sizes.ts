// Columns and rows at the sizes that Excel prints them. A workbook counts widths in digits of its default font, and heights on the
// screen; Excel measures that font anew for the printer, and everything grows or shrinks along with it.
import { metricsOf } from '#conversion/metric-fonts/metrics.ts';
import { attribute, withoutAttribute } from '#core/markup.ts';
import { isTrue, type Xml, type XmlEdit, type XmlElement } from '../xml.ts';

/** Of an em: the width of a digit, the ascent and the descent (usWinAscent, usWinDescent). */
type FontSizes = readonly [digit: number, ascent: number, descent: number];

/** Of families that metrics.tsv has not, as there are free fonts of the same metrics. */
const fonts: ReadonlyMap<string, FontSizes> = new Map([
  ['Calibri', [0.5068, 0.9521, 0.2686]],
  ['Arial', [0.5562, 0.9053, 0.2119]],
  ['Times New Roman', [0.5, 0.8911, 0.2163]],
  ['Courier New', [0.6001, 0.8325, 0.3003]],
]);

function metricsOfFamily(family: string): FontSizes | undefined {
  const { vertical, widths } = metricsOf(family) ?? {};
  const digit = widths?.get('0');
  if (digit === undefined || vertical?.win === undefined) return fonts.get(family);
  const [ascent, descent] = vertical.win;
  return [digit / 1000, ascent / vertical.unitsPerEm, descent / vertical.unitsPerEm];
}

/** The default font of a workbook, and the program that saved it. */
export interface PrintFont {
  /** Points. */
  size: number;
  /** Of an em. */
  digit: number;
  ascent: number;
  descent: number;
  /** Then a row that names no height has the default one; otherwise Excel measures it. */
  isOfExcel: boolean;
  isOfMac: boolean;
}

/** Reads `xl/styles.xml` and `docProps/app.xml`; undefined for fonts of unknown widths. */
export function printFont(styles: Xml, properties: Xml): PrintFont | undefined {
  const font = styles.all('font').find(({ content }) => content !== '');
  if (font === undefined) return undefined;
  const size = Number(attribute(styles.tag('sz', font), 'val') ?? 0);
  const metrics = metricsOfFamily(attribute(styles.tag('name', font), 'val') ?? '');
  if (metrics === undefined || !(size >= 6 && size <= 36)) return undefined;
  const [digit, ascent, descent] = metrics;
  const program = properties.first('Application')?.content;
  const isOfMac = program === 'Microsoft Macintosh Excel';
  return { size, digit, ascent, descent, isOfExcel: isOfMac || program === 'Microsoft Excel', isOfMac };
}

export interface PrintSizes {
  /** Points that LibreOffice makes of a column of one digit. */
  digit: number;
  /** Widths in the workbook, to get Excel's columns from LibreOffice. */
  widthScale: number;
  /** Points of a row of the default height; undefined where heights are printed as they are saved. */
  rowHeight: number | undefined;
  isOfExcel: boolean;
}

/** The sizes on a sheet: they are whole dots of its printer. Excel for Mac prints whole points, as it shows sheets on the screen. */
export function printSizes({ size, digit, ascent, descent, isOfExcel, isOfMac }: PrintFont, sheet: Xml): PrintSizes {
  const setup = [...sheet.all('pageSetup')].at(-1)?.tag ?? '';
  const across = isOfMac ? 1 : dotsOf(setup, 'horizontalDpi') / 72;
  const down = dotsOf(setup, 'verticalDpi') / 72;
  const em = Math.round(size * down);
  const height = (Math.ceil(ascent * em) + Math.ceil(descent * em) + Math.floor(down)) / down;
  const libreOfficeDigit = Math.floor(digit * size * 20) / 20;
  return {
    digit: libreOfficeDigit,
    widthScale: Math.round(digit * Math.round(size * across)) / across / libreOfficeDigit,
    rowHeight: isOfMac ? undefined : height,
    isOfExcel,
  };
}

/** Dots per inch of the printer whose settings the sheet has (`r:id`), else of common ones and of Windows' own printing to PDF. */
function dotsOf(setup: string, name: string): number {
  const dots = isPrinterSet(setup) ? Number(attribute(setup, name)) : Number.NaN;
  return dots >= 150 && dots <= 2400 ? dots : 600;
}

/** Whether a page setup has the settings of a printer (`r:id`). */
export const isPrinterSet = (setup: string): boolean => /\s\w+:id\s*=/.test(setup);

/** The sheet with such sizes. */
export function withPrintSizes(sheet: Xml, sizes: PrintSizes): Xml {
  const format = sheet.first('sheetFormatPr');
  const rowScale = rowScaleOf(format?.tag ?? '', sizes);
  // Programs that say they are Excel leave heights out, for Excel to measure; Excel itself states the descent of its rows.
  const isMeasured = sizes.isOfExcel && attribute(format?.tag ?? '', '*:dyDescent') !== undefined;
  const defaultHeight = isMeasured ? attribute(format?.tag ?? '', 'defaultRowHeight') : undefined;
  const edited = (element: XmlElement, tag: string): XmlEdit => [element.at[0], element.at[1], tag];
  const edits = [...sheet.all('col')].map((column) =>
    edited(
      column,
      withNumber(column.tag, 'width', (width) => width * sizes.widthScale),
    ),
  );
  if (rowScale !== undefined)
    for (const row of sheet.all('row')) edits.push(edited(row, rowOfHeight(row.tag, rowScale, defaultHeight)));
  if (format !== undefined) {
    const ofColumns = withDefaultWidth(format.tag, sizes.widthScale);
    const ofRows =
      rowScale === undefined || defaultHeight === undefined
        ? ofColumns
        : withAttribute(scaledHeight(ofColumns, 'defaultRowHeight', rowScale), 'customHeight', '1');
    edits.push(edited(format, ofRows));
  }
  return sheet.with(edits);
}

/** How much higher rows are printed than saved: as much as those of the default height, which depends on the author's screen. */
function rowScaleOf(format: string, { rowHeight }: PrintSizes): number | undefined {
  if (rowHeight === undefined || isTrue(format, 'customHeight')) return undefined;
  const scale = rowHeight / Number(attribute(format, 'defaultRowHeight'));
  return scale > 0.85 && scale < 1.15 ? scale : undefined;
}

/** LibreOffice measures rows anew unless they say so; Excel prints them as they were saved. */
function rowOfHeight(tag: string, scale: number, defaultHeight: string | undefined): string {
  const height = attribute(tag, 'ht') ?? defaultHeight;
  if (height === undefined || !(Number(height) > 0)) return tag;
  const others = withoutAttribute(withoutAttribute(tag, 'ht'), 'customHeight');
  const name = others.search(/\s/);
  return `${others.slice(0, name)} ht="${(Number(height) * scale).toFixed(4)}" customHeight="1"${others.slice(name)}`;
}

const scaledHeight = (tag: string, name: string, scale: number) => withNumber(tag, name, (height) => height * scale);

/** The default width (18.3.1.81); without one, that of `baseColWidth` digits and 5 pixels of padding, rounded up to 8 pixels. */
function withDefaultWidth(format: string, scale: number): string {
  if (attribute(format, 'defaultColWidth') !== undefined)
    return withNumber(format, 'defaultColWidth', (width) => width * scale);
  const pixels = Math.ceil(defaultPixels(format) / 8) * 8;
  return withAttribute(format, 'defaultColWidth', ((pixels / screenDigit) * scale).toFixed(4));
}

/** Pixels of a column of `baseColWidth` digits with its padding. */
export const defaultPixels = (format: string): number =>
  Number(attribute(format, 'baseColWidth') ?? 8) * screenDigit + 5;

/** Pixels of a digit on the screen in most default fonts (18.3.1.13). */
export const screenDigit = 7;

function withNumber(tag: string, name: string, change: (value: number) => number): string {
  const value = Number(attribute(tag, name));
  return value > 0 ? withAttribute(tag, name, change(value).toFixed(4)) : tag;
}

const withAttribute = (tag: string, name: string, value: string): string =>
  withoutAttribute(tag, name).replace(/^<[^\s/>]+/, (start) => `${start} ${name}="${value}"`);

/** Points of all rows up to the last. */
export function heightOfRows(sheet: Xml): number {
  const typical = Number(attribute(sheet.tag('sheetFormatPr'), 'defaultRowHeight') ?? 15);
  let [height, last] = [0, 0];
  for (const { tag } of sheet.all('row')) {
    const row = Number(attribute(tag, 'r') ?? last + 1);
    const rowHeight = isTrue(tag, 'hidden') ? 0 : Number(attribute(tag, 'ht') ?? typical);
    height += rowHeight + Math.max(0, row - last - 1) * typical;
    last = row;
  }
  return height;
}

/** LibreOffice rounds heights to pixels of a screen in workbooks that Excel has saved. Ours are of a printer. */
export function withoutRoundedHeights(properties: Xml): Xml {
  const program = properties.first('Application');
  return program?.content.startsWith('Microsoft ') === true
    ? properties.with([[program.at[1], program.at[2], 'LibreOffice']])
    : properties;
}
