// Hidden text of a page is not converted: layers that are off, in any notation; and fields have the text that the page shows.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { withZip } from '#conversion/zip/reader.ts';
import { workbench, type Workbench } from '../support/convert.ts';
import { pdfOf, stream } from '../support/pdf-builder.ts';

let bench: Workbench;
before(async () => void (bench = await workbench()));
after(() => bench[Symbol.asyncDispose]());

const show = (text: string, y: number) => `BT /F 14 Tf 40 ${y} Td (${text}) Tj ET`;

/** A page with a layer that is off (10), one that is on (11), and further objects. */
function withLayers(
  content: string | readonly string[],
  {
    configuration = '/OFF [10 0 R]',
    properties = '',
    page = '',
    objects = {},
  }: { configuration?: string; properties?: string; page?: string; objects?: Record<number, string> } = {},
): Buffer {
  const streams = [content].flat();
  return pdfOf({
    1: `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [10 0 R 11 0 R] /D << ${configuration} >> >> >>`,
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents [${streams.map((_, n) => `${20 + n} 0 R`).join(' ')}] /Resources << /Font << /F 5 0 R >> /Properties << /Off 10 0 R /On 11 0 R ${properties} >> ${page.includes('/XObject') ? page : ''} >> ${page.includes('/XObject') ? '' : page} >>`,
    5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    10: '<< /Type /OCG /Name (Off) >>',
    11: '<< /Type /OCG /Name (On) >>',
    ...Object.fromEntries(streams.map((text, n) => [20 + n, stream('', text)])),
    ...objects,
  });
}

const words = ['Seen first', 'Seen last'];
const [first, last] = [show('Seen first', 700), show('Seen last', 600)];
const layer = (name: string, text = 'Secret words') => `/OC /${name} BDC ${show(text, 650)} EMC`;
const form = (more = '') =>
  stream(`/Type /XObject /Subtype /Form /BBox [0 0 600 800] ${more}`, show('Secret words', 650));

const hidden: Readonly<Record<string, Buffer>> = {
  'a layer that is off': withLayers(`${first} ${layer('Off')} ${last}`),
  'layers that are off unless they are on': withLayers(`${first} ${layer('Off')} ${layer('On', 'Shown too')} ${last}`, {
    configuration: '/BaseState /OFF /ON [11 0 R]',
  }),
  'marked content within a layer': withLayers(
    `${first} /OC /Off BDC /P BMC ${show('Secret words', 650)} EMC ${show('Secret more', 630)} EMC ${last}`,
  ),
  'a layer within a text': withLayers(
    `BT /F 14 Tf 40 700 Td (Seen first) Tj /OC /Off BDC 0 -50 Td (Secret words) Tj 0 -20 Td (Secret more) ' EMC 0 -30 Td (Seen last) Tj ET`,
  ),
  'a layer that continues in the next stream': withLayers([
    `${first} /OC /Off BDC`,
    `${show('Secret words', 650)} EMC ${last}`,
  ]),
  'a membership of which one has to be on': withLayers(`${first} ${layer('Any')} ${last}`, {
    properties: '/Any << /Type /OCMD /OCGs [10 0 R] >>',
  }),
  'a membership of which all have to be on': withLayers(`${first} ${layer('All')} ${last}`, {
    properties: '/All << /Type /OCMD /OCGs [10 0 R 11 0 R] /P /AllOn >>',
  }),
  'an expression': withLayers(`${first} ${layer('Not')} ${last}`, {
    properties: '/Not << /Type /OCMD /VE [/And 11 0 R [/Not [/Or 10 0 R 11 0 R]]] >>',
  }),
  'a layer that viewers switch off': withLayers(`${first} ${layer('Off')} ${last}`, {
    configuration: '/AS [<< /Event /View /Category [/View] /OCGs [10 0 R] >>]',
    objects: { 10: '<< /Type /OCG /Name (Off) /Usage << /View << /ViewState /OFF >> >> >>' },
  }),
  'a form of a layer': withLayers(`${first} /X Do ${last}`, {
    page: '/XObject << /X 12 0 R >>',
    objects: { 12: form('/OC 10 0 R /Resources << /Font << /F 5 0 R >> >>') },
  }),
  'a form that is drawn in a layer': withLayers(`${first} /OC /Off BDC /X Do EMC ${last}`, {
    page: '/XObject << /X 12 0 R >>',
    objects: { 12: form('/Resources << /Font << /F 5 0 R >> >>') },
  }),
  'a layer in a form': withLayers(`${first} /X Do ${last}`, {
    page: '/XObject << /X 12 0 R >>',
    objects: {
      12: stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /F 5 0 R >> /Properties << /L 10 0 R >> >>',
        layer('L'),
      ),
    },
  }),
  'an annotation of a layer': withLayers(`${first} ${last}`, {
    page: '/Annots [12 0 R]',
    objects: {
      12: '<< /Type /Annot /Subtype /FreeText /Rect [40 640 200 660] /Contents (Secret words) /DA (/F 12 Tf) /OC 10 0 R >>',
    },
  }),
};

for (const [name, pdf] of Object.entries(hidden))
  test(`text of ${name} is not read`, async () => {
    const text = await readFile(await bench.run('pdf-to-markdown', [pdf]), 'utf8');
    for (const word of words) assert.ok(text.includes(word), text);
    assert.doesNotMatch(text, /Secret/);
  });

test('text of layers that are shown stays, and every tool reads the same', async () => {
  const pdf = withLayers(`${first} ${layer('On', 'Shown too')} ${layer('Off')} ${last}`, {
    properties: '/None << /Type /OCMD /OCGs [10 0 R] /P /AllOff >>',
  });
  const xml = await withZip(await bench.run('pdf-to-word', [pdf]), async (zip) =>
    String(await zip.readWhole('word/document.xml', 1 << 22)),
  );
  assert.match(xml ?? '', /Shown too/);
  assert.doesNotMatch(xml ?? '', /Secret/);
});

test('a field shows the text of its value, as the page does', async () => {
  const field = (flags: number, value: string, y: number) =>
    `<< /Type /Annot /Subtype /Widget /FT /Ch /Ff ${flags} /T (f${y}) /Rect [40 ${y} 240 ${y + 20}] /V ${value} /Opt [[(FR) (France)] [(DE) (Germany)] (Spain)] /DA (/F 12 Tf) >>`;
  const pdf = withLayers(first, {
    page: '/Annots [12 0 R 13 0 R 14 0 R]',
    objects: {
      12: field(1 << 17, '(FR)', 600),
      13: field(0, '[(DE) (Spain)]', 560),
      14: field(1 << 17, '(Italy)', 520),
    },
  });
  const text = await readFile(await bench.run('pdf-to-markdown', [pdf]), 'utf8');
  for (const shown of ['France', 'Germany, Spain', 'Italy']) assert.ok(text.includes(shown), text);
  assert.doesNotMatch(text, /\bFR\b|\bDE\b/);
});
