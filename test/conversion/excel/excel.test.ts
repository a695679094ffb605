// pdf-to-excel on the real engines: PDFs printed by programs become workbooks again.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { admitted } from '#conversion/admit.ts';
import { performTool } from '#conversion/perform-steps.ts';
import { pdfToExcel } from '#conversion/tools/pdf-to-excel.ts';
import { isFailure } from '#core/failure.ts';
import { withZip } from '#conversion/zip/reader.ts';
import { workbench, type Workbench } from '../../support/convert.ts';
import { pdfOf, stream } from '../../support/pdf-builder.ts';
import { savedAs } from '../../support/saved-as.ts';
import { readWorkbook } from '../../support/workbook.ts';

let bench: Workbench;
let accounts: Buffer;
before(async () => {
  bench = await workbench();
  accounts = await readFile(await bench.run('html-to-pdf', [Buffer.from(page)]));
});
after(() => bench[Symbol.asyncDispose]());

/** Two tables in German, the first on three pages, and a page of text between them. */
const rows = Array.from(
  { length: 90 },
  (_, n) =>
    `<tr><td>Posten ${n + 1}</td><td>00${n}</td><td>${n + 1}.000,50 €</td><td>12,5 %</td><td>31.01.2024</td></tr>`,
);
const page = `<!doctype html><html lang="de"><title>Konten</title><style>
  table { border-collapse: collapse } td, th { border: 1px solid #333; padding: 3px 8px } th { background: #ddeeff }
  section { break-before: page }</style>
  <h1>Konten des Jahres</h1>
  <table><thead><tr><th>Name</th><th>Nummer</th><th>Betrag</th><th>Anteil</th><th>Tag</th></tr></thead><tbody>${rows.join('')}</tbody></table>
  <section><p>Diese Seite hat nur Text.</p></section>
  <section><table><tr><td rowspan="2">Nord</td><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr>
  <tr><td colspan="2"><b>Summe</b></td><td>=SUM(3)</td></tr></table></section></html>`;

const workbookOf = async (fields: Record<string, string> = {}, file: Uint8Array = accounts) => {
  const { path, report } = await bench.convert('pdf-to-excel', [file], fields);
  return { ...(await readWorkbook(path)), path, warnings: report.warnings ?? [] };
};

test('every table is a sheet, numbers and dates are values with the format of the text', async () => {
  const { sheets, warnings } = await workbookOf();
  assert.equal(sheets.length, 2);
  const [first] = sheets;
  const { B2, ...row } = Object.fromEntries(['A2', 'B2', 'C2', 'D2', 'E2'].map((name) => [name, first?.cells[name]]));
  assert.equal(B2, '000', 'noughts at the front stay');
  assert.deepEqual(row, { A2: 'Posten 1', C2: 1000.5, D2: 0.125, E2: 45_322 });
  assert.equal(first?.formats['C2'], '[$-407]#,##0.00\\ [$€]');
  assert.equal(first?.formats['E2'], 'dd\\.mm\\.yyyy');
  assert.deepEqual(warnings, ['Page 4 has no table.']);
});

test('a table over several pages is one, its head is frozen and keeps its format', async () => {
  const [first] = (await workbookOf()).sheets;
  assert.equal(first?.cells['A91'], 'Posten 90');
  assert.equal(first?.cells['A92'], undefined);
  assert.equal(Object.values(first?.cells ?? {}).filter((value) => value === 'Nummer').length, 1);
  assert.equal(first?.frozenRows, 1);
  assert.ok(first?.bold.has('A1') && !first.bold.has('A2'));
  assert.equal(first?.fills['A1'], 'DDEEFF');
  assert.ok(first?.widths.every((width) => width > 5 && width < 40));
});

test('cells over several rows and columns are merged', async () => {
  const second = (await workbookOf()).sheets[1];
  assert.deepEqual(second?.merged, ['A1:A2', 'A3:B3']);
  assert.equal(second?.cells['A3'], 'Summe');
  assert.equal(second?.cells['C3'], '=SUM(3)');
});

test('LibreOffice opens the workbook and shows the content of the page', async () => {
  const { path } = await workbookOf();
  const shown = await readFile(await savedAs(path, 'fods', bench.folder), 'utf8');
  for (const text of ['Posten 1', '000', '1.000,50 €', '12,5 %', '31.01.2024'])
    assert.ok(shown.includes(`<text:p>${text}</text:p>`), text);
});

test('all tables are on one sheet on request, with the text of pages in its place', async () => {
  const { sheets } = await workbookOf({ tables: 'one-sheet', text: 'on' });
  assert.equal(sheets.length, 1);
  const cells = Object.entries(sheets[0]?.cells ?? {});
  const at = (text: string) => Number(cells.find(([, value]) => value === text)?.[0].slice(1));
  assert.equal(at('Konten des Jahres'), 1);
  assert.equal(at('Name'), 3);
  assert.ok(at('Diese Seite hat nur Text.') > at('Posten 90') + 1);
  assert.ok(at('Nord') > at('Diese Seite hat nur Text.') + 1);
});

