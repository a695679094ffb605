// pdf-to-markdown and office-to-markdown on the real engines.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { documentBlocks } from '#core/document-blocks.ts';
import { isFailure } from '#core/failure.ts';
import { withZip } from '#conversion/zip/reader.ts';
import { workbench, type Workbench } from '../../support/convert.ts';
import { epub, xhtml } from '../../support/epub.ts';
import { report } from '../../support/word.ts';

let bench: Workbench;
let printed: Buffer;
before(async () => {
  bench = await workbench();
  printed = await readFile(await bench.run('office-to-pdf', [report()]));
});
after(() => bench[Symbol.asyncDispose]());

const textOf = async (tool: string, file: Uint8Array, fields: Record<string, string> = {}) =>
  readFile(await bench.run(tool, [file], fields), 'utf8');

test('headings, emphasis, links, lists, tables and notes are Markdown; headers and footers are left out', async () => {
  const text = await textOf('pdf-to-markdown', printed);
  const lines = text.split('\n');
  assert.equal(lines[0], '# The harbour');
  assert.ok(lines.includes('## What was done'));
  assert.ok(lines.includes('- The basin was dredged'));
  assert.ok(lines.includes('1. First the stones'));
  assert.ok(lines.includes('2. Then the sand'));
  assert.match(
    text,
    /Some words are \*\*heavy\*\*, some \*leaning\*, .* stands \[on the board’?'?s own pages\]\(https:\/\/example\.org\/harbour\)\./,
  );
  assert.match(text, /\| Item \| Planned \| Spent \|\n\|( --- \|){3}\n\| Dredging \| 1200 \| 1350 \|/);
  assert.match(text, /in the end\.\[\^1\] Sentence/);
  assert.match(text, /^\[\^1\]: The figures are those of the board\.$/m);
  assert.doesNotMatch(text, /yearly report|Page \d of/);
});

test('only the pages that were asked for are read, and the text says where they begin', async () => {
  const all = await textOf('pdf-to-markdown', printed, { page_markers: 'on' });
  assert.match(all, /^<!-- page 1 -->\n\n# The harbour/);
  assert.match(all, /\n\n<!-- page 2 -->\n\n/);
  const second = await textOf('pdf-to-markdown', printed, { pages: '2-', page_markers: 'on' });
  assert.match(second, /^<!-- page 2 -->/);
  assert.doesNotMatch(second, /The harbour|Dredging/);
  await assert.rejects(
    textOf('pdf-to-markdown', printed, { pages: '99' }),
    (error) => isFailure(error, 'invalid_page_range') && error.fields['total_pages'] !== undefined,
  );
});

test('plain text has no markup, and a form feed where a page begins', async () => {
  const text = await textOf('pdf-to-markdown', printed, { format: 'txt', page_markers: 'on' });
  assert.match(text, /^The harbour\n\n/);
  assert.match(text, /\n• The basin was dredged\n• Two cranes were bought\n/);
  assert.match(text, /Item\tPlanned\tSpent\nDredging\t1200\t1350/);
  assert.match(text, /\n\f/);
  assert.doesNotMatch(text, /[*#|]/);
});

test('JSON has blocks with their type, page and box, as its schema says', async () => {
  const document = documentBlocks.parse(JSON.parse(await textOf('pdf-to-markdown', printed, { format: 'json' })));
  const [first] = document.blocks;
  assert.equal(first?.type, 'heading');
  assert.ok(first.type === 'heading' && first.level === 1 && first.page === 1);
  const [left, top, right, bottom] = first.box;
  assert.ok(left > 60 && left < 80 && top > 50 && right > left && bottom > top && bottom < 200);
  const table = document.blocks.find((block) => block.type === 'table');
  assert.ok(table?.type === 'table' && table.rows === 3 && table.columns === 3);
  assert.deepEqual(
    table.cells.slice(3, 6).map(({ text }) => text),
    ['Dredging', '1200', '1350'],
  );
  assert.deepEqual(
    document.pages.map(({ page, width, height }) => [page, Math.round(width), Math.round(height)])[0],
    [1, 595, 842],
  );
  assert.ok(document.blocks.some((block) => block.type === 'footnote' && block.label === '1'));
});

test('pictures are in the archive that the text refers to', async () => {
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#27c' } })
    .png()
    .toBuffer();
  const flat = report()
    .toString()
    .replace(
      '<text:h text:style-name="Heading_20_2" text:outline-level="2">What it cost</text:h>',
      `<text:p><draw:frame xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" text:anchor-type="as-char" svg:width="6cm" svg:height="4cm"><draw:image><office:binary-data>${picture.toString('base64')}</office:binary-data></draw:image><svg:title>The basin from above</svg:title></draw:frame></text:p>$&`,
    );
  for (const [format, refers] of [
    ['md', /!\[The basin from above\]\((images\/[\w-]+\.(?:png|jpg))\)/],
    ['json', /"file":"(images\/[\w-]+\.(?:png|jpg))"/],
  ] as const) {
    const path = await bench.run('office-to-markdown', [Buffer.from(flat)], { images: 'on', format });
    const { names, text, file } = await withZip(path, async (zip) => {
      const own = String(await zip.readWhole(`document.${format}`, 1 << 20));
      const named = refers.exec(own)?.[1] ?? '';
      return { names: [...zip.names], text: own, file: await zip.readWhole(named, 1 << 20) };
    }).then((found) => found ?? assert.fail('no archive'));
    assert.match(text, refers);
    assert.equal(names.length, 2);
    assert.ok(file !== null && file !== undefined && (await sharp(file).metadata()).width > 20);
  }
});

test('sheets are tables with the displayed values of their cells, one after the other', async () => {
  const sheet = (name: string, rows: string, hidden = '') =>
    `<table:table table:name="${name}"${hidden}>${rows}</table:table>`;
  const cell = (text: string, more = '') => `<table:table-cell${more}><text:p>${text}</text:p></table:table-cell>`;
  const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
  const flat = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles><style:style style:name="gone" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>
<office:body><office:spreadsheet>
${sheet('Costs &amp; more', row(cell('Item'), cell('Sum')) + row(cell('Sand | stones'), cell('1,200.50 €')) + '<table:table-row table:number-rows-repeated="900"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>' + row(cell('Total', ' table:number-columns-spanned="2"'), '<table:covered-table-cell/>'))}
${sheet('Columns', '<table:table-column/><table:table-column table:visibility="collapse"/><table:table-column/>' + row(cell('x'), cell('salary'), cell('y')) + `<table:table-row table:number-rows-repeated="1200">${cell('same')}</table:table-row>`)}
${sheet('Secret', row(cell('hidden')), ' table:style-name="gone"')}
${sheet('Second', row(cell('a'), cell('b')) + row(cell('c'), cell('d')))}
</office:spreadsheet></office:body></office:document>`;
  const text = await textOf('office-to-markdown', Buffer.from(flat));
  assert.match(text, /^# Costs & more\n\n<table>\n/);
  assert.match(text, /<tr><td>Sand \| stones<\/td><td>1,200\.50 €<\/td><\/tr>\n<tr><td colspan="2">Total<\/td><\/tr>/);
  assert.match(text, /\n\n# Second\n\n\| a \| b \|\n\| --- \| --- \|\n\| c \| d \|\n$/);
  assert.doesNotMatch(text, /hidden|Secret|salary/);
  assert.equal(text.match(/same/g)?.length, 1200);
  const second = await textOf('office-to-markdown', Buffer.from(flat), { pages: '3' });
  assert.match(second, /^# Second\n/);
  const row1000 = `<table:table-row table:number-rows-repeated="1000000">${cell('x')}</table:table-row>`;
  const large = flat.replace('</office:spreadsheet>', `${sheet('Large', row1000)}</office:spreadsheet>`);
  await assert.rejects(textOf('office-to-markdown', Buffer.from(large)), (error) =>
    isFailure(error, 'output_too_large'),
  );
});

test('slides have the notes of their speaker', async () => {
  const flat = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.presentation">
<office:body><office:presentation>${['Where we are', 'Where we go']
    .map(
      (title, n) =>
        `<draw:page draw:name="p${n}"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="3cm"><draw:text-box><text:p>${title}</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame presentation:class="notes" svg:x="2cm" svg:y="14cm" svg:width="16cm" svg:height="10cm"><draw:text-box><text:p>Say it slowly, ${n + 1} times.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>`,
    )
    .join('')}</office:presentation></office:body></office:document>`;
  const path = await bench.write('slides.fodp', Buffer.from(flat));
  await promisify(execFile)('soffice', [
    `-env:UserInstallation=file://${bench.folder}/profile`,
    '--headless',
    '--convert-to',
    'pptx',
    '--outdir',
    bench.folder,
    path,
  ]);
  for (const file of [Buffer.from(flat), await readFile(join(bench.folder, 'slides.pptx'))]) {
    const text = await textOf('office-to-markdown', file);
    assert.match(
      text,
      /Where we are\n\n> Notes: Say it slowly, 1 times\.\n\n[^]*Where we go\n\n> Notes: Say it slowly, 2 times\./,
    );
  }
});

test('books and web pages are read, too', async () => {
  const book = await epub({ files: { 'one.xhtml': xhtml('<h1>One</h1><p>Once <em>upon</em> a time.</p>') } });
  const text = await textOf('office-to-markdown', book);
  assert.match(text, /# One\n\nOnce \*upon\* a time\./);
  assert.doesNotMatch(text, /Contents/);
  const page = Buffer.from('<!doctype html><title>t</title><h1>Page</h1><ul><li>one</li><li>two</li></ul>');
  assert.equal(await textOf('office-to-markdown', page), '# Page\n\n- one\n- two\n');
});

test('a scanned PDF is refused: its text has to be recognised first', async () => {
  const scan = await sharp({ create: { width: 800, height: 1100, channels: 3, background: '#eee' } })
    .png()
    .toBuffer();
  const pdf = await readFile(await bench.run('image-to-pdf', [scan]));
  await assert.rejects(textOf('pdf-to-markdown', pdf), (error) => isFailure(error, 'pdf_scanned_needs_ocr'));
});
