// Pages that a viewer turns, with text on its side: their letters are as wide as those of upright ones, so that words stay whole.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

/** A page whose lines are painted on their side; PDF readers turn it by `rotate`. */
const turned = (rotate: 90 | 270, lines: readonly string[]) => {
  const text = lines
    .map((line, n) =>
      rotate === 90
        ? `0 28 -28 0 ${100 + n * 60} 60 Tm (${line}) Tj`
        : `0 -28 28 0 ${500 - n * 60} 780 Tm (${line}) Tj`,
    )
    .join('\n');
  return pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate ${rotate} /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>`,
    4: stream('', `BT /F1 1 Tf\n${text}\nET`),
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  });
};

for (const rotate of [90, 270] as const)
  test(`words of capitals stay whole on a page that is turned by ${rotate} degrees`, async () => {
    const lines = ['VIII. ILLITERATE LILLI', 'III: LIFT TILTED LILIES', 'et al., 1/1/1999 i.i.i'];
    const [document = ''] = await wordParts(
      await bench.run('pdf-to-word', [turned(rotate, lines)]),
      'word/document.xml',
    );
    const text = wordParagraphs(document)
      .map((paragraph) => paragraph.text)
      .join(' ');
    for (const line of lines) assert.ok(text.includes(line), text);
  });
