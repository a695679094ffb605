// office-to-pdf on the real engine: every extension that LibreOffice can write, and hostile documents.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { loadConfig } from '#config';
import { isFailure } from '#core/failure.ts';
import { convert } from '#conversion/standalone.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { Xml } from '#conversion/office/xml.ts';
import { withWrappedText, WrappingFormats } from '#conversion/office/sheets/xlsx-overflow.ts';
import { titlesOf } from '#conversion/office/sheets/xlsx-titles.ts';
import { officeToPdf } from '#conversion/tools/office-to-pdf.ts';
import { withZip } from '#conversion/zip/reader.ts';
import { composeEngines } from '#src/compose-engines.ts';
import { savedAs } from '../support/saved-as.ts';
import { chartDocument, docx, docxParts, flatPages, fods, fodt, zip } from '../support/fixtures.ts';

const execute = promisify(execFile);
let folder: string;
let engines: Engines;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-office-'));
  engines = composeEngines(loadConfig({}), folder, { warmProcesses: 2 });
  engines.warmUp();
  await engines.libreoffice.settled();
  assert.equal(engines.libreoffice.status().mode, 'warm');
});
after(async () => {
  await engines.stop();
  await rm(folder, { recursive: true });
});

let n = 0;
async function toPdf(path: string): Promise<{ path: string; text: string; warnings: string[] }> {
  const copy = join(folder, `in-${n++}`);
  await copyFile(path, copy);
  const output = `${copy}.pdf`;
  const { warnings = [] } = await convert(
    { tool: officeToPdf, arrivals: [{ path: copy, name: basename(path) }], fields: {}, output, timeoutMs: 60_000 },
    engines,
  );
  const { stdout } = await execute('pdftotext', ['-layout', output, '-']);
  return { path: output, text: stdout, warnings };
}

async function written(name: string, data: Uint8Array | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, data);
  return path;
}

const saved = (source: string, extension: string) => savedAs(source, extension, folder);

const families = [
  [
    'text.fodt',
    () => fodt('A heading', 'Words of the text'),
    ['fodt', 'odt', 'doc', 'docx', 'rtf'],
    /Words of the text/,
  ],
  ['sheet.fods', () => fods(['name', 'amount'], ['apples', 12]), ['fods', 'ods', 'xls', 'xlsx'], /apples\s+12/],
  [
    'slides.fodp',
    () => flatPages('presentation', 'First slide', 'Second slide'),
    ['fodp', 'odp', 'ppt', 'pptx'],
    /First slide[\s\S]*Second slide/,
  ],
  ['drawing.fodg', () => flatPages('graphics', 'Drawn words'), ['fodg', 'odg'], /Drawn words/],
] as const;

for (const [name, make, extensions, words] of families)
  for (const extension of extensions)
    test(`a .${extension} keeps its words`, async () => {
      const source = await written(name, make());
      const document = name.endsWith(extension) ? source : await saved(source, extension);
      assert.match((await toPdf(document)).text, words);
    });

test('the PDF is tagged, version 1.7, with bookmarks from headings', async () => {
  const { path } = await toPdf(await written('outline.fodt', fodt('Chapter One', 'Text')));
  const { stdout } = await execute('pdfinfo', [path]);
  assert.match(stdout, /Tagged:\s+yes/);
  assert.match(stdout, /PDF version:\s+1\.7/);
  const objects = (await execute('qpdf', ['--json', '--json-key=outlines', path])).stdout;
  assert.match(objects, /Chapter One/);
});

test('plain text and CSV are read in their own encoding and with their own separator', async () => {
  const euro = Buffer.from([0x80, 0x20, 0xe9]); // "€ é" in Windows-1252
  assert.match(
    (await toPdf(await written('latin.txt', Buffer.concat([Buffer.from('price '), euro])))).text,
    /price € é/,
  );
  assert.match(
    (await toPdf(await written('wide.txt', Buffer.from('\uFEFFUTF-16 wörds', 'utf16le')))).text,
    /UTF-16 wörds/,
  );
  assert.match(
    (await toPdf(await written('sjis.txt', Buffer.from('93fa967b8cea82cc8365834c8358836782c582b78142', 'hex')))).text,
    /日本語のテキスト/,
  );
  const csv = (await toPdf(await written('semicolon.csv', 'name;note\nApfel;"a;b"\nBirne;c\n'))).text;
  assert.match(csv, /Apfel\s+a;b/);
  // The first line of Excel names the separator, and is no row.
  for (const [separator, end] of [
    ['|', '\n'],
    [';', '\r\n'],
  ] as const) {
    const rows = [`sep=${separator}`, ['a,1;x', 'b'].join(separator), ['c', 'd,2'].join(separator)].join(end);
    const { text } = await toPdf(await written(`declared${separator === '|' ? 1 : 2}.csv`, rows));
    assert.doesNotMatch(text, /sep=/);
    assert.match(text, separator === '|' ? /a,1;x\s+b\s+c\s+d,2/ : /a,1\s+x\s+b\s+c\s+d,2/);
  }
});

