// Recognised text that lies visibly under its scan is in the result once, as text.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { workbench, type Workbench } from '../support/convert.ts';
import { pdfOf, stream } from '../support/pdf-builder.ts';
import { wordParagraphs, wordParts } from '../support/word.ts';

let bench: Workbench;
before(async () => void (bench = await workbench()));
after(() => bench[Symbol.asyncDispose]());

const sentence = 'The harbour was quiet at night';
const text = [700, 680, 660].map((y) => `BT /F 12 Tf 72 ${y} Td (${sentence}) Tj ET`).join('\n');

/** A page with a picture of this place. */
async function read(content: string, mask = '') {
  const pdf = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> /XObject << /Im 6 0 R >> >> >>',
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

test('a picture over a part of the page covers none of it', async () => {
  assert.deepEqual(await read(`${text}\nq 300 0 0 200 100 100 cm /Im Do Q`), { words: 3, hasPicture: true });
});

test('a picture that is cut off, or lies askew, covers only what it is seen over', async () => {
  const cut = 'q 0 0 600 300 re W n 600 0 0 800 0 0 cm /Im Do Q';
  assert.deepEqual(await read(`${text}\n${cut}`), { words: 3, hasPicture: true });
  const askew = 'q 500 500 -500 500 300 -100 cm /Im Do Q';
  assert.deepEqual(await read(`${text}\n${askew}`), { words: 3, hasPicture: true });
});
