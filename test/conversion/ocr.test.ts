// ocr-pdf: scans get the text that they show, in its place, and look the same; and the tools that read scans through it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { isFailure } from '#core/failure.ts';
import type { Progress } from '#core/progress.ts';
import { pagesOf } from '#conversion/pdf/pages.ts';
import { convert } from '#conversion/standalone.ts';
import { tools } from '#conversion/tools/index.ts';
import { workbench, type Workbench } from '../support/convert.ts';
import { pdfOf, stream } from '../support/pdf-builder.ts';
import { readDocument, readObjects } from '../support/pdf-graph.ts';
import { accessibleProblems, archiveProblems, claimsOf } from '../support/pdf-standards.ts';
import { apart, drawn } from '../support/pictures.ts';
import { factsOf, textOf, wordsOf } from '../support/printing.ts';
import { asImage, picture, printed, scan, type Paper } from '../support/scans.ts';
import { wordParagraphs, wordParts } from '../support/word.ts';
import { readWorkbook } from '../support/workbook.ts';

const execute = promisify(execFile);
let bench: Workbench;
/** The scan of {@link lines}, and its words. */
let paper: Buffer<ArrayBuffer>;
let read: string;
before(async () => {
  bench = await workbench();
  paper = await scan(bench, { lines });
  read = await bench.run('ocr-pdf', [paper]);
});
after(() => bench[Symbol.asyncDispose]());

const lines = [
  '# The harbour at night',
  '',
  'The boats lie along the quay and wait',
  'for the tide, which comes at four.',
  '',
  'Nobody is awake but the gulls.',
];
const other = ['Gardens in the north need shelter', 'from the wind and a little patience.'];

const said = (words: string) => words.split(/\s+/).filter(Boolean).join(' ');
const text = said(lines.join(' ').replace('# ', ''));
const flowing = (words: string) => said(words.replaceAll('#', ''));
const textIn = async (path: string) => said(await textOf(path));
const times = (whole: string, word: string) => whole.split(word).length - 1;
const same = async (a: string, b: string, page = 1) => {
  for (const by of ['mutool', 'poppler'] as const)
    assert.equal(apart(await drawn(a, { page, by }), await drawn(b, { page, by })), 0, `page ${page} by ${by}`);
};

const recognised = async (files: Uint8Array[], fields: Record<string, string> = {}, names: string[] = []) => {
  const { path, report } = await bench.convert('ocr-pdf', files, fields, names);
  return { path, warnings: report.warnings };
};

/** The bytes of a stream as they are in the file. */
async function streamOf(path: string, reference: unknown): Promise<Buffer> {
  const words = [path, `--show-object=${Number.parseInt(String(reference), 10)}`, '--raw-stream-data'];
  return (await execute('qpdf', words, { encoding: 'buffer', maxBuffer: 1 << 26 })).stdout;
}

async function picturesIn(path: string): Promise<Buffer[]> {
  const { objects } = await readObjects(path);
  return await Promise.all(
    Object.entries(objects).flatMap(([key, object]) => {
      const dictionary = 'stream' in object ? object.stream.dict : {};
      return dictionary['/Subtype'] === '/Image' ? [streamOf(path, key.replace('obj:', ''))] : [];
    }),
  );
}

async function contentsIn(path: string, page: number): Promise<Buffer[]> {
  const document = await readDocument(path);
  const { '/Contents': contents } = pagesOf(document)[page - 1]?.dictionary ?? {};
  const parts = document.array(contents);
  return await Promise.all((parts.length === 0 ? [contents] : parts).map((part) => streamOf(path, part)));
}

const join2 = async (...files: Uint8Array[]) => readFile(await bench.run('merge-pdf', files));

