// Pages whose whole text lies on its side, on its head or in a mirror are turned so that it can be read, pictures and all.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { withZip } from '#conversion/zip/reader.ts';
import { workbench, type Workbench } from '../../support/convert.ts';
import { pdfOf, stream } from '../../support/pdf-builder.ts';
import { wordParagraphs, wordParts } from '../../support/word.ts';

let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(async () => {
  await bench[Symbol.asyncDispose]();
});

const lines = [
  'The harbour was dredged in the year of the flood, and the board',
  'paid for all of it with the money that the ships had brought in.',
  'Nothing was left of it when the winter came, and the ice broke',
  'the wall beside the northern basin once more, as it had before.',
  'It was built again, higher than it had been, and of better stone.',
];

/** A page of such lines under a matrix, and a stamp that is blue on the left and red on the right. */
const pageUnder = (matrix: string, rotate = 0, annotations = '') =>
  pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Rotate ${rotate} ${annotations} /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>`,
    4: stream('', `${matrix} cm BT /F1 10 Tf 14 TL 72 700 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    6: '<< /Type /Annot /Subtype /Stamp /F 4 /Rect [100 400 200 420] /AP << /N 7 0 R >> >>',
    7: stream('/Type /XObject /Subtype /Form /BBox [0 0 100 20]', '0 0 1 rg 0 0 40 20 re f 1 0 0 rg 60 0 40 20 re f'),
  });

const cases: readonly [string, string, number?][] = [
  ['on its head', '-1 0 0 -1 600 800'],
  ['in a mirror beside it', '-1 0 0 1 600 0'],
  ['in a mirror below it', '1 0 0 -1 0 800'],
  ['on its side', '0 1 -1 0 750 0'],
  ['on its side, in a mirror', '0 1 1 0 -150 0'],
  ['in a mirror, on a page that is turned', '-1 0 0 1 600 0', 180],
];
for (const [how, matrix, rotate] of cases)
  test(`a page whose text is ${how} can be read`, async () => {
    const path = await bench.run('pdf-to-word', [pageUnder(matrix, rotate)]);
    const [body = ''] = await wordParts(path, 'word/document.xml');
    const text = wordParagraphs(body).map((paragraph) => paragraph.text);
    assert.equal(text.join(' ').trim().replaceAll(/\s+/g, ' '), lines.join(' '));
    assert.doesNotMatch(body, /<w:bidi\/>|vert="/);
  });

test('pictures of such a page are turned with it', async () => {
  const path = await bench.run('pdf-to-word', [pageUnder('-1 0 0 1 600 0', 0, '/Annots [6 0 R]')]);
  const picture = await withZip(path, (zip) => zip.readWhole('word/media/image1.png', 1 << 24));
  const { data, info } = await sharp(picture ?? undefined)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const columns = (color: number) =>
    Array.from({ length: info.width * info.height }, (_, n) => n)
      .filter((n) => data.subarray(n * 3, n * 3 + 3).readUIntBE(0, 3) === color)
      .map((n) => n % info.width);
  assert.ok(Math.max(...columns(0xff0000)) < Math.min(...columns(0x0000ff)));
});