test('a password, a broken file and a wrong kind each have their code', async () => {
  const locked = await zip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml':
      '<a full-path="/" media-type="application/vnd.oasis.opendocument.text"/><manifest:encryption-data/>',
  });
  await assert.rejects(toPdf(await written('locked.odt', locked)), (error) => isFailure(error, 'password_protected'));
  const broken = await zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<office:docu' });
  await assert.rejects(toPdf(await written('broken.odt', broken)), (error) => isFailure(error, 'source_unreadable'));
  const empty = await zip({
    '[Content_Types].xml':
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  });
  await assert.rejects(toPdf(await written('empty.docx', empty)), (error) => isFailure(error, 'source_unreadable'));
});

test('pictures of the network and of this machine are not loaded', async () => {
  const asked: string[] = [];
  const server = createServer((socket) => {
    asked.push('connection');
    socket.end();
  })
    .listen(0, '127.0.0.1')
    .unref();
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const secret = await written('secret.txt', 'the neighbour’s secret');
  const image = (url: string) =>
    `<text:p><draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="${url}"/></draw:frame></text:p>`;
  const section = `<text:section text:name="s"><text:section-source xlink:href="file://${secret}"/><text:p>linked</text:p></text:section>`;
  const document = fodt(
    'Hostile',
    'Body',
    image(`http://127.0.0.1:${port}/canary.png`) + image('file:///etc/passwd') + section,
  );
  const { text } = await toPdf(await written('hostile.fodt', document));
  server.close();
  assert.match(text, /Hostile/);
  assert.doesNotMatch(text, /neighbour/);
  assert.deepEqual(asked, []);
});

test('a Word document keeps its paragraphs in order', async () => {
  const { text } = await toPdf(await written('word.docx', await docx('first paragraph', 'second paragraph')));
  assert.match(text, /first paragraph\s+second paragraph/);
  assert.ok((await readFile(join(folder, 'word.docx'))).length > 0);
});

test('documents in ZIP64 archives are laid out like others, and their sheets are fitted', async () => {
  const path = await written('large.docx', await zip(docxParts('Larger than thirty-two bits'), { zip64: true }));
  assert.match((await toPdf(path)).text, /Larger than thirty-two bits/);

  const columns = Array.from({ length: 13 }, (_, n) => `column${n}`);
  const sheet = await saved(await written('wide.fods', fods(columns, columns)), 'xlsx');
  const parts: Record<string, Buffer> = {};
  await withZip(sheet, async ({ names, readWhole }) => {
    for (const name of names) parts[name] = (await readWhole(name, 1 << 20)) ?? assert.fail(name);
  });
  const wide = await written('wide64.xlsx', await zip(parts, { zip64: true }));
  for (const source of [sheet, wide]) assert.equal(await pageCount((await toPdf(source)).path), 1);
});

test('charts are drawn', async () => {
  assert.match((await toPdf(await written('chart.fodt', chartDocument('Rainfall')))).text, /Rainfall/);
});

const pageCount = async (path: string) => Number(/Pages:\s+(\d+)/.exec((await execute('pdfinfo', [path])).stdout)?.[1]);

for (const extension of ['fods', 'ods', 'xlsx', 'xls'] as const)
  test(`a .${extension} that is wider than its page is fitted to one page in width, one that would be unreadable is not`, async () => {
    const columns = (count: number) => Array.from({ length: count }, (_, n) => `column${n}`);
    for (const [name, count, pages] of [
      ['narrow', 4, 1],
      ['wide', 13, 1],
      ['endless', 60, 8],
    ] as const) {
      const source = await written(`${name}-${extension}.fods`, fods(columns(count), columns(count)));
      const { path, text } = await toPdf(extension === 'fods' ? source : await saved(source, extension));
      const made = await pageCount(path);
      if (pages === 1) assert.equal(made, 1, name);
      else assert.ok(made > 3, `${name}: ${made} pages`);
      assert.match(text, new RegExp(`column${count - 1}\\b`));
      const { stdout } = await execute('pdfinfo', [path]);
      const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(stdout) ?? [];
      assert.equal(Number(width) > Number(height), name === 'wide', `${name} is turned`);
    }
  });

for (const extension of ['fods', 'ods', 'xlsx', 'xls'] as const)
  test(`a .${extension} that is cut into pages side by side has its headings on each`, async () => {
    const head = ['name', ...Array.from({ length: 60 }, (_, n) => `column${n}`)];
    const rows = Array.from({ length: 70 }, (_, n) => [`row${n}`, ...head.slice(1).map((_, c) => n * c)]);
    const numbers = fods(head, ...rows)
      .toString()
      .replace(/office:value-type="string"><text:p>(\d+)</g, 'office:value-type="float" office:value="$1"><text:p>$1<');
    const source = await written(`headed-${extension}.fods`, numbers);
    const { path, text } = await toPdf(extension === 'fods' ? source : await saved(source, extension));
    const pages = await pageCount(path);
    assert.ok(pages > 8, `${pages} pages`);
    assert.equal(text.match(/\bname\b/g)?.length, pages);
    assert.ok((text.match(/\brow3\b/g)?.length ?? 0) >= pages / 3);
    assert.ok((text.match(/\bcolumn20\b/g)?.length ?? 0) >= 2);
  });