test('a scanned page gets its words, each where it is printed', async () => {
  const print = await wordsOf(await bench.write('print.pdf', printed(lines)));
  const found = await wordsOf(read);
  assert.deepEqual(
    found.map((word) => word.text),
    print.map((word) => word.text),
  );
  for (const [n, { text, left, right, top, bottom }] of print.entries()) {
    const word = found[n];
    assert.ok(word);
    const off = [word.left - left, word.right - right, (word.top + word.bottom - top - bottom) / 2];
    assert.ok(
      off.every((points) => Math.abs(points) < 3),
      `${text}: ${off.join(' ')}`,
    );
  }
});

test('it looks the same, its picture is the same, and its text is tagged', async () => {
  const before = await bench.write('scan.pdf', paper);
  await same(before, read);
  assert.deepEqual(await picturesIn(read), await picturesIn(before));
  assert.equal((await picturesIn(read)).length, 1);
  assert.equal((await factsOf(read)).isTagged, true);
  const { stdout } = await execute('pdfinfo', ['-struct-text', read]);
  assert.equal(flowing(stdout.replaceAll(/^\s*(Document|H\d|P).*$|"/gm, ' ')), text);
});

for (const [how, lying] of Object.entries({
  'turned by 90 degrees': { turn: 90 },
  'upside down': { turn: 180 },
  'turned by 270 degrees': { turn: 270 },
  skewed: { skew: 2 },
} satisfies Record<string, Partial<Paper>>))
  test(`a page that lay ${how} in the scanner is shown upright, and is read`, async () => {
    const { path, warnings } = await recognised([await scan(bench, { lines, ...lying })]);
    assert.deepEqual([await textIn(path), warnings], [text, []]);
    const [[width, height] = [0, 0]] = (await factsOf(path)).sizes;
    const { dictionary } = pagesOf(await readDocument(path))[0] ?? {};
    const turn = Number(dictionary?.['/Rotate'] ?? 0);
    assert.ok(turn % 180 === 0 ? width > height : width < height);
    assert.equal(turn, 'turn' in lying ? 360 - lying.turn : 0);
  });

test('a few lines that are skewed by much are not taken for lines upside down', async () => {
  for (const skew of [3, 5]) {
    const { path } = await recognised([await scan(bench, { lines, skew })], { format: 'txt' });
    assert.equal(said(await readFile(path, 'utf8')), text);
  }
});

test('rotate=off leaves a page as it lay, with its text along its letters', async () => {
  const { path } = await recognised([await scan(bench, { lines, turn: 180 })], { rotate: 'off' });
  assert.equal(pagesOf(await readDocument(path))[0]?.dictionary['/Rotate'] ?? 0, 0);
  const [first] = await wordsOf(path);
  assert.deepEqual([first?.text, (first?.top ?? 0) > 150], ['The', true]);
});

test('deskew=on straightens the picture', async () => {
  const { path } = await recognised([await scan(bench, { lines: [...lines, ...other], skew: 2 })], { deskew: 'on' });
  const words = (await wordsOf(path)).filter(({ top }) => top > 0);
  const line = words.filter(({ text }) => ['boats', 'quay', 'wait'].includes(text));
  assert.equal(line.length, 3);
  assert.ok(Math.max(...line.map(({ bottom }) => bottom)) - Math.min(...line.map(({ bottom }) => bottom)) < 1.5);
  // The ink of the line is where its words are: above and below it, the page is white.
  const { data, width } = await drawn(path, { dpi: 72 });
  const ink = (y: number) => {
    let black = 0;
    for (let x = 0; x < width; x++) black += (data[(Math.round(y) * width + x) * 3] ?? 255) < 160 ? 1 : 0;
    return black;
  };
  const top = Math.min(...line.map((word) => word.top));
  const rows = Array.from({ length: 16 }, (_, n) => ink(top - 3 + n));
  assert.ok(Math.min(...rows) < 3, rows.join(' '));
});

test('pages with text stay as they are, byte by byte', async () => {
  const mixed = await join2(printed(other), paper);
  const before = await bench.write('mixed.pdf', mixed);
  const { path, warnings } = await recognised([mixed]);
  assert.deepEqual(warnings, []);
  assert.equal(await textIn(path), said(`${other.join(' ')} ${text}`));
  assert.deepEqual(await contentsIn(path, 1), await contentsIn(before, 1));
  await same(before, path, 1);
  await same(before, path, 2);
});

test('a PDF that has text everywhere comes back unchanged, and the answer says so', async () => {
  const { path, warnings } = await recognised([printed(other)]);
  assert.deepEqual(await readFile(path), printed(other));
  assert.match(warnings?.[0] ?? '', /has text already/);
});

test('only the pages that are asked for are recognised', async () => {
  const { path } = await recognised([await join2(paper, await scan(bench, { lines: other }))], { pages: '2' });
  assert.equal(await textIn(path), said(other.join(' ')));
  assert.equal((await factsOf(path)).pages, 2);
});

test('redo replaces the text of an earlier recognition, and missing leaves it', async () => {
  const once = await readFile(read);
  const { path, warnings } = await recognised([once], { mode: 'redo' });
  assert.deepEqual([await textIn(path), warnings], [text, []]);
  await same(read, path);
  assert.match((await recognised([once])).warnings?.[0] ?? '', /has text already/);
});

test('all reads the pictures beside text, and does not double the text', async () => {
  const image = await asImage(await picture(bench, { lines: other }));
  const page = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 600] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /Im 6 0 R >> >> >>',
    4: stream('', 'BT /F 14 Tf 40 540 Td (Printed words stay single) Tj ET q 420 0 0 300 0 100 cm /Im Do Q'),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
    6: stream(`/Type /XObject /Subtype /Image ${image.entries}`, image.data.toString('latin1')),
  });
  const { path } = await recognised([page], { mode: 'all' });
  const found = await textIn(path);
  assert.equal(times(found, 'Printed words stay single'), 1);
  assert.equal(times(found, 'Printed'), 1);
  assert.ok(found.includes(said(other.join(' '))), found);
});

