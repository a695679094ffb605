// pdf-to-word on the real engines: an author's document is restored, with tags and without.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { isFailure } from '#core/failure.ts';
import { convert } from '#conversion/standalone.ts';
import { officeToPdf } from '#conversion/tools/office-to-pdf.ts';
import { docxProblems } from '../../support/docx-validator.ts';
import { workbench, type Workbench } from '../../support/convert.ts';
import { pdfOf, stream } from '../../support/pdf-builder.ts';
import { imagePdf } from '../../support/pictures.ts';
import { report, wordParagraphs, wordParts } from '../../support/word.ts';
import { applyPatch, readDocument } from '../../support/pdf-graph.ts';

const execute = promisify(execFile);
let bench: Workbench;
/** Every result is one that Word opens. */
const toWord = async (files: readonly Uint8Array[]): Promise<string> => {
  const path = await bench.run('pdf-to-word', files);
  assert.deepEqual(await docxProblems(path), []);
  return path;
};
let tagged: Buffer;
let untagged: Buffer;

const toPdf = async (name: string, data: Uint8Array): Promise<string> => {
  const output = join(bench.folder, `${name}.pdf`);
  await convert(
    {
      tool: officeToPdf,
      arrivals: [{ path: await bench.write(name, data), name }],
      fields: {},
      output,
      timeoutMs: 60_000,
    },
    bench.engines,
  );
  return output;
};
/** In no order: a line may come on another page. */
const wordsOf = async (pdf: string) => (await execute('pdftotext', [pdf, '-'])).stdout.split(/\s+/).toSorted();
const pagesOf = async (pdf: string) => /Pages:\s+(\d+)/.exec((await execute('pdfinfo', [pdf])).stdout)?.[1];

before(async () => {
  bench = await workbench();
  const path = await toPdf('report.fodt', report());
  tagged = await readFile(path);
  const document = await readDocument(path);
  const { '/StructTreeRoot': _tree, '/MarkInfo': _info, ...catalog } = document.catalog;
  document.set(document.root, catalog);
  const plain = join(bench.folder, 'plain.pdf');
  await applyPatch(path, plain, document.patch);
  untagged = await readFile(plain);
});
after(async () => {
  await bench.engines.stop();
  await bench[Symbol.asyncDispose]();
});

for (const kind of ['tagged', 'untagged'] as const)
  test(`a report comes back from a PDF that is ${kind}`, async () => {
    const path = await toWord([kind === 'tagged' ? tagged : untagged]);
    const [body = '', header = '', footer = '', notes = '', numbering = '', links = ''] = await wordParts(
      path,
      'word/document.xml',
      'word/header1.xml',
      'word/footer1.xml',
      'word/footnotes.xml',
      'word/numbering.xml',
      'word/_rels/document.xml.rels',
    );
    const paragraphs = wordParagraphs(body);
    const styled = (style: string) =>
      paragraphs.filter((paragraph) => paragraph.style === style).map(({ text }) => text);
    assert.deepEqual(styled('Heading1').concat(styled('Title')), ['The harbour']);
    assert.deepEqual(styled('Heading2'), ['What was done', 'What it cost']);
    assert.deepEqual(
      paragraphs.filter(({ isItem }) => isItem).map(({ text }) => text),
      ['The basin was dredged', 'Two cranes were bought', 'First the stones', 'Then the sand'],
    );
    assert.match(numbering, /<w:numFmt w:val="bullet"\/>[\s\S]*<w:numFmt w:val="decimal"\/>/);
    const table = /<w:tbl>[\s\S]*<\/w:tbl>/.exec(body)?.[0] ?? '';
    assert.equal(table.split('<w:tr>').length - 1, 3);
    assert.deepEqual(
      wordParagraphs(table).map(({ text }) => text),
      ['Item', 'Planned', 'Spent', 'Dredging', '1200', '1350', 'Cranes', '800', '790'],
    );
    assert.match(table, /<w:tcBorders>/);
    // Running text is whole paragraphs, over line ends and pages, flush as it was.
    const long = paragraphs.filter(({ text }) => text.startsWith('Sentence'));
    assert.equal(long.length, 8);
    for (const { text, xml } of long) {
      assert.match(text, /in the end\.$/);
      assert.doesNotMatch(xml, /<w:br/);
      assert.match(xml, /<w:jc w:val="both"\/>/);
    }
    assert.match(body, /<w:footnoteReference w:id="2"\/>/);
    assert.match(notes, /The figures are those of the board\./);
    assert.equal(wordParagraphs(header)[0]?.text, 'Harbour Board — yearly report');
    assert.match(footer, /w:instr=" PAGE "[\s\S]*w:instr=" NUMPAGES "/);
    assert.doesNotMatch(body, /yearly report/);
    const words = paragraphs.find(({ text }) => text.startsWith('Some words'))?.xml ?? '';
    const runs = words.split('<w:r>');
    const run = (text: string) => runs.find((own) => own.includes(`>${text}<`)) ?? '';
    assert.match(run('heavy'), /<w:b w:val="1"\/>/);
    assert.match(run('leaning'), /<w:i w:val="1"\/>/);
    assert.match(run('underlined'), /<w:u w:val="single"\/>/);
    assert.match(run('red'), /<w:color w:val="c00000"\/>/);
    assert.match(words, /<w:hyperlink r:id="[^"]+">/);
    assert.match(links, /Target="https:\/\/example\.org\/harbour"/);
    assert.match(body, /<w:pgSz w:w="11906" w:h="16838"\/>/);
  });