for (const extension of ['fods', 'ods', 'xlsx', 'xls'] as const)
  test(`a .${extension} ends with visible content: the empty part of a tall drawing is no separate page`, async () => {
    const drawing = `<table:shapes><draw:rect xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" draw:style-name="unseen" svg:x="1cm" svg:y="2cm" svg:width="5cm" svg:height="40cm"/></table:shapes>`;
    const bare = fods(['cell'])
      .toString()
      .replace('<table:table-row>', `${drawing}<table:table-row>`)
      .replace(
        '<office:body>',
        '<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><style:style style:name="unseen" style:family="graphic"><style:graphic-properties xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" draw:stroke="none" draw:fill="none"/></style:style><style:page-layout style:name="p"><style:header-style/><style:footer-style/></style:page-layout></office:automatic-styles><office:master-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><style:master-page style:name="Default" style:page-layout-name="p"><style:header style:display="false"/><style:footer style:display="false"/></style:master-page></office:master-styles><office:body>',
      );
    const source = await written(`tall-${extension}.fods`, bare);
    const { path, text } = await toPdf(extension === 'fods' ? source : await saved(source, extension));
    assert.match(text, /cell/);
    assert.equal(await pageCount(path), 1);
  });

test('text of an .xlsx that would run over the edge of the page gets several lines', async () => {
  const words = Array.from({ length: 60 }, (_, n) => `word${n}`);
  const columns = Array.from({ length: 13 }, (_, n) => `column${n}`);
  for (const [name, rows] of [
    ['narrow', [['a', 'b'], [words.join(' ')], ['below']]],
    ['broad', [columns, [...columns.slice(0, 12), words.join(' ')], ['below']]],
  ] as const) {
    const source = await written(`over-${name}.fods`, fods(...rows.map((row) => [...row])));
    const { path, text } = await toPdf(await saved(source, 'xlsx'));
    assert.equal(await pageCount(path), 1, name);
    for (const word of [...words, 'below']) assert.match(text, new RegExp(`\\b${word}\\b`), name);
    assert.ok((await smallestWord(path)) > 7, `${await smallestWord(path)} pt`);
  }
});

test('a cell whose text gets several lines keeps the rest of its format', () => {
  const styles = new Xml(
    '<styleSheet><cellXfs count="3"><xf fontId="0"/><xf fontId="1"><alignment horizontal="left" vertical="center"/></xf><xf fontId="2" applyFont="1"/></cellXfs></styleSheet>',
  );
  const formats = new WrappingFormats(styles);
  assert.deepEqual([formats.of(2), formats.of(1), formats.of(2), formats.of(9)], [3, 4, 3, undefined]);
  assert.match(
    formats.added().text,
    /<cellXfs count="5">.*<xf fontId="2" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"\/><\/xf><xf fontId="1" applyAlignment="1"><alignment horizontal="left" vertical="top" wrapText="1"\/><\/xf><\/cellXfs>/,
  );
});

test('text of an .xlsx that fits beside its cell stays on one line, and cells without a place are left alone', () => {
  const formats = new WrappingFormats(new Xml('<cellXfs count="1"><xf/></cellXfs>'));
  const overflow = {
    edges: [150, 300, 450],
    typicalColumn: 48,
    room: 480,
    fonts: { typical: 11, running: [11] },
    shared: [],
  };
  const sheet = (cell: string) => `<worksheet><sheetData><row r="1">${cell}</row></sheetData></worksheet>`;
  const text = (length: number, place = ' r="A1"') =>
    sheet(`<c${place} t="inlineStr"><is><t>${'x'.repeat(length)}</t></is></c>`);
  const wrapped = (xml: string) => withWrappedText(new Xml(xml), formats, overflow).text;
  assert.equal(wrapped(text(80)), text(80));
  assert.match(
    wrapped(text(120)),
    /<c s="1" r="A1" t="inlineStr">.*<mergeCells><mergeCell ref="A1:C1"\/><\/mergeCells>/,
  );
  for (const place of ['', ' r="A1("', ' r="(a+)+$"']) assert.equal(wrapped(text(200, place)), text(200, place));
  const open = `<worksheet><sheetData>${'<row r="9" s="1">'.repeat(200_000)}`;
  assert.equal(wrapped(open), open);
  assert.deepEqual(titlesOf(new Xml(open)), { rows: 0, columns: 0 });
});

test('drawings of OpenOffice 1 keep the widths of their letters', async () => {
  const namespaces = ['office', 'style', 'text']
    .map((name) => `xmlns:${name}="http://openoffice.org/2000/${name}"`)
    .join(' ');
  const drawing = await zip({
    mimetype: 'application/vnd.sun.xml.draw',
    'META-INF/manifest.xml':
      '<manifest:manifest xmlns:manifest="http://openoffice.org/2001/manifest"><manifest:file-entry manifest:media-type="application/vnd.sun.xml.draw" manifest:full-path="/"/><manifest:file-entry manifest:media-type="text/xml" manifest:full-path="content.xml"/><manifest:file-entry manifest:media-type="text/xml" manifest:full-path="styles.xml"/></manifest:manifest>',
    'styles.xml': `<office:document-styles ${namespaces} xmlns:fo="http://www.w3.org/1999/XSL/Format" office:version="1.0"><office:styles><style:default-style style:family="graphics"><style:properties fo:font-family="Thorndale" style:font-family-generic="roman" style:font-pitch="variable" fo:font-size="24pt" fo:language="en" fo:country="US"/></style:default-style><style:style style:name="standard" style:family="graphics"><style:properties fo:font-family="Thorndale" style:font-family-generic="roman" style:font-pitch="variable" fo:font-size="24pt"/></style:style></office:styles></office:document-styles>`,
    'content.xml': `<office:document-content ${namespaces} xmlns:draw="http://openoffice.org/2000/drawing" xmlns:fo="http://www.w3.org/1999/XSL/Format" xmlns:svg="http://www.w3.org/2000/svg" office:class="drawing" office:version="1.0"><office:body><draw:page draw:name="p"><draw:text-box draw:style-name="standard" svg:x="2cm" svg:y="2cm" svg:width="16cm" svg:height="3cm"><text:p>Widely spaced letters</text:p></draw:text-box></draw:page></office:body></office:document-content>`,
  });
  const { path, text } = await toPdf(await written('old.sxd', drawing));
  assert.match(text, /Widely spaced letters/);
  const { stdout } = await execute('pdftotext', ['-bbox', path, '-']);
  const [, left, right] = /xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)" yMax="[\d.]+">Widely/.exec(stdout) ?? [];
  // As wide as Liberation Serif at 24 points makes it.
  assert.ok(Math.abs(Number(right) - Number(left) - 70.7) < 2, `${Number(right) - Number(left)} points`);
});

