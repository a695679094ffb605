// The XLSX file: its parts in a ZIP archive (ECMA-376, part 2), the sheets as streams.
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { escapeMarkup } from '#core/markup.ts';
import type { Workbook } from '../sheet-model.ts';
import { SharedStrings } from './shared-strings.ts';
import { sheetXml } from './sheet.ts';
import { Styles } from './styles.ts';
import { declaration, main, relationshipTypes } from './xml.ts';

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const packages = 'http://schemas.openxmlformats.org/package/2006';
/** The same bytes for the same workbook, whenever it is written. */
const mtime = new Date(1980, 0, 1);

/** Writes a workbook, with `keywords` in its properties. */
export async function writeXlsx(workbook: Workbook, output: Writable, keywords = ''): Promise<void> {
  const { sheets } = workbook;
  const [styles, strings] = [new Styles(), new SharedStrings()];
  const zip = new ZipFile();
  const add = (name: string, xml: string) => zip.addBuffer(Buffer.from(xml), name, { mtime });
  // Streams are read one after the other: the needs of sheets are known when the parts after them are read.
  const stream = (name: string, pieces: () => Iterable<string>) =>
    zip.addReadStreamLazy(name, { mtime }, (done) => done(null, Readable.from(bytesOf(pieces()))));
  add('[Content_Types].xml', typesXml(sheets.length));
  add('_rels/.rels', packageRelationships);
  add('docProps/core.xml', coreXml(workbook, keywords));
  add('xl/workbook.xml', workbookXml(sheets.map(({ name }) => name)));
  add('xl/_rels/workbook.xml.rels', workbookRelationships(sheets.length));
  for (const [n, sheet] of sheets.entries())
    stream(`xl/worksheets/sheet${n + 1}.xml`, () => sheetXml(sheet, styles, strings));
  stream('xl/sharedStrings.xml', () => strings.xml());
  stream('xl/styles.xml', () => [styles.xml()]);
  zip.end();
  await pipeline(zip.outputStream, output);
}

const pieceBytes = 65_536;

function* bytesOf(pieces: Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < pieceBytes) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1);

function typesXml(sheets: number): string {
  const part = (name: string, contentType: string) => `<Override PartName="/${name}" ContentType="${contentType}"/>`;
  return (
    `${declaration}<Types xmlns="${packages}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    part('xl/workbook.xml', `${type}.sheet.main+xml`) +
    numbers(sheets)
      .map((n) => part(`xl/worksheets/sheet${n}.xml`, `${type}.worksheet+xml`))
      .join('') +
    part('xl/sharedStrings.xml', `${type}.sharedStrings+xml`) +
    part('xl/styles.xml', `${type}.styles+xml`) +
    part('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml') +
    '</Types>'
  );
}

const relationship = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${kind}" Target="${target}"/>`;

const relationships = (all: string): string =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${all}</Relationships>`;

const packageRelationships = relationships(
  relationship('rId1', `${relationshipTypes}/officeDocument`, 'xl/workbook.xml') +
    relationship('rId2', `${packages}/relationships/metadata/core-properties`, 'docProps/core.xml'),
);

const workbookRelationships = (sheets: number): string =>
  relationships(
    numbers(sheets)
      .map((n) => relationship(`rId${n}`, `${relationshipTypes}/worksheet`, `worksheets/sheet${n}.xml`))
      .join('') +
      relationship('rIdStrings', `${relationshipTypes}/sharedStrings`, 'sharedStrings.xml') +
      relationship('rIdStyles', `${relationshipTypes}/styles`, 'styles.xml'),
  );

function workbookXml(names: readonly string[]): string {
  const sheets = names.map((name, n) => `<sheet name="${escapeMarkup(name)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`);
  return `${declaration}<workbook ${main} xmlns:r="${relationshipTypes}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

function coreXml({ title, author }: Workbook, keywords: string): string {
  const element = (name: string, text: string) => (text === '' ? '' : `<${name}>${escapeMarkup(text)}</${name}>`);
  return (
    `${declaration}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
    `${element('dc:title', title)}${element('dc:creator', author)}${element('cp:keywords', keywords)}</cp:coreProperties>`
  );
}
