// Text that is painted over: recognised text under its scan is in the result once, as text; text under a background is not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isFailure } from '#core/failure.ts';
import { workbench, type Workbench } from '../support/convert.ts';
import { pdfOf, stream } from '../support/pdf-builder.ts';
import { wordParagraphs, wordParts } from '../support/word.ts';

let bench: Workbench;
before(async () => void (bench = await workbench()));
after(() => bench[Symbol.asyncDispose]());

const sentence = 'The harbour was quiet at night';
const text = [700, 680, 660].map((y) => `BT /F 12 Tf 72 ${y} Td (${sentence}) Tj ET`).join('\n');

/** A page with a picture of this place. */
const pageWith = (content: string, mask = '') =>
  pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /Im 6 0 R >> /ExtGState << /Half << /ca 0.5 >> /Multiply << /BM /Multiply >> >> >> >>',
    4: stream('', content),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>',
    6: stream(
      `/Type /XObject /Subtype /Image /Width 8 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 ${mask}`,
      'scanned page    ',
    ),
    7: stream(
      '/Type /XObject /Subtype /Image /Width 8 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8',
      '\0'.repeat(16),
    ),
  });

async function read(content: string, mask = '') {
  const pdf = pageWith(content, mask);
  const [body = ''] = await wordParts(await bench.run('pdf-to-word', [pdf]), 'word/document.xml');
  const words = wordParagraphs(body).flatMap((paragraph) => paragraph.text.match(/harbour/g) ?? []);
  return { words: words.length, hasPicture: body.includes('<pic:pic>') };
}

const wholePage = 'q 600 0 0 800 0 0 cm /Im Do Q';

test('a scan that is painted over its recognised text goes, and the text stays', async () => {
  assert.deepEqual(await read(`${text}\n${wholePage}`), { words: 3, hasPicture: false });
});

test('a picture under the text of a page stays, and so does one that is seen through', async () => {
  assert.deepEqual(await read(`${wholePage}\n${text}`), { words: 3, hasPicture: true });
  assert.deepEqual(await read(`${text}\n${wholePage}`, '/SMask 7 0 R'), { words: 3, hasPicture: true });
});

test('a picture over a part of the page covers no text', async () => {
  assert.deepEqual(await read(`${text}\nq 300 0 0 200 100 100 cm /Im Do Q`), { words: 3, hasPicture: true });
});

test('a clipped or slanting picture covers only text under its visible part', async () => {
  const cut = 'q 0 0 600 300 re W n 600 0 0 800 0 0 cm /Im Do Q';
  assert.deepEqual(await read(`${text}\n${cut}`), { words: 3, hasPicture: true });
  const askew = 'q 500 500 -500 500 300 -100 cm /Im Do Q';
  assert.deepEqual(await read(`${text}\n${askew}`), { words: 3, hasPicture: true });
});

const stripAt = (bottom: number, left = 0, width = 600) => `q ${width} 0 0 100.4 ${left} ${bottom} cm /Im Do Q`;
const strips = Array.from({ length: 8 }, (_, n) => stripAt(n * 100)).join('\n');
const tiles = Array.from({ length: 8 }, (_, n) => `${stripAt(n * 100, 0, 300)} ${stripAt(n * 100, 300, 300)}`).join(
  '\n',
);

test('strips and tiles that cover the page together are a scan, however its text was recognised', async () => {
  const recognised = { words: 3, hasPicture: false };
  assert.deepEqual(await read(`3 Tr ${text} 0 Tr\n${strips}`), recognised);
  assert.deepEqual(await read(`${strips}\n3 Tr ${text}`), recognised);
  assert.deepEqual(await read(`${text}\n${tiles}`), recognised);
  await assert.rejects(bench.run('pdf-to-word', [pageWith(strips)]), (error) =>
    isFailure(error, 'pdf_scanned_needs_ocr'),
  );
});

test('a scan may have a line in print over it', async () => {
  const stamp = 'BT /F 8 Tf 72 20 Td (Read in the harbour office) Tj ET';
  assert.deepEqual(await read(`${text}\n${strips}\n${stamp}`), { words: 4, hasPicture: false });
});

test('pictures that are apart are no scan', async () => {
  const apart = [0, 150, 300, 450].map((bottom) => stripAt(bottom)).join('\n');
  assert.deepEqual(await read(`${apart}\n3 Tr ${text}`), { words: 3, hasPicture: true });
});

const ground = '1 1 1 rg 60 672 300 20 re f 0 g';
/** A rectangle with a hole around the text. */
const frame = '1 1 1 rg 10 10 580 780 re 60 640 300 80 re f* 0 g';

test('text that an opaque ground or a picture hides is not in the result, nor is it counted as lost', async () => {
  assert.deepEqual(await read(`${text}\n${ground}`), { words: 2, hasPicture: false });
  assert.deepEqual(await read(`${text}\n${stripAt(650, 60, 300)}`), { words: 0, hasPicture: true });
  assert.deepEqual(await read(`${text}\n${ground} BT /F 12 Tf 72 680 Td (${sentence}) Tj ET`), {
    words: 3,
    hasPicture: false,
  });
});

test('text under something that it is seen through, or beside, stays', async () => {
  for (const over of [
    `/Half gs ${ground}`,
    `/Multiply gs ${ground}`,
    `q 60 672 300 1 re W n ${ground} Q`,
    '1 1 1 rg 60 672 m 372 692 l 372 672 l h f 0 g',
    frame,
  ])
    assert.equal((await read(`${text}\n${over}`)).words, 3, over);
  assert.equal((await read(`${ground}\n${text}`)).words, 3);
});