test('a family whose name ends in a style, and an alias of another, has the replacement of that', async () => {
  const families = {
    'Times New Roman Bold': 'LiberationSerif',
    'Arial Italic': 'LiberationSans',
    'Calibri Bold': 'Carlito',
    'Cambria Bold Italic': 'PlatenSerif1',
    Caladea: 'PlatenSerif1',
  };
  for (const [family, replacement] of Object.entries(families)) {
    const parts = docxParts('Dear reader');
    const run = `<w:r><w:rPr><w:rFonts w:ascii="${family}" w:hAnsi="${family}"/></w:rPr>`;
    const document = String(parts['word/document.xml']).replace('<w:r>', run);
    const { path } = await toPdf(await written('style.docx', await zip({ ...parts, 'word/document.xml': document })));
    assert.match((await execute('pdffonts', [path])).stdout, new RegExp(`\\+${replacement}`), family);
  }
});

/** Points of the smallest word of a PDF. */
async function smallestWord(path: string): Promise<number> {
  const { stdout } = await execute('pdftotext', ['-bbox', path, '-'], { maxBuffer: 64 << 20 });
  const heights = [...stdout.matchAll(/yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)"/g)];
  return Math.min(...heights.map(([, top, bottom]) => Number(bottom) - Number(top)));
}

for (const extension of ['fods', 'ods', 'xlsx'] as const)
  test(`a .${extension} whose text runs far over its cell keeps letters that can be read`, async () => {
    const columns = Array.from({ length: 13 }, (_, n) => `column${n}`);
    const remark = [...columns.slice(0, 12), 'a remark of many words '.repeat(20)];
    const source = await written(`remark-${extension}.fods`, fods(columns, remark));
    const { path } = await toPdf(extension === 'fods' ? source : await saved(source, extension));
    assert.ok((await smallestWord(path)) > 7, `${await smallestWord(path)} pt`);
    // A short one is fitted with its column.
    const short = await written(
      `short-${extension}.fods`,
      fods(columns, [...columns.slice(0, 12), 'a remark of five words']),
    );
    const fitted = await toPdf(extension === 'fods' ? short : await saved(short, extension));
    assert.equal(await pageCount(fitted.path), 1);
  });

test('CSV keeps its values, repeats its header, and puts long rows on one page', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => `00${n},2024-01-02,${'long text '.repeat(8)}`);
  const { path, text } = await toPdf(await written('kept.csv', ['id,date,remark', ...rows].join('\n')));
  assert.match(text, /007\s+2024-01-02/);
  assert.equal(text.match(/remark/g)?.length, await pageCount(path));
  const wide = Array.from({ length: 20 }, (_, n) => `heading${n}`).join(';');
  assert.equal(await pageCount((await toPdf(await written('long.csv', `${wide}\n${wide}\n`))).path), 1);
});

test('Cyrillic text of before Unicode is read', async () => {
  const cp866 = Buffer.from('8fe0a8a2a5e22c20aaa0aa20a4a5aba03f20a2e1a520e5aee0aee8ae', 'hex');
  assert.match((await toPdf(await written('dos.txt', cp866))).text, /Привет, как дела/);
});

test('text of mainframes is refused instead of coming out as noise', async () => {
  // "Dear Ada, this is a letter of a mainframe." in code page 037, on 40 lines.
  const line = 'c485819940c184816b40a38889a24089a240814093 85a3a3859940968640814094818995869981 94854b25'.replaceAll(
    ' ',
    '',
  );
  const path = await written('mainframe.txt', Buffer.from(line.repeat(40), 'hex'));
  await assert.rejects(toPdf(path), (error) => isFailure(error, 'source_unreadable'));
});

/** A text with a check box. */
const withCheckBox = fodt('Heading', 'Body')
  .toString()
  .replace(
    '<office:text>',
    '<office:text><office:forms xmlns:form="urn:oasis:names:tc:opendocument:xmlns:form:1.0" xmlns:ooo="http://openoffice.org/2004/office"><form:form form:name="F" form:control-implementation="ooo:com.sun.star.form.component.Form"><form:checkbox form:name="c" form:control-implementation="ooo:com.sun.star.form.component.CheckBox" xml:id="c1" form:id="c1" form:label="Tick"/></form:form></office:forms><text:p xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"><draw:control text:anchor-type="paragraph" svg:width="4cm" svg:height="1cm" svg:x="1cm" svg:y="2cm" draw:style-name="g" draw:control="c1"/></text:p>',
  )
  .replace(
    '<office:body>',
    '<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><style:style style:name="g" style:family="graphic"><style:graphic-properties style:run-through="foreground"/></style:style></office:automatic-styles><office:body>',
  );