test('the result opens, and prints the same words on as many pages', async () => {
  for (const source of [tagged, untagged]) {
    const path = await toWord([source]);
    const printed = await toPdf('back.docx', await readFile(path));
    const sourcePath = await bench.write('source.pdf', source);
    assert.deepEqual(await wordsOf(printed), await wordsOf(sourcePath));
    assert.equal(await pagesOf(printed), await pagesOf(sourcePath));
  }
});

/** Words that no other line of a document has. */
const words = (n: number, line: number, count = 9) =>
  Array.from({ length: count }, (_, word) =>
    ((n * 53 + line) * 977 + word * 7919 + 46_656).toString(36).replace(/\d/g, 'e'),
  ).join(' ');

/** A book of chapters, five pages each and the last one short, with the chapter's name above and the page's number below. */
function chapters(count: number): Buffer {
  const pages = Array.from({ length: count * 5 }, (_, n) => n);
  const text = (n: number) => [
    `BT /F 9 Tf 72 800 Td (Chapter ${'ABC'[Math.floor(n / 5)]}) Tj ET`,
    ...Array.from(
      { length: n % 5 === 4 ? 14 : 40 },
      (_, line) => `BT /F 11 Tf 72 ${760 - line * 16} Td (${words(n, line)}) Tj ET`,
    ),
    `BT /F 9 Tf 290 40 Td (${n + 1}) Tj ET`,
  ];
  return pagesOfText(pages.map((n) => text(n).join('\n')));
}

/** A4 pages of the given contents, with Helvetica as /F. */
const pagesOfText = (contents: readonly string[]): Buffer =>
  pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: `<< /Type /Pages /Count ${contents.length} /Kids [${contents.map((_, n) => `${10 + n * 2} 0 R`).join(' ')}] >>`,
    3: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...Object.fromEntries(
      contents.flatMap((content, n) => [
        [
          10 + n * 2,
          `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >> /Contents ${11 + n * 2} 0 R >>`,
        ],
        [11 + n * 2, stream('', content)],
      ]),
    ),
  });

test('each chapter has its own running head, on its own pages', async () => {
  const path = await toWord([chapters(3)]);
  const names = Array.from({ length: 3 }, (_, n) => `word/header${n + 1}.xml`);
  const [body = '', ...headers] = await wordParts(path, 'word/document.xml', ...names);
  assert.deepEqual(
    headers.map((header) => wordParagraphs(header)[0]?.text),
    [...'ABC'].map((name) => `Chapter ${name}`),
  );
  assert.doesNotMatch(body, /Chapter/);
  const printed = await toPdf('chapters.docx', await readFile(path));
  const { stdout } = await execute('pdftotext', ['-layout', printed, '-']);
  const pages = stdout.split('\f').map((page) => page.trim());
  for (const [n, name] of [...'ABC'].entries())
    for (const [page, line] of [
      [n * 5, 0],
      [n * 5 + 4, 12],
    ] as const)
      assert.ok(pages.find((text) => text.includes(words(page, line)))?.startsWith(`Chapter ${name}`), `${page}`);
  for (const [n, page] of pages.slice(0, -1).entries()) assert.match(page, new RegExp(`\\n\\s*${n + 1}$`));
});

test('heads that change in the middle of a text stay where they are, and nothing is lost', async () => {
  const page = (n: number) =>
    [
      `BT /F 10 Tf 72 800 Td (Part ${n < 4 ? 'one' : n < 8 ? 'two' : 'three'}) Tj ET`,
      ...Array.from({ length: 44 }, (_, line) => `BT /F 11 Tf 72 ${770 - line * 16} Td (${words(n, line)}) Tj ET`),
    ].join('\n');
  const source = pagesOfText(Array.from({ length: 12 }, (_, n) => page(n)));
  const path = await toWord([source]);
  const printed = await toPdf('parts.docx', await readFile(path));
  const kept = new Set(await wordsOf(printed));
  const lost = (await wordsOf(await bench.write('parts-source.pdf', source))).filter((word) => !kept.has(word));
  assert.deepEqual(lost, []);
  assert.equal(await pagesOf(printed), '12');
});