test('the text alone is plain or Markdown, with its heading and its paragraphs', async () => {
  const body = [lines.slice(2, 4).join(' '), lines[5]];
  const md = (await recognised([paper], { format: 'md' })).path;
  assert.deepEqual((await readFile(md, 'utf8')).trim().split('\n\n'), [lines[0], ...body]);
  const txt = (await recognised([paper], { format: 'txt' })).path;
  assert.equal(said(await readFile(txt, 'utf8')), text);
});

interface Words {
  pages: {
    page: number;
    width: number;
    height: number;
    rotation: number;
    skew: number;
    confidence: number;
    lines: { text: string; words: { text: string; box: number[]; confidence: number }[] }[];
  }[];
}

test('JSON has the box and the confidence of each word, in points on the upright page', async () => {
  const { path } = await recognised([await scan(bench, { lines, turn: 90 })], { format: 'json' });
  const { pages } = JSON.parse(await readFile(path, 'utf8')) as Words;
  assert.equal(pages.length, 1);
  const [page] = pages;
  assert.ok(page);
  const { page: number, width, height, rotation, skew, confidence } = page;
  assert.deepEqual([number, Math.round(width), Math.round(height), rotation, skew], [1, 420, 300, 270, 0]);
  assert.ok(confidence > 80 && confidence <= 100);
  assert.equal(said(page.lines.map((line) => line.text).join(' ')), text);
  const print = await wordsOf(await bench.write('json.pdf', printed(lines)));
  const words = page.lines.flatMap((line) => line.words);
  assert.deepEqual(
    words.map((word) => word.text),
    print.map((word) => word.text),
  );
  for (const [n, { box, confidence: sure }] of words.entries()) {
    const [left = 0, top = 0, right = 0, bottom = 0] = box;
    const at = print[n];
    assert.ok(at && Math.abs(left - at.left) < 3 && Math.abs(right - at.right) < 3, `${at?.text}: ${box.join(' ')}`);
    assert.ok(top < bottom && top > at.top - 3 && bottom < at.bottom + 3, `${at.text}: ${box.join(' ')}`);
    assert.ok(Number.isInteger(sure) && sure > 50 && sure <= 100);
  }
});