for (const extension of ['fodt', 'odt'] as const)
  test(`form controls of .${extension} stay as fields of the PDF`, async () => {
    const source = await written('form.fodt', withCheckBox);
    const { path } = await toPdf(extension === 'fodt' ? source : await saved(source, extension));
    const { stdout } = await execute('qpdf', ['--json', '--json-key=acroform', path]);
    const { acroform } = JSON.parse(stdout) as {
      acroform: { needappearances: boolean; fields: { fieldtype: string }[] };
    };
    assert.deepEqual(
      acroform.fields.map(({ fieldtype }) => fieldtype),
      ['/Btn'],
    );
    // Programs show it as it is drawn: their own drawing needs missing fonts.
    assert.equal(acroform.needappearances, false);
    const { stderr } = await execute('pdftoppm', ['-r', '20', path, join(folder, 'form')]);
    assert.equal(stderr, '');
  });

test('fonts that were replaced and pictures that were left out are told', async () => {
  const image =
    '<text:p><draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:href="http://127.0.0.1:9/x.png"/></draw:frame></text:p>';
  const document = fodt('Heading', 'Body', image)
    .toString()
    .replace(
      '<office:body>',
      '<office:styles><style:default-style xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" style:family="paragraph"><style:text-properties style:font-name="Nowhere Sans" xmlns:fo="x"/></style:default-style></office:styles><office:body>',
    )
    .replace(
      '<office:styles>',
      '<office:font-face-decls><style:font-face xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" style:name="Nowhere Sans" svg:font-family="\'Nowhere Sans\'"/></office:font-face-decls><office:styles>',
    );
  const { warnings } = await toPdf(await written('warned.fodt', document));
  const ofWindows = 'Segoe UI;Tahoma;Arial Unicode MS;Lucida Sans Unicode;DejaVu Sans';
  const likeWindows = document.replaceAll('Nowhere Sans', ofWindows).replace(image, '');
  assert.deepEqual((await toPdf(await written('windows.fodt', likeWindows))).warnings, []);
  assert.match(warnings.join('\n'), /Nowhere Sans[\s\S]*A linked image was not loaded/);
  assert.deepEqual((await toPdf(await written('plain.fodt', fodt('Heading', 'Body')))).warnings, []);
});

test('pictures that a .doc names but does not hold are told', async () => {
  const image =
    '<text:p><draw:frame svg:width="5cm" svg:height="5cm"><draw:image xlink:type="simple" xlink:href="http://127.0.0.1:9/x.png"/></draw:frame></text:p>';
  const source = await written('linked.fodt', fodt('Heading', 'Body', image));
  const { warnings } = await toPdf(await saved(source, 'doc'));
  assert.match(warnings.join('\n'), /A linked image was not loaded/);
});

test('fonts that were replaced are told of documents that start a LibreOffice of their own, too', async () => {
  const named = withCheckBox.replace(
    '<office:automatic-styles',
    '<office:font-face-decls><style:font-face xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" style:name="Nowhere Sans" svg:font-family="\'Nowhere Sans\'"/></office:font-face-decls><office:styles><style:default-style xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" style:family="paragraph"><style:text-properties style:font-name="Nowhere Sans"/></style:default-style></office:styles><office:automatic-styles',
  );
  assert.match((await toPdf(await written('named.fodt', named))).warnings.join('\n'), /Nowhere Sans/);
});

/** A text whose contents say page 9 for a heading on page 2. */
const withContents = (entry: string) =>
  fodt('First', 'Body')
    .toString()
    .replace(
      '<office:text>',
      `<office:text><text:table-of-content text:name="T"><text:table-of-content-source text:outline-level="3"><text:index-title-template>List</text:index-title-template></text:table-of-content-source><text:index-body><text:index-title text:name="H"><text:p>List</text:p></text:index-title><text:p>${entry}<text:tab/>9</text:p></text:index-body></text:table-of-content>`,
    )
    .replaceAll('<text:h ', '<text:h text:style-name="B" ')
    .replace(
      '<office:body>',
      '<office:automatic-styles><style:style xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" style:name="B" style:family="paragraph"><style:paragraph-properties xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" fo:break-before="page"/></style:style></office:automatic-styles><office:body>',
    );

test('contents show the pages of this layout; edited entries do not change', async () => {
  const stale = await saved(await written('stale.fodt', withContents('First')), 'odt');
  assert.match((await toPdf(stale)).text, /First[.\s]+2\b/);
  const edited = await saved(await written('edited.fodt', withContents('Edited by hand')), 'odt');
  assert.match((await toPdf(edited)).text, /Edited by hand[.\s]+9\b/);
});

const rtfWithContents = String.raw`{\rtf1\ansi{\fonttbl{\f0 Times New Roman;}}{\stylesheet{\s0 Normal;}{\s1\outlinelevel0\b heading 1;}{\s2 toc 1;}}
{\pard\plain\s2\tqr\tldot\tx9000 {\field{\*\fldinst { TOC \\o "1-3" \\h }}{\fldrslt {First\tab 9}}}\par}
\pard\plain\s1\outlinelevel0\pagebb\b First\par
\pard\plain\s0 Body\par
}`;