/** Lines of Helvetica at places of an A4 page. */
const lines = (...placed: [x: number, y: number, size: number, text: string][]): Buffer =>
  pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>',
    4: stream('', placed.map(([x, y, size, text]) => `BT /F ${size} Tf ${x} ${y} Td (${text}) Tj ET`).join('\n')),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  });
const bodyOf = async (pdf: Uint8Array) => (await wordParts(await toWord([pdf]), 'word/document.xml'))[0] ?? '';

test('columns are read one after the other, and become columns', async () => {
  const column = (x: number, name: string) =>
    Array.from({ length: 24 }, (_, n): [number, number, number, string] => [
      x,
      700 - n * 14,
      11,
      `${name} line ${n + 10} of words that fill it up`,
    ]);
  const body = await bodyOf(
    lines([72, 760, 18, 'A title over both columns of text'], ...column(72, 'left'), ...column(320, 'right')),
  );
  const text = wordParagraphs(body)
    .map((paragraph) => paragraph.text)
    .join(' ');
  assert.ok(text.indexOf('left line 33') < text.indexOf('right line 10'));
  assert.match(body, /<w:cols w:num="2"|<w:cols w:num="2" w:equalWidth="0">/);
});

test('words split at line ends are whole again, and letters drawn twice occur once', async () => {
  const body = await bodyOf(
    lines(
      [72, 700, 11, 'The department had a long discussion about the new arrange-'],
      [72, 686, 11, 'ment of the rooms and about the arrangement of the chairs in'],
      [72, 672, 11, 'them.'],
      [72, 640, 11, 'Twice'],
      [72.4, 640, 11, 'Twice'],
    ),
  );
  const [first, second] = wordParagraphs(body);
  assert.match(first?.text ?? '', /new arrangement of the rooms.*chairs in them\.$/);
  assert.equal(second?.text, 'Twice');
});

test('letters without a Unicode map, or with a wrong one, are those that their font names; others are marked as unknown', async () => {
  const drawn = (name: string, differences: string) =>
    `<< /Type /Font /Subtype /Type3 /BaseFont /${name} /FontBBox [0 0 800 800] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 1 /LastChar 3 /Widths [800 800 800] /Encoding << /Differences [1 ${differences}] >> /CharProcs << ${differences.replaceAll(/\/\w+/g, '$& 9 0 R')} >> /Resources << >> >>`;
  const map =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <00><ff> endcodespacerange 2 beginbfrange <21><21><0000> <22><22><21b5> endbfrange endcmap end end';
  const body = await bodyOf(
    pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 5 0 R /N 6 0 R /U 7 0 R /W 8 0 R >> >> /Contents 4 0 R >>',
      4: stream(
        '',
        'BT /F 12 Tf 72 700 Td (Named:) Tj ET BT /N 12 Tf 130 700 Td <010203> Tj ET BT /F 12 Tf 72 660 Td (Unknown:) Tj ET BT /U 12 Tf 140 660 Td <0102> Tj ET BT /W 12 Tf 72 620 Td (o!ce, o"ers) Tj ET',
      ),
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      6: drawn('Named', '/epsilon1 /summationdisplay /aacute'),
      7: drawn('Unknown', '/g1 /g2 /g3'),
      8: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding << /Differences [33 /ffi /ff] >> /FirstChar 33 /LastChar 34 /Widths [833 583] /ToUnicode 10 0 R >>',
      9: stream('', '800 0 0 0 800 800 d1 0 0 700 700 re f'),
      10: stream('', map),
    }),
  );
  const text = wordParagraphs(body)
    .map((paragraph) => paragraph.text)
    .join(' ');
  assert.match(text, /Named: ?ϵ∑á/);
  assert.match(text, /Unknown: ?\ufffd\ufffd/);
  assert.match(text, /office, offers/);
});

test('labels of a list are as small as their text, and dots behind it lead to its number', async () => {
  const entries = ['Alpha', 'Beta', 'Gamma', 'Delta'].map((name, n): [number, number, number, string] => [
    72,
    500 - n * 9,
    6,
    `\\(${n + 1}\\) ${name} ${'.'.repeat(60)} ${7100 + n}`,
  ]);
  const text = Array.from({ length: 9 }, (_, n): [number, number, number, string] => [
    72,
    700 - n * 14,
    11,
    'The department had a long discussion about the arrangement of the rooms and of the chairs in them',
  ]);
  const [body = '', numbering = ''] = await wordParts(
    await toWord([lines(...text, ...entries)]),
    'word/document.xml',
    'word/numbering.xml',
  );
  const items = wordParagraphs(body).filter(({ xml }) => xml.includes('<w:numPr>'));
  assert.equal(items.length, 4);
  for (const { xml } of items)
    assert.match(xml, /<w:pPr>.*<w:rPr><w:sz w:val="12"\/><w:szCs w:val="12"\/><\/w:rPr><\/w:pPr>/);
  // A tab behind the label would leap to the dots' end.
  assert.match(numbering, /<w:suff w:val="space"\/>/);
});

