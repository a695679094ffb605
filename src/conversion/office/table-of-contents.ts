// Tables of contents: printed with the page numbers of this layout, but only when nothing else about them changes.
import { readFile } from 'node:fs/promises';
import { ifAbsent } from '#core/absent.ts';
import { formats, type Format } from '#core/formats.ts';
import { beginningOf, type OfficeDocument } from './document.ts';
import { microsoftTexts } from './kinds.ts';

const maxPartBytes = 32 << 20;
const parts = new Map<Format, readonly [string, RegExp]>([
  [formats.docx, ['word/document.xml', /<w:instrText[^<>]*>[^<]*\bTOC\b|w:instr="[^"]*\bTOC\b/]],
  [formats.docm, ['word/document.xml', /<w:instrText[^<>]*>[^<]*\bTOC\b|w:instr="[^"]*\bTOC\b/]],
  [formats.odt, ['content.xml', /<text:table-of-content[\s>]/]],
  [formats.sxw, ['content.xml', /<text:table-of-content[\s>]/]],
]);

/** Of formats that are one part; a field of Word's binary format begins with U+0013, its text has one byte a character or two. */
const wholes = new Map<Format, RegExp>([
  [formats.fodt, /<text:table-of-content[\s>]/],
  [formats.rtf, /\\fldinst[\s{][^{}]{0,200}(?:\{[^{}]{0,200}){0,4}\bTOC\b/],
  // oxlint-disable-next-line no-control-regex -- fields begin with one
  [formats.doc, /\x13 ?TOC \\|\x13\0(?: \0)?T\0O\0C\0 \0\\\0/],
]);

/** Whether the document has a table of contents, as far as its format shows it. */
export async function hasTableOfContents(document: OfficeDocument): Promise<boolean> {
  const { format, archive } = document;
  const whole = wholes.get(format);
  if (whole !== undefined) return whole.test(await beginningOf(document, maxPartBytes));
  const [name, pattern] = parts.get(format) ?? [];
  if (name === undefined || pattern === undefined || archive === null) return false;
  return pattern.test((await archive.read(name, maxPartBytes))?.toString('utf8') ?? '');
}

const settings = /<w:updateFields(?:\s+w:val="(?:true|1|on)")?\s*\/>/;
/** The beginning of a field, or a whole one, that says it is out of date. */
const dirty = /<w:(?:fldChar|fldSimple)\b[^<>]*\bw:dirty="(?:true|1|on)"/;
const dirtyInRtf = /\\field(?:\\\w+)*\\flddirty/;
const emptyField = /<w:fldSimple\b[^<>]*\bTOC\b[^<>]*\/>/;
const tableCode = /<w:instrText[^<>]*>[^<]*\bTOC\b/g;
const [separator, endOfField] = ['w:fldCharType="separate"', 'w:fldCharType="end"'];

/** Whether a document says that its tables of contents are to be made when it is opened, or has an empty one, as programs write it. */
export async function isOutdated(document: OfficeDocument): Promise<boolean> {
  const { format, archive } = document;
  if (format === formats.rtf) return dirtyInRtf.test(await beginningOf(document, maxPartBytes));
  if (archive === null || !microsoftTexts.includes(format)) return false;
  const text = (await archive.read('word/document.xml', maxPartBytes))?.toString('utf8') ?? '';
  if (
    dirty.test(text) ||
    emptyField.test(text) ||
    settings.test((await archive.read('word/settings.xml'))?.toString('utf8') ?? '')
  )
    return true;
  const shown = shownByTable(text);
  return shown !== undefined && !/<w:t[ >]/.test(shown);
}

/** The content of the first table of contents with a result: the markup between its field's separator and end. */
function shownByTable(part: string): string | undefined {
  let [separatorAt, endAt] = [-1, -1];
  for (const { index, 0: code } of part.matchAll(tableCode)) {
    const start = index + code.length;
    // The next ones are the same for every code before them.
    if (separatorAt < start) separatorAt = part.indexOf(separator, start);
    if (endAt < start) endAt = part.indexOf(endOfField, start);
    if (separatorAt < 0 || endAt < 0) return undefined;
    if (separatorAt < endAt) return part.slice(separatorAt + separator.length, endAt);
  }
  return undefined;
}

/**
 * Whether making the tables anew has changed page numbers alone: what was edited by hand, or made by another program
 * in another way, is to be printed as it was saved.
 */
export async function onlyNumbersChanged(before: string, after: string): Promise<boolean> {
  const [one, other] = await Promise.all([before, after].map((path) => readFile(path, 'utf8').catch(ifAbsent(''))));
  const entries = entriesOf(one ?? '');
  return entries !== '' && entries === entriesOf(other ?? '');
}

/** Read from the end: a pattern that seeks dots from the beginning begins again at each of them. */
function withoutNumber(line: string): string {
  const number = /(?<![\divxlc])(?:\d+|[ivxlc]+)$/i.exec(line.slice(-20))?.[0].length ?? 0;
  if (number === 0) return line;
  let end = line.length - number;
  while (end > 0 && /[\s.…]/.test(line[end - 1] ?? '')) end -= 1;
  return line.slice(0, end);
}

/** The lines of all contents tables, without the number at their end. */
function entriesOf(document: string): string {
  const lines: string[] = [];
  let at = document.indexOf('<text:index-body>');
  while (at >= 0) {
    const end = document.indexOf('</text:index-body>', at);
    if (end < 0) break;
    for (const paragraph of document.slice(at, end).split('</text:p>')) {
      const text = paragraph
        .replace(/<text:(?:tab|s|line-break)[^<>]*>/g, ' ')
        .replace(/<[^<>]*>/g, '')
        .replace(/\s+/g, ' ')
        .trim();
      if (text !== '') lines.push(withoutNumber(text));
    }
    at = document.indexOf('<text:index-body>', end);
  }
  return lines.join('\n');
}