for (const [extension, make] of [
  ['fodt', () => written('contents.fodt', withContents('First'))],
  ['doc', async () => saved(await written('contents.fodt', withContents('First')), 'doc')],
  ['rtf', () => written('contents.rtf', rtfWithContents)],
] as const)
  test(`contents of .${extension} show the pages of this layout`, async () => {
    assert.match((await toPdf(await make())).text, /First[.\s]+2\b/);
  });

/** Headings of a Word document behind a contents field; the parameters are the parts between `begin` and `separate` of the field, and its result. */
async function withContentsField({
  field = '',
  shown = '',
  settings = '',
}: {
  field?: string;
  shown?: string;
  settings?: string;
}) {
  const heading = (text: string) =>
    `<w:p><w:pPr><w:pStyle w:val="H"/><w:pageBreakBefore/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const code = `<w:r><w:fldChar w:fldCharType="begin"${field}/></w:r><w:r><w:instrText>TOC \\o "1-3"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${shown}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
  const parts = docxParts('TOKEN');
  const types =
    parts['[Content_Types].xml']?.replace(
      '</Types>',
      '<Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/><Override PartName="/word/settings.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"/></Types>',
    ) ?? '';
  const relation = (id: string, name: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${name}" Target="${name}.xml"/>`;
  return zip({
    ...parts,
    '[Content_Types].xml': types,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('s1', 'styles')}${relation('s2', 'settings')}</Relationships>`,
    'word/styles.xml':
      '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style></w:styles>',
    'word/settings.xml': `<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${settings}</w:settings>`,
    'word/document.xml':
      parts['word/document.xml']?.replace(
        /<w:p><w:r><w:t[^>]*>TOKEN<\/w:t><\/w:r><\/w:p>/,
        `<w:p>${code}</w:p>${heading('First chapter')}${heading('Second chapter')}`,
      ) ?? '',
  });
}

for (const [name, given] of [
  ['are empty', {}],
  ['say that they are out of date', { field: ' w:dirty="true"', shown: '<w:r><w:t>Old words</w:t></w:r>' }],
  [
    'are to be made when the document is opened',
    { settings: '<w:updateFields w:val="true"/>', shown: '<w:r><w:t>Old words</w:t></w:r>' },
  ],
] as const)
  test(`contents that ${name} are made before the document is printed`, async () => {
    const { text } = await toPdf(await written('outdated.docx', await withContentsField(given)));
    assert.match(text, /First chapter[.\s]*2\b/);
    assert.match(text, /Second chapter[.\s]*3\b/);
    assert.doesNotMatch(text, /Old words/);
  });

const control = (properties: string, content: string) =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const olderField = (instruction: string, data: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="T"/><w:enabled/>${data}</w:ffData></w:fldChar></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const inlinePicture =
  '<w:drawing xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><wp:inline><wp:extent cx="720000" cy="720000"/><wp:docPr id="1" name="p"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="p1"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="720000" cy="720000"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>';
const listItems =
  '<w:listItem w:displayText="Green one" w:value="g"/><w:listItem w:displayText="Blue one" w:value="b"/>';

test('values of content controls and of older fields are visible, at any place', async () => {
  const body = [
    `<w:p>${run('Name ')}${control('<w:text/>', run('Ann Inline'))}</w:p>`,
    `<w:p>${run('Colour ')}${control(`<w:dropDownList w:lastValue="g">${listItems}</w:dropDownList>`, run('Green one'))}</w:p>`,
    `<w:p>${run('Other ')}${control(`<w:comboBox>${listItems}</w:comboBox>`, run('Typed value'))}</w:p>`,
    `<w:p>${run('Date ')}${control('<w:date w:fullDate="2024-03-05T00:00:00Z"><w:dateFormat w:val="dd.MM.yyyy"/></w:date>', run('05.03.2024'))}</w:p>`,
    `<w:p>${run('Later ')}${control('<w:showingPlcHdr/><w:text/>', run('Click here to enter text'))}</w:p>`,
    `<w:p>${run('Bound ')}${control('<w:dataBinding w:xpath="/a/b" w:storeItemID="{00000000-0000-0000-0000-000000000001}"/><w:text/>', run('Bound value'))}</w:p>`,
    `<w:p>${run('Agreed ')}${control('<w14:checkbox xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w14:checked w14:val="1"/><w14:checkedState w14:val="2612" w14:font="MS Gothic"/></w14:checkbox>', run('☒'))}</w:p>`,
    `<w:p>${control('<w:picture/>', `<w:r>${inlinePicture}</w:r>`)}</w:p>`,
    control('<w:text/>', `<w:p>${run('A block of its own')}</w:p>`),
    `<w:tbl><w:tr>${control('<w:text/>', `<w:tc><w:p>${run('A whole cell')}</w:p></w:tc>`)}<w:tc><w:p>${control('<w:text/>', run('Within a cell'))}</w:p></w:tc></w:tr>${control('<w:text/>', `<w:tr><w:tc><w:p>${run('A whole row')}</w:p></w:tc></w:tr>`)}</w:tbl>`,
    `<w:p>${run('Older ')}${olderField('FORMTEXT', '<w:textInput/>', run('Older value'))}</w:p>`,
    `<w:p>${run('Chosen ')}${olderField('FORMDROPDOWN', '<w:ddList><w:result w:val="1"/><w:listEntry w:val="Older red"/><w:listEntry w:val="Older blue"/></w:ddList>', '')}</w:p>`,
    ...(
      [
        ['Ticked', '<w:default w:val="0"/><w:checked/>'],
        ['Emptied', '<w:default w:val="1"/><w:checked w:val="0"/>'],
        ['Given', '<w:default w:val="1"/>'],
      ] satisfies [string, string][]
    ).map(
      ([name, state]) =>
        `<w:p>${olderField('FORMCHECKBOX', `<w:checkBox><w:sizeAuto/>${state}</w:checkBox>`, '')}${run(name)}</w:p>`,
    ),
  ].join('');
  const parts = docxParts('TOKEN');
  const document = parts['word/document.xml']?.replace(/<w:p><w:r><w:t[^>]*>TOKEN<\/w:t><\/w:r><\/w:p>/, body) ?? '';
  const square = { width: 8, height: 8, channels: 3, background: '#c00' } as const;
  const { text, path } = await toPdf(
    await written(
      'controls.docx',
      await zip({
        ...parts,
        'word/document.xml': document,
        'word/_rels/document.xml.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/p.png"/></Relationships>',
        '[Content_Types].xml':
          parts['[Content_Types].xml']?.replace(
            '</Types>',
            '<Default Extension="png" ContentType="image/png"/></Types>',
          ) ?? '',
        'word/media/p.png': await sharp({ create: square }).png().toBuffer(),
      }),
    ),
  );
  assert.match((await execute('pdfimages', ['-list', path])).stdout, /image +8 +8/);
  for (const value of [
    'Ann Inline',
    'Green one',
    'Typed value',
    '05.03.2024',
    'Click here to enter text',
    'A block of its own',
    'A whole cell',
    'Within a cell',
    'A whole row',
    'Bound value',
    '☒',
    'Older value',
    'Older blue',
    '☒Ticked',
    '☐Emptied',
    '☒Given',
  ])
    assert.ok(text.includes(value), `${value} in ${text}`);
});

test('a picture on every page is stored once, with all of its pixels', async () => {
  const picture = await sharp({ create: { width: 1600, height: 400, channels: 3, background: '#159' } })
    .jpeg()
    .toBuffer();
  const frame = `<text:p><draw:frame text:anchor-type="as-char" svg:width="8cm" svg:height="2cm"><draw:image><office:binary-data>${picture.toString('base64')}</office:binary-data></draw:image></draw:frame></text:p>`;
  const pages = Array.from({ length: 8 }, (_, n) => `${frame}<text:p text:style-name="New">Page ${n}</text:p>`).join(
    '',
  );
  const letters = `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:automatic-styles><style:style style:name="New" style:family="paragraph"><style:paragraph-properties fo:break-after="page"/></style:style></office:automatic-styles><office:body><office:text>${pages}</office:text></office:body></office:document>`;
  const { path } = await toPdf(await written('letters.fodt', letters));
  const listed = (await execute('pdfimages', ['-list', path])).stdout.match(/^.* image +1600 +400 .*$/gm) ?? [];
  assert.equal(listed.length, 8);
  assert.equal(new Set(listed.map((line) => line.trim().split(/\s+/)[10])).size, 1, listed.join('\n'));
});

test('a document with contents prints the date of its last change, not that of today', async () => {
  const dated = withContents('First')
    .replace(
      '<office:automatic-styles>',
      '<office:meta><dc:date xmlns:dc="http://purl.org/dc/elements/1.1/">2013-09-10T15:54:00</dc:date></office:meta><office:automatic-styles>',
    )
    .replace('<office:text>', '<office:text><text:p>Saved <text:modification-date>x</text:modification-date></text:p>');
  assert.match((await toPdf(await written('dated.fodt', dated))).text, /Saved 10\/09\/2013/);
});

test('documents that name no paper are laid out on A4', async () => {
  for (const [name, document] of [
    ['paper.fodt', fodt('Heading', 'Body')],
    ['paper.fods', fods(['a', 'b'])],
  ] as const) {
    const { stdout } = await execute('pdfinfo', [(await toPdf(await written(name, document))).path]);
    assert.match(stdout, /\(A4\)/, name);
  }
});

test('where no process waits for a document, one is started for it that knows as much', async () => {
  await using cold = new AsyncDisposableStack();
  const withoutWaiting = composeEngines(loadConfig({}), folder, { warmProcesses: 0 });
  cold.defer(() => withoutWaiting.stop());
  const path = await saved(await written('cold.fodt', withContents('First')), 'odt');
  const output = join(folder, 'cold.pdf');
  const call = { tool: officeToPdf, arrivals: [{ path, name: 'cold.odt' }], fields: {}, output, timeoutMs: 60_000 };
  await convert(call, withoutWaiting);
  assert.match((await execute('pdftotext', [output, '-'])).stdout, /First[.\s]+2\b/);
});

test('protected sheets, long page set-ups and saved views are fitted without losing the following elements', async () => {
  const cells = Array.from({ length: 13 }, (_, n) => String.fromCharCode(65 + n));
  const row = (r: number) =>
    `<row r="${r}">${cells.map((c) => `<c r="${c}${r}" t="inlineStr"><is><t>cell${c}${r}</t></is></c>`).join('')}</row>`;
  const rows = Array.from({ length: 120 }, (_, n) => row(n + 1)).join('');
  const sheet = (between: string, after: string) =>
    `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData>${between}<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>${after}</worksheet>`;
  const workbook = (xml: string) =>
    zip({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
      '_rels/.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      'xl/workbook.xml':
        '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': xml,
    });
  const footer = '<headerFooter><oddFooter>&amp;Cthe footer</oddFooter></headerFooter>';
  for (const [name, between, after] of [
    ['protected', '<sheetProtection sheet="1"/>', footer],
    ['long', '', `<pageSetup orientation="portrait"></pageSetup>${footer}`],
    [
      'views',
      '<customSheetViews><customSheetView guid="{0}"><pageSetup scale="50"/></customSheetView></customSheetViews>',
      `<pageSetup orientation="portrait"/>${footer}`,
    ],
  ] as const) {
    const { path, text } = await toPdf(await written(`${name}.xlsx`, await workbook(sheet(between, after))));
    const pages = await pageCount(path);
    assert.ok(pages >= 2 && pages <= 6, `${name}: ${pages} pages`);
    assert.match(text, /cellM1\b[\s\S]*the footer[\s\S]*cellM120\b/, name);
  }
});

test('archives that unpack to far more than they are, and endless cells, cost no more than themselves', async () => {
  const began = process.memoryUsage().rss;
  const wide = Array.from({ length: 13 }, (_, n) => `<c r="${String.fromCharCode(65 + n)}1"><v>1</v></c>`).join('');
  const bomb = await zip({
    '[Content_Types].xml':
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>',
    'xl/worksheets/s.xml': `<worksheet><sheetData><row>${wide}</row></sheetData></worksheet>`,
    ...Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`xl/media/${n}.bin`, Buffer.alloc(40 << 20)])),
  });
  await toPdf(await written('bomb.xlsx', bomb)).catch((error: unknown) => assert.ok(isFailure(error)));
  assert.ok(process.memoryUsage().rss - began < 600 << 20);
  const blanks = `a,b\n1${' '.repeat(60_000)}x,2\n`;
  assert.match((await toPdf(await written('blanks.csv', blanks))).text, /2/);
  const tags = `<style:style ${'style:family="table"'.repeat(20_000)}<`;
  await toPdf(
    await written('tags.fods', fods(['a']).toString().replace('<office:body>', `<!--${tags}--><office:body>`)),
  );
});

test('CSV with mixed line ends and with quotation marks that are none', async () => {
  const mixed = (await toPdf(await written('mixed.csv', 'h1,h2\r\n1,2\n3,4\n5,6\n'))).text;
  assert.match(mixed, /1\s+2\s+3\s+4\s+5\s+6/);
  const inch = (await toPdf(await written('inch.csv', 'name,size\nscreen,"24\ncable,two\n'))).text;
  assert.match(inch, /screen\s+"24\s+cable\s+two/);
});

/** A workbook of sheets: their rows of words, the XML after these, and their state. */
function workbookOf(sheets: readonly { words: readonly string[]; more?: string; state?: string }[], names = '') {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const numbers = sheets.map((_, n) => n + 1);
  const row = (words: readonly string[]) =>
    words.map((word, n) => `<c r="${String.fromCharCode(65 + n)}1" t="inlineStr"><is><t>${word}</t></is></c>`).join('');
  return zip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.map(({ state }, n) => `<sheet name="S${n + 1}" sheetId="${n + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="r${n + 1}"/>`).join('')}</sheets>${names}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}">${numbers.map((n) => `<Relationship Id="r${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      sheets.map(({ words, more = '' }, n) => [
        `xl/worksheets/sheet${n + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData><row r="1">${row(words)}</row></sheetData>${more}</worksheet>`,
      ]),
    ),
  });
}

test('a merge of whole rows or columns ends where its sheet does', async () => {
  const merged = (ref: string) => `<mergeCells count="1"><mergeCell ref="${ref}"/></mergeCells>`;
  for (const [name, ref] of [
    ['rows', 'A2:XFD3'],
    ['columns', 'B1:B1048576'],
    ['both', '$A$1:$XFD$1048576'],
  ] as const) {
    const book = await workbookOf([{ words: ['one', 'two', 'three'], more: merged(ref) }]);
    const { path, text } = await toPdf(await written(`whole-${name}.xlsx`, book));
    assert.equal(await pageCount(path), 1, name);
    assert.match(text, /one/, name);
  }
});

test('a hidden sheet is not printed, with a print area either', async () => {
  const areas = ['S1', 'S2', 'S3']
    .map((sheet, n) => `<definedName name="_xlnm.Print_Area" localSheetId="${n}">${sheet}!$A$1:$B$1</definedName>`)
    .join('');
  const sheets = [
    { words: ['shown'] },
    { words: ['hidden'], state: 'hidden' },
    { words: ['very'], state: 'veryHidden' },
  ];
  for (const [name, names] of [
    ['areas', `<definedNames>${areas}</definedNames>`],
    ['plain', ''],
  ] as const) {
    const { path, text } = await toPdf(await written(`hidden-${name}.xlsx`, await workbookOf(sheets, names)));
    assert.equal(await pageCount(path), 1, name);
    assert.match(text, /^shown\s*$/, name);
    const ods = await saved(await written(`hidden-${name}-2.xlsx`, await workbookOf(sheets, names)), 'ods');
    assert.match((await toPdf(ods)).text, /^shown\s*$/, `${name}.ods`);
  }
});