test('text outside of tables is a sheet with the numbers of its pages', async () => {
  const text = (await workbookOf({ text: 'on' })).sheets.at(-1);
  assert.equal(text?.name, 'Text');
  assert.deepEqual(text?.cells, { A1: 1, B1: 'Konten des Jahres', A2: 4, B2: 'Diese Seite hat nur Text.' });
});

test('only the pages that were asked for are read; the head stays with rows of later pages', async () => {
  const { sheets } = await workbookOf({ pages: '2' });
  assert.equal(sheets.length, 1);
  assert.equal(sheets[0]?.cells['A1'], 'Name');
  assert.match(String(sheets[0]?.cells['A2']), /^Posten [2-5]\d$/);
  await assert.rejects(workbookOf({ pages: '99' }), (error) => isFailure(error, 'invalid_page_range'));
});

test('CSV has plain values, and text that would be a formula is none', async () => {
  const { path } = await bench.convert('pdf-to-excel', [accounts], { format: 'csv' });
  await withZip(path, async (zip) => {
    assert.deepEqual([...zip.names], ['Table 1.csv', 'Table 2.csv']);
    const [first, second] = await Promise.all(
      [...zip.names].map(async (name) => String(await zip.readWhole(name, 1 << 20))),
    );
    assert.ok(first?.startsWith('\ufeffName,Nummer,Betrag,Anteil,Tag\r\nPosten 1,000,1000.5,0.125,2024-01-31\r\n'));
    assert.equal(second, "\ufeffNord,a,1\r\n,b,2\r\nSumme,,'=SUM(3)\r\n");
  });
});

test('a document without a table becomes an empty sheet with a warning', async () => {
  const text = await readFile(await bench.run('html-to-pdf', [Buffer.from('<!doctype html><p>Only words.')]));
  const { sheets, warnings } = await workbookOf({}, text);
  assert.deepEqual(
    sheets.map(({ name, cells }) => ({ name, cells })),
    [{ name: 'No tables', cells: {} }],
  );
  assert.deepEqual(warnings, ['No page has a table: the result has one empty sheet.']);
});

test('columns that a spreadsheet printed on pages beside each other are columns of one table', async () => {
  const line = (n: number) => Array.from({ length: 30 }, (_, column) => `value ${column} of ${n}`).join(',');
  const csv = await bench.write('wide.csv', Buffer.from(Array.from({ length: 20 }, (_, n) => line(n)).join('\n')));
  const sheet = await readFile(await savedAs(csv, 'fods', bench.folder));
  const prints = [await savedAs(csv, 'pdf', bench.folder), await bench.run('office-to-pdf', [sheet])];
  for (const print of prints) {
    const { sheets } = await workbookOf({}, await readFile(print));
    assert.equal(sheets.length, 1);
    assert.equal(sheets[0]?.cells['A1'], 'value 0 of 0');
    assert.equal(sheets[0]?.cells['AD20'], 'value 29 of 19');
    assert.equal(sheets[0]?.cells['A21'], undefined, 'repeated titles occur once');
  }
});

test('a page without lines and tags that is wholly a sheet is a table', async () => {
  const line = (n: number) =>
    [
      [50, `Item ${n % 2 === 0 ? 'of wood' : 'iron'}`],
      [200, `${100 + n}.50`],
      [300, n % 2 === 0 ? 'open' : 'paid'],
    ]
      .map(([x, text]) => `BT /F1 10 Tf ${x} ${700 - n * 14} Td (${text}) Tj ET`)
      .join('\n');
  const content = Array.from({ length: 12 }, (_, n) => line(n)).join('\n');
  const file = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 500 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    4: stream('', content),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  });
  const { sheets } = await workbookOf({}, file);
  const row = (n: number) => ['A', 'B', 'C'].map((column) => sheets[0]?.cells[`${column}${n}`]);
  assert.deepEqual(row(1), ['Item of wood', 100.5, 'open']);
  assert.deepEqual(row(12), ['Item iron', 111.5, 'paid']);
});

test('the result of a test key says so in its properties', async () => {
  const input = await bench.write('mark.pdf', accounts);
  const output = join(bench.folder, 'mark.xlsx');
  const { tool, options } = admitted(pdfToExcel(), 1, {});
  const arrivals = [{ path: input, name: 'a.pdf' }];
  const signal = AbortSignal.timeout(60_000);
  await performTool({ tool, arrivals, options, output, isTest: true, signal }, bench.engines);
  assert.equal((await readWorkbook(output)).keywords, 'TEST');
});