test('a recognised scan can meet the standards of archives and of screen readers', async () => {
  const { path, warnings } = await recognised([paper], { pdf_standard: 'PDF/A-2b,PDF/UA-1' });
  assert.deepEqual(warnings, []);
  assert.deepEqual(await claimsOf(path), ['PDF/A-2b', 'PDF/UA-1']);
  assert.deepEqual([await archiveProblems(path), await accessibleProblems(path)], [[], []]);
  assert.equal(await textIn(path), text);
});

test('bookmarks, attachments, links and form fields stay', async () => {
  const image = await asImage(await picture(bench, { lines, turn: 90 }));
  const rich = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R /Names << /EmbeddedFiles << /Names [(a.txt) 8 0 R] >> >> /AcroForm << /Fields [11 0 R] /DA (/Helv 12 Tf 0 g) >> >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 420] /Contents 4 0 R /Resources << /XObject << /Im 5 0 R >> >> /Annots [10 0 R 11 0 R] >>',
    4: stream('', 'q 300 0 0 420 0 0 cm /Im Do Q'),
    5: stream(`/Type /XObject /Subtype /Image ${image.entries}`, image.data.toString('latin1')),
    6: '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
    7: '<< /Title (Night) /Parent 6 0 R /Dest [3 0 R /XYZ 0 400 0] >>',
    8: '<< /Type /Filespec /F (a.txt) /EF << /F 9 0 R >> >>',
    9: stream('/Type /EmbeddedFile', 'attached words'),
    10: '<< /Type /Annot /Subtype /Link /Rect [10 10 60 30] /Border [0 0 0] /A << /S /URI /URI (https://example.test/) >> >>',
    11: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (berth) /V (seven) /F 4 /Rect [80 10 150 30] /P 3 0 R /DA (/Helv 12 Tf 0 g) >>',
  });
  const { path } = await recognised([rich]);
  assert.ok((await textIn(path)).includes('Nobody is awake but the gulls.'));
  const document = await readDocument(path);
  const { catalog } = document;
  assert.equal(document.dictionary(document.dictionary(catalog['/Outlines'])['/First'])['/Title'], 'u:Night');
  const [field] = document.array(document.dictionary(catalog['/AcroForm'])['/Fields']);
  assert.deepEqual(
    [document.dictionary(field)['/T'], document.dictionary(field)['/V'], document.dictionary(field)['/Rect']],
    ['u:berth', 'u:seven', [80, 10, 150, 30]],
  );
  const annotations = document.array(pagesOf(document)[0]?.dictionary['/Annots']);
  const targets = annotations.map((one) => document.dictionary(document.dictionary(one)['/A'])['/URI']);
  assert.deepEqual(targets, ['u:https://example.test/', undefined]);
  const { stdout } = await execute('qpdf', ['--show-attachment=a.txt', path]);
  assert.equal(stdout, 'attached words');
});

test('a PDF that asks for a password is read with it', async () => {
  const locked = await readFile(await bench.run('protect-pdf', [paper], { password: 'Blue-Harbour-7' }));
  await assert.rejects(recognised([locked]), (error) => isFailure(error, 'needs_password'));
  await assert.rejects(recognised([locked], { password: 'x' }), (error) => isFailure(error, 'wrong_password'));
  const { path } = await recognised([locked], { password: 'Blue-Harbour-7', format: 'txt' });
  assert.equal(said(await readFile(path, 'utf8')), text);
});

test('pictures become PDFs with text: PNG, HEIC, and TIFF with all its pages', async () => {
  const png = await picture(bench, { lines });
  assert.equal(await textIn((await recognised([png], {}, ['scan.png'])).path), text);
  const [one, two] = [await bench.write('one.png', png), join(bench.folder, 'one.heic')];
  await execute('heif-enc', ['-q', '90', '-o', two, one]);
  assert.equal(await textIn((await recognised([await readFile(two)], {}, ['scan.heic'])).path), text);
  const second = await picture(bench, { lines: other });
  const tiff = await sharp([png, second], { join: { animated: true } })
    .tiff()
    .toBuffer();
  const { path } = await recognised([tiff], { format: 'txt' }, ['scan.tiff']);
  assert.equal(said(await readFile(path, 'utf8')), said(`${text} ${other.join(' ')}`));
});

