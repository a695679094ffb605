// Signs without a value in the Unicode map of a font are read by other data of the PDF.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { workbench, type Workbench } from '../support/convert.ts';
import { pdfOf, stream } from '../support/pdf-builder.ts';

let bench: Workbench;
before(async () => void (bench = await workbench()));
after(() => bench[Symbol.asyncDispose]());

/** A page of one line in a font with or without an encoding, and a map with these entries besides the letters of ASCII. */
function pageOf(codes: string, entry: string, encoding: string): Buffer {
  const map = `begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <20> <7E> <0020> endbfrange ${entry === '' ? '' : `beginbfchar ${entry} endbfchar`} endcmap`;
  return pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    4: stream('', `BT /F 12 Tf 40 700 Td <${codes}> Tj ET`),
    5: `<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman ${encoding} /FirstChar 0 /LastChar 255 /Widths [${'500 '.repeat(256)}] /ToUnicode 6 0 R >>`,
    6: stream('', map),
  });
}

const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex');

async function read(pdf: Buffer) {
  const { path, report } = await bench.convert('pdf-to-markdown', [pdf], { format: 'txt' });
  return { text: (await readFile(path, 'utf8')).trim(), warnings: report.warnings ?? [] };
}

const values = { 'U+0000': '<0000>', 'U+FFFD': '<FFFD>', nothing: '<>' };

for (const [value, unicode] of Object.entries(values)) {
  test(`a minus sign whose value in the map is ${value} is the one that the encoding names`, async () => {
    const page = pageOf(
      `01${hex('0.9393')}`,
      `<01> ${unicode}`,
      '/Encoding << /BaseEncoding /WinAnsiEncoding /Differences [1 /minus] >>',
    );
    assert.deepEqual(await read(page), { text: '−0.9393', warnings: [] });
  });

  test(`quotes whose value in the map is ${value} are those of the encoding's codes`, async () => {
    const page = pageOf(`93${hex('Quiet')}94`, `<93> ${unicode} <94> ${unicode}`, '/Encoding /WinAnsiEncoding');
    assert.deepEqual(await read(page), { text: '“Quiet”', warnings: [] });
  });
}

test('a sign of which nothing is known is never left out without a warning', async () => {
  const { text, warnings } = await read(pageOf(`01${hex('0.9393')}`, '<01> <FFFD>', ''));
  assert.equal(text, '\ufffd0.9393');
  assert.match(warnings.join(' '), /^On page 1, a letter of the font Times-Roman could not be recognised/);
});

test('letters that the map calls blanks, all of them, are those of the encoding', async () => {
  const blanks = ['81', '82', '83', '84'].map((code) => `<${code}> <0020>`).join(' ');
  const page = pageOf('81208281842083818220', blanks, '/Encoding << /Differences [129 /A /B /C /D] >>');
  assert.deepEqual(await read(page), { text: 'A BAD CAB', warnings: [] });
});
