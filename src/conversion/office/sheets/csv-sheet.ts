// CSV as a spreadsheet that reads well on paper: columns as wide as their text, the first row repeated on every page.
import { escapeMarkup } from '#core/markup.ts';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { Failure } from '#core/failure.ts';
import type { CsvSeparator } from '../csv.ts';
import { smallestScale } from './page-fit.ts';
import { checkUsed } from './used.ts';

/** LibreOffice's default face, in points; centimetres of its characters, and of the space around a cell's text. */
const fontSize = 10;
const characterCm = 0.19;
const paddingCm = 0.35;
const [narrowestCm, widestCm] = [0.8, 9];
/** The space between the margins of an A4 page, upright and turned. */
const [portraitCm, landscapeCm] = [17, 25.7];
/** LibreOffice's own limits. */
const maxColumns = 16_384;
const maxRows = 1_048_576;
/** The limit for one row. */
const maxRowBytes = 4 << 20;

/**
 * Writes the UTF-8 text at `input` as a flat OpenDocument spreadsheet. Every value stays the text that it is.
 * @throws source_unreadable for more rows than a sheet has, and endless ones; too_many_pages
 */
export async function csvToSheet(input: string, output: string, separator: CsvSeparator): Promise<void> {
  try {
    await writeSheet(input, output, { ...separator, quotes: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // A literal quotation mark, such as an inch: then all of them are text.
    if (error.code !== 'CSV_QUOTE_NOT_CLOSED' && error.code !== 'CSV_MAX_RECORD_SIZE') throw unreadable(error);
    await writeSheet(input, output, { ...separator, quotes: false }).catch((problem: unknown) => {
      throw problem instanceof CsvError ? unreadable(problem) : problem;
    });
  }
}

const unreadable = (cause: Error) => new Failure('source_unreadable', {}, { cause });

interface Reading extends CsvSeparator {
  quotes: boolean;
}

async function writeSheet(input: string, output: string, { separator, isDeclared, quotes }: Reading): Promise<void> {
  const rows = () =>
    createReadStream(input).pipe(
      parse({
        delimiter: separator,
        from_line: isDeclared ? 2 : 1,
        record_delimiter: ['\r\n', '\n', '\r'],
        quote: quotes ? '"' : false,
        max_record_size: maxRowBytes,
        relax_quotes: true,
        relax_column_count: true,
        bom: true,
      }),
    ) as AsyncIterable<string[]>;

  const characters: number[] = [];
  let head: string[] | undefined;
  let count = 0;
  for await (const row of rows()) {
    head ??= row;
    count += 1;
    if (count > maxRows) throw unreadable(new Error('more rows than a sheet has'));
    for (const [column, value] of row.slice(0, maxColumns).entries())
      characters[column] = Math.max(characters[column] ?? 0, longestLine(value));
  }
  checkUsed(count, characters.length);
  const widths = fitted(
    characters.map((count) => Math.min(Math.max(count * characterCm + paddingCm, narrowestCm), widestCm)),
  );
  const total = widths.reduce((sum, width) => sum + width, 0);
  const hasHeader =
    head !== undefined && head.length > 1 && head.every((value) => value.trim() !== '' && !isNumber(value));

  const write = async function* () {
    yield documentHead(widths, total);
    let isFirst = true;
    for await (const row of rows()) {
      const isHeader = isFirst && hasHeader;
      const cells = row.slice(0, maxColumns).map((value) => cell(value, isHeader));
      const line = `<table:table-row table:style-name="r">${cells.join('')}</table:table-row>`;
      yield isHeader ? `<table:table-header-rows>${line}</table:table-header-rows>` : line;
      isFirst = false;
    }
    yield '</table:table></office:spreadsheet></office:body></office:document>';
  };
  await pipeline(write, createWriteStream(output));
}

/** Wide characters (CJK and the like) count twice. */
function longestLine(value: string): number {
  const line =
    value.length < 200 && !value.includes('\n')
      ? value
      : (value.split('\n').toSorted((a, b) => b.length - a.length)[0] ?? '');
  return (
    line.length + (line.match(/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0)
  );
}

/** Columns that are too wide together get narrower, the widest first, until the smallest readable scale fits them on a page. */
function fitted(widths: number[]): number[] {
  const room = landscapeCm / smallestScale(fontSize);
  const sum = (cap: number) => widths.reduce((total, width) => total + Math.min(width, cap), 0);
  let cap = widestCm;
  while (cap > 1.5 && sum(cap) > room) cap -= 0.25;
  // Too many columns for any scale: they are cut into pages, and need not be narrow.
  if (sum(cap) > room) return widths;
  return widths.map((width) => Math.min(width, cap));
}

const isNumber = (value: string) =>
  value.length <= 40 && /^[-+(]?[$€£¥]?\s?\d[\d.,'\u00a0 ]*[%€$£¥)]?$/.test(value.trim());

/** Text of a cell, with its spaces and tabs. */
const spaced = (text: string) =>
  escapeMarkup(text)
    .replace(/ {2,}/g, (run) => ` <text:s text:c="${run.length - 1}"/>`)
    .replaceAll('\t', '<text:tab/>');

function cell(value: string, isHeader: boolean): string {
  if (value === '') return '<table:table-cell/>';
  const style = isHeader ? 'h' : isNumber(value) ? 'n' : 't';
  const lines = value.split(/\r\n|\n|\r/).map((line) => `<text:p>${spaced(line)}</text:p>`);
  return `<table:table-cell table:style-name="${style}" office:value-type="string">${lines.join('')}</table:table-cell>`;
}

function documentHead(widths: readonly number[], total: number): string {
  const names = ['office', 'style', 'text', 'table'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  const upright = 'fo:page-width="21cm" fo:page-height="29.7cm" style:print-orientation="portrait"';
  const turned = 'fo:page-width="29.7cm" fo:page-height="21cm" style:print-orientation="landscape"';
  const isReadable = total * smallestScale(fontSize) <= landscapeCm;
  const page =
    total <= portraitCm ? upright : `${turned}${isReadable ? ' style:scale-to-X="1" style:scale-to-Y="0"' : ''}`;
  const cellStyle = (name: string, properties: string, more: string) =>
    `<style:style style:name="${name}" style:family="table-cell"><style:table-cell-properties fo:wrap-option="wrap" style:vertical-align="top"/>${properties}${more}</style:style>`;
  const columns = widths.map(
    (width, n) =>
      `<style:style style:name="c${n}" style:family="table-column"><style:table-column-properties style:column-width="${width.toFixed(2)}cm"/></style:style>`,
  );
  return [
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${names.join(' ')} xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">`,
    '<office:automatic-styles>',
    `<style:page-layout style:name="p"><style:page-layout-properties ${page} fo:margin="2cm" style:print="objects charts drawings"/></style:page-layout>`,
    '<style:style style:name="s" style:family="table" style:master-page-name="m"/>',
    '<style:style style:name="r" style:family="table-row"><style:table-row-properties style:use-optimal-row-height="true"/></style:style>',
    ...columns,
    cellStyle('t', '<style:paragraph-properties fo:text-align="start"/>', ''),
    cellStyle('n', '<style:paragraph-properties fo:text-align="end"/>', ''),
    cellStyle('h', '', '<style:text-properties fo:font-weight="bold"/>'),
    '</office:automatic-styles><office:master-styles><style:master-page style:name="m" style:page-layout-name="p"/></office:master-styles>',
    '<office:body><office:spreadsheet><table:table table:name="Sheet1" table:style-name="s">',
    ...widths.map((_, n) => `<table:table-column table:style-name="c${n}"/>`),
  ].join('');
}
