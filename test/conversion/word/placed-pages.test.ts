// Pages with a picture of all else behind their text, which flows over it or is in boxes: made of real PDFs, and read back from the DOCX.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import sharp from 'sharp';
import { graphOf } from '#conversion/pdf/graph.ts';
import { pdfium } from '#conversion/pdfium/library.ts';
import type { WordLayout } from '#core/word-layouts.ts';
import type { WordFacts } from '#core/document-facts.ts';
import { convertToWord } from '#conversion/word/pdf-to-docx.ts';
import { withZip } from '#conversion/zip/reader.ts';
import { docxProblems } from '../../support/docx-validator.ts';
import { pdfOf, stream } from '../../support/pdf-builder.ts';
import { readObjects } from '../../support/pdf-graph.ts';
import { wordParagraphs } from '../../support/word.ts';

before(() => pdfium.init());

interface Made extends WordFacts {
  body: string;
  /** The pictures of the document. */
  pictures: Buffer[];
  paragraphs: ReturnType<typeof wordParagraphs>;
}

async function converted(pdf: Buffer, layout?: WordLayout): Promise<Made> {
  const folder = await mkdtemp(join(tmpdir(), 'placed-'));
  try {
    const [path, docx] = [join(folder, 'in.pdf'), join(folder, 'out.docx')];
    await writeFile(path, pdf);
    const graph = graphOf(await readObjects(path));
    const facts = await convertToWord(path, graph, createWriteStream(docx), layout === undefined ? {} : { layout });
    assert.deepEqual(await docxProblems(docx), []);
    const members = await withZip(docx, async (zip) => {
      const body = (await zip.readWhole('word/document.xml', 1 << 24))?.toString('utf8') ?? '';
      const names = [1, 2, 3].flatMap((n) => [`word/media/image${n}.png`, `word/media/image${n}.jpeg`]);
      const pictures = await Promise.all(names.map((name) => zip.readWhole(name, 1 << 24)));
      return {
        body,
        pictures: pictures.flatMap((picture) => (picture === null || picture === undefined ? [] : [picture])),
      };
    });
    const { body = '', pictures = [] } = members ?? {};
    return { ...facts, body, pictures, paragraphs: wordParagraphs(body) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const page = (content: string, more = '') => ({
  text: content,
  dictionary: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents CONTENT 0 R /Resources << /Font << /F1 4 0 R >> >> ${more} >>`,
});

/** A PDF of pages 400 by 300 points in Helvetica; `objects` from number 50. */
function pdfWith(
  pages: readonly ReturnType<typeof page>[],
  objects: Record<number, string> = {},
  catalog = '',
): Buffer {
  const numbered = pages.flatMap(({ text, dictionary }, n): [number, string][] => [
    [10 + n * 2, dictionary.replace('CONTENT', String(11 + n * 2))],
    [11 + n * 2, stream('', text)],
  ]);
  return pdfOf({
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, n) => `${10 + n * 2} 0 R`).join(' ')}] >>`,
    4: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...Object.fromEntries(numbered),
    ...objects,
  });
}

const text = (words: string, x: number, y: number, size = 12) => `BT /F1 ${size} Tf ${x} ${y} Td (${words}) Tj ET`;

/** The colour of a spot, in points from the top left corner of a page 400 points wide. */
async function colorAt(picture: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const scale = info.width / 400;
  const at = (Math.round(y * scale) * info.width + Math.round(x * scale)) * info.channels;
  return data.toString('hex', at, at + 3);
}

/** The boxes of text over the page, in points. */
const framesIn = ({ body }: Made) =>
  body.split('<wp:anchor ').flatMap((anchor) => {
    const [, x, y, width] =
      /<wp:posOffset>(\d+)<.*?<wp:posOffset>(\d+)<.*?<wp:extent cx="(\d+)".*?<w:txbxContent>/s.exec(anchor) ?? [];
    return width === undefined ? [] : [{ width: Number(width) / 12_700, x: Number(x) / 12_700, y: Number(y) / 12_700 }];
  });

test('an exact page is its text in frames at its place, over a picture of the rest without the text', async () => {
  const made = await converted(
    pdfWith([page(`0.2 0.4 0.6 rg 100 100 200 100 re f 1 g ${text('White words on blue', 120, 150, 16)}`)]),
    'exact',
  );
  assert.deepEqual(made.fixed, [1]);
  assert.deepEqual(
    made.paragraphs.filter((own) => own.text !== '').map((own) => own.text),
    ['White words on blue'],
  );
  const [frame] = framesIn(made);
  assert.ok(
    frame !== undefined && Math.abs(frame.x - 120) < 1 && frame.y > 130 && frame.y < 150,
    JSON.stringify(frame),
  );
  assert.equal(made.pictures.length, 1);
  assert.match(made.body, /behindDoc="1"/);
  // Where the first letter was there is the ground, and outside of it paper.
  for (let x = 120; x < 280; x += 4) assert.equal(await colorAt(made.pictures[0]!, x, 145), '336699');
  assert.equal(await colorAt(made.pictures[0]!, 50, 50), 'ffffff');
});

test('a page of text alone has no picture', async () => {
  const made = await converted(pdfWith([page(text('Nothing but words', 60, 200))]), 'exact');
  assert.deepEqual(made.pictures, []);
  assert.deepEqual(made.fixed, [1]);
});

test('flow and exact are followed, and by default each page gets the best layout', async () => {
  const flowing = pdfWith([page(text('A line of text that flows', 60, 200))]);
  assert.deepEqual((await converted(flowing)).fixed, []);
  const curves = Array.from(
    { length: 14 },
    (_, n) => `${n * 20} 20 m ${n * 20 + 9} 90 ${n * 20 + 3} 70 ${n * 20 + 5} 30 c S`,
  );
  const drawn = pdfWith([page(`${curves.join(' ')} ${text('A', 60, 200)} ${text('B', 260, 150)}`)]);
  // The curves are a picture at their place, and the text flows all the same.
  const [auto, flow] = [await converted(drawn), await converted(drawn, 'flow')];
  assert.deepEqual([auto.fixed, auto.pictures.length], [[], 1]);
  assert.deepEqual([flow.fixed, flow.pictures.length], [[], 0]);
  assert.deepEqual((await converted(drawn, 'exact')).fixed, [1]);
});

test('labels of lists and numbers of headings are text in a frame, and words far apart stay apart', async () => {
  const items = ['1.', '2.', '3.'].map(
    (label, n) => `${text(label, 60, 240 - n * 20)} ${text('An item of the list', 100, 240 - n * 20)}`,
  );
  const made = await converted(pdfWith([page(items.join(' '))]), 'exact');
  assert.doesNotMatch(made.body, /<w:numPr>/);
  const texts = made.paragraphs
    .map((own) => own.text)
    .filter((own) => own !== '')
    .join(' ');
  for (const label of ['1.', '2.', '3.']) assert.ok(texts.includes(label), texts);
});

test('turned text stays in the picture', async () => {
  const turned = 'BT /F1 20 Tf 0 1 -1 0 300 60 Tm (TURNED) Tj ET';
  const made = await converted(
    pdfWith([page(`0.9 g 10 10 5 5 re f 0 g ${text('Upright words', 60, 200)} ${turned}`)]),
    'exact',
  );
  assert.deepEqual(
    made.paragraphs.map((own) => own.text).filter((own) => own !== ''),
    ['Upright words'],
  );
  const colors = new Set<string>();
  for (let x = 280; x < 302; x += 1)
    for (let y = 150; y < 240; y += 2) colors.add(await colorAt(made.pictures[0]!, x, y));
  assert.ok(colors.has('000000'));
});

test('fields of a form are controls at their place, with their border, and their values are not in the picture', async () => {
  const field = (name: string, n: number) =>
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (Value of ${name}) /DA (/F1 10 Tf) /F 4 /Rect [120 ${200 - n * 40} 300 ${220 - n * 40}] /MK << /BC [1 0 0] >> >>`;
  const names = ['one', 'two', 'three', 'four'];
  const labels = names.map((name, n) => text(`Label ${name}`, 40, 205 - n * 40));
  const made = await converted(
    pdfWith(
      [page(labels.join(' '), '/Annots [50 0 R 51 0 R 52 0 R 53 0 R]')],
      Object.fromEntries(names.map((name, n) => [50 + n, field(name, n)])),
      '/AcroForm << /Fields [50 0 R 51 0 R 52 0 R 53 0 R] /DA (/F1 10 Tf) /DR << /Font << /F1 4 0 R >> >> >>',
    ),
  );
  assert.deepEqual(made.fixed, [1]);
  for (const name of names) {
    assert.match(made.body, new RegExp(`<w:alias w:val="${name}"/>`));
    assert.ok(made.paragraphs.some((own) => own.text === `Value of ${name}`));
    assert.ok(made.paragraphs.some((own) => own.text === `Label ${name}`));
  }
  assert.equal([...made.body.matchAll(/<a:srgbClr val="FF0000"\/>/g)].length, 4);
});

test('fields without a control are in the picture of a form: push buttons, and rotated values', async () => {
  const field = (n: number) =>
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f${n}) /V (Value) /DA (/F1 10 Tf) /F 4 /Rect [120 ${200 - n * 40} 300 ${220 - n * 40}] >>`;
  const look = (content: string, more: string) =>
    stream(`/Type /XObject /Subtype /Form /BBox [0 0 40 20] ${more}`, content);
  const made = await converted(
    pdfWith(
      [page(text('Some words', 40, 250), '/Annots [50 0 R 51 0 R 52 0 R 53 0 R 54 0 R 55 0 R]')],
      {
        ...Object.fromEntries([0, 1, 2, 3].map((n) => [50 + n, field(n)])),
        54: '<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (send) /F 4 /Rect [320 200 360 220] /AP << /N 56 0 R >> >>',
        55: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (up) /V (Up) /DA (/F1 10 Tf) /F 4 /Rect [320 100 340 140] /AP << /N 57 0 R >> >>',
        56: look('1 0 0 rg 0 0 40 20 re f', ''),
        57: look('0 0 1 rg 0 0 20 20 re f', '/Matrix [0 1 -1 0 0 0]'),
      },
      '/AcroForm << /Fields [50 0 R 51 0 R 52 0 R 53 0 R 54 0 R 55 0 R] /DA (/F1 10 Tf) /DR << /Font << /F1 4 0 R >> >> >>',
    ),
  );
  const [picture = Buffer.alloc(0)] = made.pictures;
  assert.equal(await colorAt(picture, 340, 90), 'ff0000');
  // Upwards: the first half of the value is the lower one.
  assert.equal(await colorAt(picture, 330, 190), '0000ff');
  assert.notEqual(await colorAt(picture, 330, 170), '0000ff');
  assert.deepEqual(made.missing, []);
});

test('stamps are in the picture of a page, behind its text', async () => {
  const made = await converted(
    pdfWith([page(text('Some words', 40, 250), '/Annots [50 0 R]')], {
      50: '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [100 100 200 150] /AP << /N 51 0 R >> >>',
      51: stream('/Type /XObject /Subtype /Form /BBox [0 0 100 50]', '1 0 0 rg 0 0 100 50 re f'),
    }),
  );
  assert.deepEqual(made.fixed, []);
  assert.deepEqual(
    made.paragraphs.map((own) => own.text).filter((own) => own !== ''),
    ['Some words'],
  );
  assert.equal(await colorAt(made.pictures[0]!, 150, 175), 'ff0000');
});

test('a page without text keeps its place among the others', async () => {
  const made = await converted(
    pdfWith([
      page(text('First page', 40, 250)),
      page('0 0 1 rg 100 100 50 50 re f'),
      page(text('Third page', 40, 250)),
    ]),
  );
  assert.deepEqual(made.fixed, []);
  const [first, picture, third] = ['First page', '<w:drawing>', 'Third page'].map((what) => made.body.indexOf(what));
  assert.ok((first ?? -1) >= 0 && (picture ?? 0) > (first ?? 0) && (third ?? 0) > (picture ?? 0));
  assert.equal([...made.body.matchAll(/<w:pageBreakBefore\/>/g)].length, 2);
});

test('letters that are drawn again at their place in another colour, or beside their shadow, occur once', async () => {
  for (const [layout, off] of [
    ['flow', 0],
    ['exact', 0],
    ['flow', 1],
    ['exact', 1],
  ] as const) {
    // The shadow is in parts, the words are not.
    const under = text('Words with', 40 + off, 250 - off) + (off === 0 ? text('Words with a ground', 40, 250) : '');
    const shadow = `0.5 g ${under} 0 g ${text('Words with a ground', 40, 250)}`;
    const made = await converted(pdfWith([page(shadow)]), layout);
    assert.deepEqual(
      made.paragraphs.map((own) => own.text).filter((own) => own !== ''),
      ['Words with a ground'],
    );
  }
});

test('turned text of a page of text alone is in a picture, with exact as well', async () => {
  const turned = 'BT /F1 20 Tf 0 1 -1 0 300 60 Tm (SIDEWAYS) Tj ET';
  const made = await converted(pdfWith([page(`${text('Upright words', 60, 200)} ${turned}`)]), 'exact');
  assert.equal(made.pictures.length, 1);
  assert.deepEqual(made.missing, []);
});

test('text beside a drawing keeps its underline and its ground', async () => {
  const curves = '100 20 m 200 140 300 0 380 120 c 300 160 200 20 100 20 c f';
  const underlined = `${text('Underlined words', 40, 260)} 40 257 95 0.8 re f`;
  const ground = `1 1 0 rg 36 216 200 18 re f 0 g ${text('On yellow ground', 40, 220)}`;
  const made = await converted(pdfWith([page(`${curves} ${underlined} ${ground}`)]));
  assert.equal(made.pictures.length, 1);
  assert.match(made.body, /<w:u w:val="single"/);
  assert.match(made.body, /ffff00/i);
});

test('an empty field is a control in its line, with its border', async () => {
  const made = await converted(
    pdfWith(
      [page(text('First name:', 40, 205), '/Annots [50 0 R]')],
      {
        50: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (first) /DA (/F1 10 Tf) /F 4 /Rect [120 200 300 220] /MK << /BC [1 0 0] >> >>',
      },
      '/AcroForm << /Fields [50 0 R] /DA (/F1 10 Tf) /DR << /Font << /F1 4 0 R >> >> >>',
    ),
  );
  assert.deepEqual(made.fixed, []);
  assert.match(made.body, /First name:.*<w:sdt><w:sdtPr><w:alias w:val="first"\/>.*\u2002\u2002/s);
  assert.doesNotMatch(made.body, /\u2800/);
  assert.match(made.body, /<a:srgbClr val="FF0000"\/>/);
});
