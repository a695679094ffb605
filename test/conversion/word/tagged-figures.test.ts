// A tagged figure is painted without the text of other elements, which is in the document.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { withZip } from '#conversion/zip/reader.ts';
import { workbench, type Workbench } from '../../support/convert.ts';
import { docxProblems } from '../../support/docx-validator.ts';
import { pdfOf, stream } from '../../support/pdf-builder.ts';
import { wordParagraphs } from '../../support/word.ts';

let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(async () => {
  await bench.engines.stop();
  await bench[Symbol.asyncDispose]();
});

const words = (id: number, baseline: number, text: string) =>
  `/P << /MCID ${id} >> BDC BT /F 10 Tf 72 ${baseline} Td (${text}) Tj ET EMC`;

const ring = '/Figure << /MCID 1 >> BDC 0 0 1 RG 6 w 80 505 m 80 640 290 640 290 505 c S EMC';

/** A picture of one colour. */
const plain = (color: string, place: string) => `q ${place} cm BI /W 1 /H 1 /CS /RGB /BPC 8 /F /AHx ID ${color}> EI Q`;

/** Paragraphs, and a figure from 500 to 600 points above the bottom, of a blue ring as a rule; one of them may be on it. */
function figure(baseline: number, drawn = ring): Buffer {
  const lines = Array.from({ length: 10 }, (_, n) =>
    words(n + 2, 440 - n * 14, `Line ${n} of the text that flows on, as all text of this page does`),
  );
  const element = (n: number, more: string) => `<< /Type /StructElem /P 6 0 R /Pg 3 0 R ${more} /K ${n} >>`;
  const paragraphs = Array.from({ length: 12 }, (_, n) => n);
  return pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R /StructTreeRoot 6 0 R /MarkInfo << /Marked true >> >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /StructParents 0 /Resources << /Font << /F 5 0 R >> >> >>',
    4: stream('', [words(0, baseline, 'Words of their own'), drawn, ...lines].join('\n')),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    6: `<< /Type /StructTreeRoot /K [${paragraphs.map((n) => `${n + 10} 0 R`).join(' ')}] /ParentTree << /Nums [0 [${paragraphs.map((n) => `${n + 10} 0 R`).join(' ')}]] >> >>`,
    ...Object.fromEntries(
      paragraphs.map((n) => [
        n + 10,
        element(n, n === 1 ? '/S /Figure /Alt (A ring) /A << /O /Layout /BBox [70 500 300 600] >>' : '/S /P'),
      ]),
    ),
  });
}

/** The texts of the result, and how many dots of its picture are dark and how many blue. */
async function made(file: Buffer) {
  const path = await bench.run('pdf-to-word', [file], { layout: 'flow' });
  assert.deepEqual(await docxProblems(path), []);
  const parts = await withZip(path, async (zip) => ({
    body: (await zip.readWhole('word/document.xml', 1 << 24))?.toString() ?? '',
    picture: (await zip.readWhole('word/media/image1.png', 1 << 24)) ?? Buffer.alloc(0),
  }));
  const { body, picture } = parts!;
  const dots = await sharp(picture).removeAlpha().raw().toBuffer();
  let [dark, blue] = [0, 0];
  for (let at = 0; at < dots.length; at += 3) {
    const [red = 0, , own = 0] = dots.subarray(at, at + 3);
    if (red < 100 && own < 100) dark += 1;
    else if (red < 100 && own > 200) blue += 1;
  }
  return { texts: wordParagraphs(body).map(({ text }) => text), body, dark, blue };
}

test('words on a figure are text over its picture, once', async () => {
  const { texts, body, dark, blue } = await made(figure(530));
  assert.ok(texts.includes('Words of their own'));
  assert.equal(dark, 0);
  assert.ok(blue > 1000);
  assert.match(body, /behindDoc="1"/);
  assert.match(body, /descr="A ring"/);
});

test('a figure beside text is painted as it is', async () => {
  const { texts, dark, blue } = await made(figure(700));
  assert.ok(texts.includes('Words of their own'));
  assert.equal(dark, 0);
  assert.ok(blue > 1000);
});

test('a photograph that no tag names, on its shadow that one does, is in the picture of both', async () => {
  const shadow = `/Figure << /MCID 1 >> BDC ${plain('404040', '230 0 0 100 70 500')} EMC`;
  const { dark, blue } = await made(figure(700, `${shadow} ${plain('0000ff', '200 0 0 80 85 510')}`));
  assert.ok(dark > 0 && blue > dark, `${dark} dark, ${blue} blue`);
});
