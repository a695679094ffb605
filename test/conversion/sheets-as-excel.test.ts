// Sheets are printed as Excel prints them: their page setup is obeyed, and columns and rows have Excel's sizes.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { attribute } from '#core/markup.ts';
import type { SheetMode } from '#core/sheet-modes.ts';
import { fitOds } from '#conversion/office/sheets/fit-ods.ts';
import { withDollars } from '#conversion/office/sheets/xlsx-currencies.ts';
import { Xml } from '#conversion/office/xml.ts';
import { fitXlsx } from '#conversion/office/sheets/fit-xlsx.ts';
import { workbench, type Workbench } from '../support/convert.ts';
import { zip } from '../support/fixtures.ts';

const execute = promisify(execFile);
let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(() => bench[Symbol.asyncDispose]());

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

interface Book {
  /** Columns with text in the first row. */
  columns?: number;
  /** Before the data, and after it. */
  head?: string;
  rows?: string;
  tail?: string;
  font?: string;
  program?: string;
  names?: string;
}

const cells = (columns: number) =>
  Array.from(
    { length: columns },
    (_, n) => `<c r="${String.fromCharCode(65 + n)}1" t="inlineStr"><is><t>word${n}</t></is></c>`,
  ).join('');

const partsOf = ({ columns = 2, font = 'Calibri', program = 'Microsoft Excel', names = '', ...sheet }: Book) => ({
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/docProps/app.xml" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packaged}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/><Relationship Id="r2" Type="${office}/extended-properties" Target="docProps/app.xml"/></Relationships>`,
  'docProps/app.xml': `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>${program}</Application><AppVersion>16.0300</AppVersion></Properties>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets>${names}</workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="${font}"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="1"><xf xfId="0"/></cellXfs></styleSheet>`,
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}" xmlns:r="${office}">${sheet.head ?? ''}<sheetData>${sheet.rows ?? `<row r="1">${cells(columns)}</row>`}</sheetData>${sheet.tail ?? ''}</worksheet>`,
});

/** The sheet as it is laid out, or another part; undefined where it is left as it is. */
async function prepared(
  book: Book,
  { mode = 'auto', part = 'xl/worksheets/sheet1.xml' }: { mode?: SheetMode; part?: string } = {},
) {
  const parts: Record<string, string> = partsOf(book);
  return (await fitXlsx((name) => Promise.resolve(parts[name] ?? null), mode)).get(part);
}

const isFitted = (sheet: string | undefined) => /orientation="landscape" fitToWidth="1"/.test(sheet ?? '');
const wide: Book = { columns: 13 };

test('in auto, a wide sheet is fitted only where its author has set up no page', async () => {
  assert.ok(isFitted(await prepared(wide)));
  assert.ok(
    isFitted(await prepared({ ...wide, tail: '<pageSetup paperSize="9" scale="100" orientation="portrait"/>' })),
  );
  for (const tail of [
    '<pageSetup orientation="landscape"/>',
    '<pageSetup paperSize="9" orientation="portrait" r:id="rId1"/>',
    '<pageSetup scale="80"/>',
    '<colBreaks count="1"><brk id="3" man="1"/></colBreaks>',
  ])
    assert.ok(!isFitted(await prepared({ ...wide, tail })), tail);
  const names =
    '<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">S!$A$1:$M$1</definedName></definedNames>';
  assert.ok(!isFitted(await prepared({ ...wide, names })));
  const head = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>';
  assert.ok(!isFitted(await prepared({ ...wide, head })));
});

test('as-set fits no sheet, and fit every wide one', async () => {
  assert.ok(!isFitted(await prepared(wide, { mode: 'as-set' })));
  for (const tail of ['<pageSetup paperSize="9" orientation="portrait" r:id="rId1"/>', '<pageSetup scale="80"/>'])
    assert.ok(isFitted(await prepared({ ...wide, tail }, { mode: 'fit' })), tail);
  assert.ok(!isFitted(await prepared({ columns: 3 }, { mode: 'fit' })));
});