test('pdf-to-word, pdf-to-markdown and pdf-to-excel read a scan if they are asked to', async () => {
  for (const tool of ['pdf-to-word', 'pdf-to-markdown', 'pdf-to-excel'])
    await assert.rejects(bench.run(tool, [paper]), (error) => isFailure(error, 'pdf_scanned_needs_ocr'));
  const [body = ''] = await wordParts(await bench.run('pdf-to-word', [paper], { ocr: 'auto' }), 'word/document.xml');
  assert.equal(
    said(
      wordParagraphs(body)
        .map((paragraph) => paragraph.text)
        .join(' '),
    ),
    text,
  );
  const markdown = await readFile(await bench.run('pdf-to-markdown', [paper], { ocr: 'auto' }), 'utf8');
  assert.equal(flowing(markdown), text);
  const table = await scan(bench, { lines: ['Harbour      Boats', 'Dover           12', 'Calais          34'] });
  const { sheets } = await readWorkbook(await bench.run('pdf-to-excel', [table], { ocr: 'auto', text: 'on' }));
  const cells = said(sheets.flatMap((sheet) => Object.values(sheet.cells)).join(' '));
  for (const word of ['Dover', '12', 'Calais', '34']) assert.ok(cells.includes(word), cells);
});

const german = [
  'Die B\xe4ume st\xfcrzen \xfcber die Stra\xdfe,',
  'und der K\xf6nig schl\xe4ft bis zum Fr\xfchst\xfcck.',
];

test('umlauts are read, and two languages of one page', async () => {
  const umlauts = await scan(bench, { lines: german });
  assert.equal(await textIn((await recognised([umlauts], { languages: 'deu' })).path), german.join(' '));
  const both = await scan(bench, { lines: [...german, '', ...other] });
  const { path } = await recognised([both], { languages: 'deu+eng' });
  assert.equal(await textIn(path), [...german, ...other].join(' '));
  assert.equal((await readDocument(path)).catalog['/Lang'], 'u:de');
});

test('languages that are not installed are refused, with those that are', async () => {
  await assert.rejects(
    recognised([paper], { languages: 'xxx' }),
    (error) => isFailure(error, 'invalid_format') && (error.fields['allowed'] as string[]).includes('deu'),
  );
});

test('progress is told page by page', async () => {
  const tool = tools.find(({ id }) => id === 'ocr-pdf');
  assert.ok(tool);
  const path = await bench.write('two-pages', await join2(paper, paper));
  const told: Progress[] = [];
  const onProgress = (progress: Progress) => void told.push(progress);
  const arrivals = [{ path, name: 'a.pdf' }];
  const output = join(bench.folder, 'two-pages.out');
  await convert({ tool, arrivals, fields: {}, output, timeoutMs: 60_000, onProgress }, bench.engines);
  assert.deepEqual(told, [
    { done: 1, of: 2, unit: 'pages' },
    { done: 2, of: 2, unit: 'pages' },
  ]);
});

test('blank pages and pictures without text are no errors: a warning names them', async () => {
  const blank = await scan(bench, { lines: [] });
  const hill = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#6090c0' } })
    .composite([
      { input: Buffer.from('<svg width="600" height="400"><circle cx="300" cy="400" r="250" fill="#386030"/></svg>') },
    ])
    .png()
    .toBuffer();
  const sight = await readFile(await bench.run('image-to-pdf', [hill]));
  const { path, warnings } = await recognised([await join2(blank, sight)]);
  assert.deepEqual([await textIn(path), warnings], ['', ['No text was recognised on pages 1 and 2.']]);
});
