// Fields of a form show the same in Word as on the page: one marked button of several, rotated values, combs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { workbench, type Workbench } from '../../support/convert.ts';
import { docxProblems } from '../../support/docx-validator.ts';
import { pdfOf, stream } from '../../support/pdf-builder.ts';
import { wordParts } from '../../support/word.ts';

let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(async () => {
  await bench.engines.stop();
  await bench[Symbol.asyncDispose]();
});

const prose = Array.from(
  { length: 12 },
  (_, n) =>
    `BT /F 10 Tf 72 ${700 - n * 12} Td (The harbour was dredged in the year of the flood, and the board paid) Tj ET`,
).join('\n');

const look = (content: string, entries = '') =>
  stream(`/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources << /Font << /F 5 0 R >> >> ${entries}`, content);

/** The body of a page of prose with such fields. */
async function withFields(fields: readonly string[], others: Readonly<Record<number, string>> = {}): Promise<string> {
  const references = fields.map((_, n) => `${n + 10} 0 R`).join(' ');
  const path = await bench.run('pdf-to-word', [
    pdfOf({
      1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${references}] /DR << /Font << /F 5 0 R >> >> >> >>`,
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> /Annots [${references}] >>`,
      4: stream('', prose),
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
      ...Object.fromEntries(fields.map((own, n) => [n + 10, `<< /Type /Annot /Subtype /Widget /F 4 ${own} >>`])),
      ...others,
    }),
  ]);
  assert.deepEqual(await docxProblems(path), []);
  return (await wordParts(path, 'word/document.xml'))[0] ?? '';
}

const controls = (body: string): string[] => body.match(/<w:sdt>.*?<\/w:sdt>/gs) ?? [];
const textOf = (xml: string): string =>
  [...xml.matchAll(/<w:t[ >][^<]*/g)].map(([own]) => own.replace(/^<[^>]*>/, '')).join('');

test('of radio buttons that all look marked, the one is marked that their field names, in its colour', async () => {
  const button = (name: string, y: number) =>
    `/Parent 30 0 R /AS /${name} /Rect [72 ${y} 84 ${y + 12}] /AP << /N << /${name} ${name === 'b' ? 32 : 31} 0 R /Off 33 0 R >> >>`;
  const body = await withFields([button('a', 500), button('b', 470), button('c', 440)], {
    30: '<< /FT /Btn /Ff 49152 /T (size) /V /b /Kids [10 0 R 11 0 R 12 0 R] >>',
    31: look('0 0 1 rg 3 3 6 6 re f'),
    32: look('1 1 1 rg 0 0 12 12 re f 0 1 0 rg 3 3 6 6 re f'),
    33: look(''),
  });
  const own = controls(body);
  assert.deepEqual(
    own.map((xml) => /w14:checked w14:val="(\d)"/.exec(xml)?.[1]),
    ['0', '1', '0'],
  );
  assert.deepEqual(own.map(textOf), ['◯', '◉', '◯']);
  assert.match(own[1] ?? '', /<w:color w:val="00FF00"\/>/i);
});

test('a value is in the size and colour that it is painted in', async () => {
  const body = await withFields(
    ['/FT /Tx /T (name) /V (Ada) /DA (/Helv 0 Tf) /Rect [490 564 570 582] /AP << /N 30 0 R >>'],
    {
      30: look('/Tx BMC BT 1 0 0 rg /F 12 Tf 2 4 Td (Ada) Tj ET EMC'),
    },
  );
  const [control = ''] = controls(body);
  assert.equal(textOf(control), 'Ada');
  assert.match(control, /w:val="FF0000".*<w:sz w:val="24"\/>/is);
});

for (const [how, field, others] of [
  ['by its rotation', '/MK << /R 90 >>', {}],
  ['by its appearance', '/AP << /N 30 0 R >>', { 30: look('BT /F 12 Tf (Going up) Tj ET', '/Matrix [0 1 -1 0 0 0]') }],
] as const)
  test(`a rotated value ${how} is rotated text`, async () => {
    const body = await withFields(
      [`/FT /Tx /T (up) /V (Going up) /DA (/F 12 Tf) /Rect [500 300 520 420] ${field}`],
      others,
    );
    const box = /<wps:wsp>(?:(?!<\/wps:wsp>).)*Going up.*?<\/wps:wsp>/s.exec(body)?.[0] ?? '';
    assert.match(box, /vert="vert270"/);
    assert.equal(textOf(box), 'Going up');
  });

test('the letters of a comb are one value as wide as its cells, and each cell has its border', async () => {
  const body = await withFields([
    '/FT /Tx /T (zip) /V (12345) /Ff 16777216 /MaxLen 5 /DA (/F 10 Tf) /Rect [72 500 172 520] /MK << /BC [1 0 0] >>',
  ]);
  const [control = ''] = controls(body);
  assert.equal(textOf(control), '12345');
  // A cell of 20 points less a letter of Arial of 5.56.
  assert.match(control, /<w:spacing w:val="289"\/>/);
  assert.equal([...body.matchAll(/<a:srgbClr val="FF0000"\/>/g)].length, 5);
});

test('of a list that has the numbers of its options, and no value, the options are the value', async () => {
  const body = await withFields([
    '/FT /Ch /T (ports) /I [0 2] /Opt [(Antwerp) (Bergen) [(cdz) (Cadiz)]] /DA (/F 10 Tf) /Rect [72 500 172 520]',
    '/FT /Ch /T (port) /V (Bergen) /I [0] /Opt [(Antwerp) (Bergen)] /DA (/F 10 Tf) /Rect [72 460 172 480]',
    '/FT /Tx /T (text) /I [0] /Opt [(Antwerp)] /DA (/F 10 Tf) /Rect [72 420 172 440]',
  ]);
  const own = controls(body).map(textOf);
  assert.deepEqual(own.slice(0, 2), ['Antwerp, Cadiz', 'Bergen']);
  assert.doesNotMatch(own[2] ?? '', /Antwerp/);
});