/** The same XML with the attributes of every element in the opposite order, in single quotation marks. */
const shuffled = (xml: string) =>
  xml.replace(/<([\w:-]+)((?: [\w:-]+="[^"]*")+)/g, (_, name: string, attributes: string) =>
    [
      `<${name}`,
      ...[...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].toReversed().map(([, key, value]) => `${key}='${value}'`),
    ].join(' '),
  );

/** The same XML whose elements without a prefix have one. */
const prefixed = (xml: string) => xml.replace(/<(\/?)(?=[A-Za-z]+[\s/>])/g, '<$1x:').replaceAll('xmlns=', 'xmlns:x=');

/** The elements of an XML with their attributes, in any order, with any quotation marks and prefix. */
const elementsOf = (xml: string | undefined) =>
  [...(xml ?? '').matchAll(/<(\/?(?:x:)?[\w:-]+)((?: [\w:-]+=(?:"[^"]*"|'[^']*'))*)/g)].map(
    ([, name = '', attributes = '']) =>
      [
        name.replace('x:', ''),
        ...[...attributes.matchAll(/([\w:-]+)=["']([^"']*)["']/g)]
          .map(([, key = '', value]) => `${key.replace('xmlns:x', 'xmlns')}=${value}`)
          .toSorted(),
      ].join(' '),
  );

test('a workbook is prepared alike with any order of attributes, quotation marks and prefix', async () => {
  const long = `<c r="A3" s="0" t="inlineStr"><is><t>${'long text '.repeat(20)}</t></is></c>`;
  const rows = `<row r="1">${cells(9)}</row><row r="2" ht="20" customHeight="1"/><row r="3">${long}</row>`;
  const names = `<definedNames><definedName name="_xlnm.Print_Area" localSheetId="1">S!$A$1</definedName></definedNames>`;
  const books: Book[] = [
    { columns: 14, tail: '<pageSetup paperSize="9" orientation="portrait"/>', names },
    { rows, tail: '<mergeCells count="1"><mergeCell ref="A2:XFD2"/></mergeCells>' },
    { rows, head: '<cols><col min="1" max="9" width="30" customWidth="1"/></cols>' },
    {
      columns: 20,
      head: '<sheetViews><sheetView><pane xSplit="1" ySplit="1" state="frozen"/></sheetView></sheetViews>',
    },
    { rows, head: '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>', tail: '<pageSetup scale="97" fitToHeight="0"/>' },
  ];
  for (const book of books)
    for (const variant of [shuffled, prefixed]) {
      const parts: Record<string, string> = partsOf(book);
      const inner = (name: string) => (/^xl\/[^_]/.test(name) ? variant : shuffled);
      const fit = (read: (name: string) => string | null) => fitXlsx((name) => Promise.resolve(read(name)), 'auto');
      const expected = await fit((name) => parts[name] ?? null);
      const actual = await fit((name) => (parts[name] === undefined ? null : inner(name)(parts[name])));
      assert.ok(expected.size > 0);
      assert.deepEqual([...actual.keys()], [...expected.keys()]);
      for (const [name, text] of expected) assert.deepEqual(elementsOf(actual.get(name)), elementsOf(text), name);
    }
});

test('an .ods is prepared alike with any order of attributes and quotation marks', () => {
  const style = (name: string, family: string, properties: string) =>
    `<style:style style:name="${name}" style:family="${family}">${properties}</style:style>`;
  const styles = [
    style('co', 'table-column', '<style:table-column-properties fo:break-before="auto" style:column-width="5cm"/>'),
    style('ce', 'table-cell', '<style:table-cell-properties fo:wrap-option="wrap"/>'),
    '<style:style style:name="ta" style:family="table" style:master-page-name="Default"/>',
    '<style:page-layout style:name="p"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm"/></style:page-layout>',
  ].join('');
  const cell =
    '<table:table-cell table:style-name="ce" office:value-type="string"><text:p>word</text:p></table:table-cell>';
  for (const count of [6, 80]) {
    const row = `<table:table-row>${cell.repeat(count)}</table:table-row>`;
    const column = `<table:table-column table:style-name="co" table:number-columns-repeated="${count}"/>`;
    const text = `<office:document><office:automatic-styles>${styles}</office:automatic-styles><office:master-styles><style:master-page style:name="Default" style:page-layout-name="p"/></office:master-styles><office:body><table:table table:name="S" table:style-name="ta">${column}${row.repeat(4)}</table:table></office:body></office:document>`;
    const [expected, actual] = [text, shuffled(text)].map(
      (xml) => fitOds({ content: xml, styles: xml }, 'auto')?.content,
    );
    assert.match(expected ?? '', count === 6 ? /PlatenFit0/ : /table-header-rows/);
    assert.deepEqual(elementsOf(actual), elementsOf(expected));
  }
});

test('the field decides about .ods, too', () => {
  const content = (layout: string) =>
    `<office:document><office:automatic-styles><style:page-layout style:name="p"><style:page-layout-properties ${layout}/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Default" style:page-layout-name="p"></style:master-page></office:master-styles><office:body><table:table table:name="S"><table:table-row><table:table-cell office:value-type="string" table:number-columns-repeated="12">x</table:table-cell></table:table-row></table:table></office:body></office:document>`;
  const fitted = (layout: string, mode: SheetMode) => {
    const text = content(layout);
    return fitOds({ content: text, styles: text }, mode)?.content.includes('PlatenFit0') === true;
  };
  const [plain, landscape, fits] = [
    '',
    'fo:page-width="21cm" style:print-orientation="landscape"',
    'style:scale-to-X="1"',
  ];
  assert.deepEqual(
    (['auto', 'as-set', 'fit'] as const).map((mode) => [plain, landscape, fits].map((layout) => fitted(layout, mode))),
    [
      [true, false, false],
      [false, false, false],
      [true, true, false],
    ],
  );
});

test('the PDF has the pages that the field asks for', async () => {
  const data = await zip(partsOf({ ...wide, tail: '<pageSetup paperSize="9" orientation="portrait" r:id="rId1"/>' }));
  const pages = async (fields: Record<string, string>) => {
    const { path } = await bench.convert('office-to-pdf', [data], fields, ['wide.xlsx']);
    return Number(/Pages:\s+(\d+)/.exec((await execute('pdfinfo', [path])).stdout)?.[1]);
  };
  assert.deepEqual([await pages({}), await pages({ sheets: 'as-set' }), await pages({ sheets: 'fit' })], [2, 2, 1]);
});

test('columns are as wide as the printer makes the digits of the default font', async () => {
  const tail = '<pageMargins left="0.5" right="0.5" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>';
  const left = async (font: string, setup = '') => {
    const head = '<cols><col min="1" max="1" width="50" customWidth="1"/></cols>';
    const data = await zip(partsOf({ font, head, tail: tail + setup }));
    const { path } = await bench.convert('office-to-pdf', [data], {}, ['columns.xlsx']);
    const { stdout } = await execute('pdftotext', ['-bbox', path, '-']);
    const [first, second] = [0, 1].map((n) => Number(new RegExp(`xMin="([\\d.]+)"[^<>]*>word${n}<`).exec(stdout)?.[1]));
    return (second ?? 0) - (first ?? 0);
  };
  const near = (points: number, digit: number) => assert.ok(Math.abs(points - 50 * digit) < 0.5, `${points}`);
  near(await left('Calibri'), (47 / 600) * 72);
  near(await left('Arial'), (51 / 600) * 72);
  near(
    await left('Calibri', '<pageSetup orientation="portrait" horizontalDpi="360" verticalDpi="360" r:id="r9"/>'),
    5.6,
  );
});

test('rows keep the heights that Excel has saved, at the size of the printer', async () => {
  const head = '<sheetFormatPr baseColWidth="10" defaultRowHeight="15" x14ac:dyDescent="0.25"/>';
  const rows = `<row r="1" ht="30">${cells(1)}</row><row r="2">${cells(1).replace('A1', 'A2')}</row>`;
  const sheet = (await prepared({ head, rows })) ?? '';
  const [first, second] = [...sheet.matchAll(/<row [^<>]*>/g)].map(([tag]) => tag);
  const scale = (121 * 72) / 600 / 15;
  for (const [tag, height] of [
    [first, 30],
    [second, 15],
  ] as const) {
    assert.ok(Math.abs(Number(attribute(tag ?? '', 'ht')) - height * scale) < 0.001, tag);
    assert.equal(attribute(tag ?? '', 'customHeight'), '1');
  }
  assert.match((await prepared({ head, rows }, { part: 'docProps/app.xml' })) ?? '', /<Application>LibreOffice</);
  const generated = (await prepared({ head, rows, program: 'Generator' })) ?? '';
  assert.match(generated, /<row r="2">/, 'Excel would measure the row');
  const named = (await prepared({ head: head.replace(/ x14ac:dyDescent="[^"]*"/, ''), rows })) ?? '';
  assert.match(named, /<row r="2">/, 'a program that only says that it is Excel');
  assert.match((await prepared({ head, rows, program: 'Microsoft Macintosh Excel' })) ?? '', /<row r="1" ht="30">/);
});

test('sheets in fonts of unknown widths keep their sizes', async () => {
  assert.equal(await prepared({ font: 'constructor' }), undefined);
  const head = '<cols><col min="1" max="1" width="50" customWidth="1"/></cols>';
  assert.equal(await prepared({ font: 'A Font of Nobody', head }), undefined);
});

test('a sheet that is fitted to a page has the scale that Excel has saved, if everything fits at it', async () => {
  const head = '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetFormatPr defaultRowHeight="15"/>';
  // 13 columns of 64 pixels are 670 points in print, and 494 fit: 73 %.
  const kept = async (setup: string) =>
    /fitToPage="0"/.test((await prepared({ ...wide, head, tail: `<pageSetup paperSize="9" ${setup}/>` })) ?? '');
  assert.equal(await kept('scale="72"'), true);
  assert.equal(await kept('scale="71" fitToHeight="0"'), true);
  assert.equal(await kept('scale="80"'), false, 'the columns would not fit');
  assert.equal(await kept('scale="30"'), false, 'the scale of another content');
  assert.equal(await kept(''), false);
  assert.equal(await kept('scale="100" fitToWidth="0" fitToHeight="0"'), true);
});

test('hostile sheets do not hold on', { timeout: 60_000 }, async () => {
  for (const piece of ['<row ', '<col ', '<pageSetup ', '<sheetFormatPr', '<font>', '<x:', '<row r="1" ht="'])
    await prepared({ head: piece.repeat(200_000), font: piece.startsWith('<font') ? piece.repeat(99) : 'Calibri' });
});

test('attributes in single quotation marks are replaced, not written twice', async () => {
  const head = "<sheetFormatPr defaultRowHeight='15' x14ac:dyDescent='0.25'/>";
  const sheet = (await prepared({ head, rows: `<row r='1' ht='30' customHeight='0'>${cells(1)}</row>` })) ?? '';
  const [row = ''] = /<row [^<>]*>/.exec(sheet) ?? [];
  assert.equal(row.match(/\sht=/g)?.length, 1, row);
  assert.equal(row.match(/\scustomHeight=/g)?.length, 1, row);
});

test('formats for money that have a number alone are in dollars', () => {
  const styles = (formats: string) =>
    new Xml(
      `<styleSheet xmlns="${main}">${formats}<cellXfs count="2"><xf numFmtId="44"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
    );
  assert.match(
    withDollars(styles('')).text,
    /<numFmts><numFmt numFmtId="44" formatCode="[^"]*&quot;\$&quot;[^"]*"\/><\/numFmts>/,
  );
  assert.match(
    withDollars(styles('<numFmts count="1"><numFmt numFmtId="170" formatCode="0"/></numFmts>')).text,
    /<numFmts count="1"><numFmt numFmtId="44" /,
  );
  const own = styles('<numFmts count="1"><numFmt numFmtId="44" formatCode="0"/></numFmts>');
  assert.equal(withDollars(own), own);
});