test('a heading in capitals of two sizes is in small capitals, one run that a search finds', async () => {
  const path = await toWord([
    lines(
      [72, 700, 15, 'A'],
      [82.01, 700, 12, 'NNUAL'],
      [72, 660, 11, 'The department had a long discussion about the arrangement.'],
    ),
  ]);
  const [body = '', styles = ''] = await wordParts(path, 'word/document.xml', 'word/styles.xml');
  const [heading] = wordParagraphs(body);
  assert.equal(heading?.text, 'Annual');
  assert.equal(heading.xml.match(/<w:t /g)?.length, 1);
  assert.match(styles, /w:styleId="Heading1">.*?<w:smallCaps\/>.*?<\/w:style>/);
});

test('fields of a form are content controls with their values', async () => {
  const body = await bodyOf(
    pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R 8 0 R] /DA (/F 11 Tf 0 g) /DR << /Font << /F 5 0 R >> >> >> >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R /Annots [6 0 R 7 0 R 8 0 R] >>',
      4: stream('', 'BT /F 11 Tf 72 700 Td (Your name:) Tj ET BT /F 11 Tf 72 670 Td (Agreed) Tj ET'),
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      6: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ada Lovelace) /Rect [140 696 300 712] /DA (/F 11 Tf 0 g) /P 3 0 R >>',
      7: '<< /Type /Annot /Subtype /Widget /FT /Btn /T (agreed) /V /Yes /AS /Yes /Rect [120 668 132 680] /P 3 0 R >>',
      8: '<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 32768 /T (size) /V /A4 /AS /Off /Rect [120 638 132 650] /P 3 0 R >>',
    }),
  );
  assert.match(body, /<w14:checked w14:val="0"\/><w14:checkedState w14:val="25C9"[\s\S]*?◯/);
  assert.match(body, /<w:sdt><w:sdtPr><w:alias w:val="name"\/>[\s\S]*?<w:text\/>[\s\S]*?Ada Lovelace/);
  assert.match(body, /<w14:checkbox><w14:checked w14:val="1"\/>/);
});

test('a link to a mail address has its sign, also where the PDF writes that as a code', async () => {
  const path = await toWord([
    pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R /Annots [6 0 R] >>',
      4: stream('', 'BT /F 11 Tf 72 700 Td (Write to the board) Tj ET'),
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      6: '<< /Type /Annot /Subtype /Link /Rect [70 696 200 712] /A << /S /URI /URI (mailto:board%40example.org?subject=50%40cost) >> >>',
    }),
  ]);
  const [links = ''] = await wordParts(path, 'word/_rels/document.xml.rels');
  assert.match(links, /Target="mailto:board@example\.org\?subject=50%40cost"/);
});

const grey = {
  entries: '/Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8',
  data: Buffer.alloc(64, 0x80),
};
const font = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';

test('a picture stays between its neighbouring paragraphs', async () => {
  const source = imagePdf(grey, {
    content:
      'BT /F 12 Tf 30 370 Td (Above the picture) Tj ET q 100 0 0 100 30 240 cm /Im Do Q BT /F 12 Tf 30 210 Td (Below the picture) Tj ET',
    resources: font,
  });
  const path = await toWord([source]);
  const [body = ''] = await wordParts(path, 'word/document.xml');
  assert.match(body, /Above the picture[\s\S]*<wp:extent cx="1270000" cy="1270000"\/>[\s\S]*Below the picture/);
  const [data = ''] = await wordParts(path, 'word/media/image1.png');
  assert.equal(data.slice(1, 4), 'PNG');
});

test('a scan is refused, unless its text was recognised', async () => {
  const scan = (text: string) => imagePdf(grey, { content: `q 300 0 0 400 0 0 cm /Im Do Q ${text}`, resources: font });
  await assert.rejects(toWord([scan('')]), (error) => isFailure(error, 'pdf_scanned_needs_ocr'));
  const body = await bodyOf(scan('BT 3 Tr /F 12 Tf 30 370 Td (Words that a machine has read) Tj ET'));
  assert.match(body, /Words that a machine has read/);
  assert.doesNotMatch(body, /<w:drawing>/);
});
