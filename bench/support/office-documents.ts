// Office documents that benches make themselves: written flat, saved by LibreOffice in Microsoft's formats.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { OfficeFamily } from '#conversion/engines/libreoffice/conversion.ts';
import { sentence } from './documents.ts';

const execute = promisify(execFile);

export interface OfficeDocument {
  name: string;
  path: string;
  family: OfficeFamily;
}

const namespaces = ['office', 'text', 'table']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"')
  .concat('xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"')
  .concat('xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"')
  .concat('xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"')
  .join(' ');

const flat = (kind: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document ${namespaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:body>${body}</office:body></office:document>`;

const many = (count: number, make: (n: number) => string) => Array.from({ length: count }, (_, n) => make(n)).join('');
const paragraphs = (count: number, seed: number) => many(count, (n) => `<text:p>${sentence(seed + n)}.</text:p>`);
const cell = (text: string) =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
const number = (value: number) =>
  `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${value}</text:p></table:table-cell>`;
const table = (name: string, rows: string) => `<table:table table:name="${name}">${rows}</table:table>`;
const row = (cells: string) => `<table:table-row>${cells}</table:table-row>`;

const letter = flat(
  'text',
  `<office:text><text:h text:outline-level="1">Invoice 4711</text:h>${paragraphs(6, 0)}${table(
    'T',
    many(5, (n) => row(cell(sentence(n).slice(0, 20)) + number(n * 7))),
  )}${paragraphs(4, 9)}</office:text>`,
);
const report = flat(
  'text',
  `<office:text>${many(
    10,
    (n) =>
      `<text:h text:outline-level="1">Chapter ${n + 1}</text:h>${paragraphs(10, n * 20)}${table(
        `T${n}`,
        many(6, (r) => row(many(4, (c) => number(r * c)))),
      )}${paragraphs(12, n * 20 + 10)}`,
  )}</office:text>`,
);
const sheets = flat(
  'spreadsheet',
  `<office:spreadsheet>${many(3, (s) =>
    table(
      `Sheet${s + 1}`,
      many(60, (r) => row(cell(`row ${r}`) + many(5, (c) => number(r * c + s)))),
    ),
  )}</office:spreadsheet>`,
);
const slides = flat(
  'presentation',
  `<office:presentation>${many(12, (n) => `<draw:page><draw:frame svg:x="2cm" svg:y="1cm" svg:width="22cm" svg:height="2cm"><draw:text-box><text:p>Slide ${n + 1}</text:p></draw:text-box></draw:frame><draw:frame svg:x="2cm" svg:y="4cm" svg:width="22cm" svg:height="10cm"><draw:text-box>${many(5, (i) => `<text:p>${sentence(n * 5 + i)}</text:p>`)}</draw:text-box></draw:frame></draw:page>`)}</office:presentation>`,
);

const sources = [
  ['letter', 'fodt', letter, 'docx', 'writer'],
  ['report', 'fodt', report, 'docx', 'writer'],
  ['sheets', 'fods', sheets, 'xlsx', 'calc'],
  ['slides', 'fodp', slides, 'pptx', 'impress'],
] as const;

/** A letter and a report for Word, three sheets for Excel, twelve slides for PowerPoint. */
export async function officeDocuments(folder: string): Promise<OfficeDocument[]> {
  const made: OfficeDocument[] = [];
  for (const [name, extension, text, saveAs, family] of sources) {
    const source = join(folder, `${name}.${extension}`);
    await writeFile(source, text);
    const profile = `-env:UserInstallation=file://${folder}/making`;
    await execute('soffice', [profile, '--headless', '--convert-to', saveAs, '--outdir', folder, source], {
      timeout: 120_000,
    });
    made.push({ name, path: join(folder, `${name}.${saveAs}`), family });
  }
  return made;
}

/** Plain text of about 300 pages. */
export async function longText(folder: string): Promise<OfficeDocument> {
  const path = join(folder, 'long.txt');
  await writeFile(path, Array.from({ length: 15_000 }, (_, n) => sentence(n)).join('\n'));
  return { name: 'long text', path, family: 'writer' };
}
