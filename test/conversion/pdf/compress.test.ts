// The effects of a compression: kept and removed objects, and warnings.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { decodeStream } from '#conversion/pdf/filters.ts';
import { readContent, type Operand } from '#conversion/pdf/content.ts';
import { graphOf, PdfDocument, type PdfDictionary } from '#conversion/pdf/graph.ts';
import { workbench, type Workbench } from '../../support/convert.ts';
import { kindsOfPage, pdfOf, planted, richPdf, stream } from '../../support/pdf-builder.ts';
import { apart, drawn, imagePdf, photograph } from '../../support/pictures.ts';

const execute = promisify(execFile);
let bench: Workbench;
before(async () => {
  bench = await workbench();
});
after(() => bench[Symbol.asyncDispose]());

const compress = async (source: Uint8Array, fields: Record<string, string> = {}) => {
  const { path, report } = await bench.convert('compress-pdf', [source], fields);
  await execute('qpdf', ['--check', path]);
  return { path, report, bytes: (await stat(path)).size };
};

/** Everything of a file in readable form. */
const unpacked = async (path: string) => {
  const { stdout } = await execute('qpdf', ['--qdf', '--object-streams=disable', '--compress-streams=n', path, '-'], {
    maxBuffer: 1 << 26,
    encoding: 'latin1',
  });
  return stdout;
};

for (const [kind, make] of Object.entries(kindsOfPage))
  test(`a page ${kind} looks the same when it is compressed`, async () => {
    const before = await bench.write('kind.pdf', make());
    const { path, bytes } = await compress(make());
    assert.ok(bytes <= make().length);
    assert.equal(apart(await drawn(before), await drawn(path)), 0);
  });

test('links, outline, names, fields, tags, labels, attachments, scripts and metadata stay; previews and private data go', async () => {
  const { path, report } = await compress(richPdf());
  const text = await unpacked(path);
  const kept = ['planted metadata', 'planted attachment', 'planted script', 'planted author', 'planted thread'];
  for (const word of [
    ...kept,
    ...[1, 2, 3].flatMap((page) => planted(page).filter((name) => !name.startsWith('note'))),
  ])
    assert.ok(text.includes(word), word);
  assert.ok(!text.includes('/PieceInfo') && !text.includes('/Thumb'));
  assert.deepEqual(report.warnings, []);
});

test('a PDF that cannot be smaller is given back byte for byte, and the report says so', async () => {
  const once = await readFile((await compress(richPdf())).path);
  const { path, report } = await compress(once);
  assert.deepEqual(await readFile(path), once);
  assert.match(report.warnings?.[0] ?? '', /and is returned unchanged/);
  assert.deepEqual([report.compression?.bytes_before, report.compression?.bytes_after], [once.length, once.length]);
});

test('a small PDF is never larger afterwards, however damaged or encrypted it was', async () => {
  const objects = { 1: '<</Pages 2 0 R>>', 2: '<</Kids[3 0 R]/Count 1>>', 3: '<</Parent 2 0 R/MediaBox[0 0 9 9]>>' };
  const body = Object.entries(objects).map(([number, object]) => `${number} 0 obj${object}endobj `);
  const withoutTable = Buffer.from(`%PDF-1.1\n${body.join('')}trailer<</Root 1 0 R>>`, 'latin1');
  const tiny = await bench.write('tiny.pdf', pdfOf(objects));
  const locked = (words: readonly string[]) => {
    const to = join(bench.folder, 'tiny-locked.pdf');
    const encrypt = ['--allow-weak-crypto', '--no-warn', '--warning-exit-0', '--encrypt', '', 'owner', ...words];
    return execute('qpdf', [...encrypt, '--', '--object-streams=generate', tiny, to]).then(() => readFile(to));
  };
  for (const source of [withoutTable, await locked(['40']), await locked(['128']), await locked(['256'])]) {
    const { path, report } = await bench.convert('compress-pdf', [source]);
    const bytes = (await stat(path)).size;
    assert.ok(bytes <= source.length, `${source.length} became ${bytes}`);
    assert.equal(report.compression?.bytes_after, bytes);
  }
});

test('a linearized PDF whose hints are wrong is compressed', async () => {
  const plain = await bench.write('to-linearize.pdf', richPdf());
  const linear = join(bench.folder, 'linear.pdf');
  await execute('qpdf', ['--linearize', plain, linear]);
  const text = await readFile(linear, 'latin1');
  const length = Number(/\/L (\d+)/.exec(text)?.[1]);
  const stale = {
    'another length': text.replace(`/L ${length}`, `/L ${length - 1}`),
    'hints elsewhere': text.replace(/\/H \[ ?(\d)/, (start) => `${start.slice(0, -1)}9`),
    'something behind it': `${text}\n% more`,
  };
  for (const [what, source] of Object.entries(stale)) {
    assert.notEqual(source, text, what);
    const { path, bytes } = await compress(Buffer.from(source, 'latin1'));
    assert.ok(bytes < source.length, what);
    assert.equal(apart(await drawn(plain), await drawn(path)), 0, what);
  }
});

test('the report adds up', async () => {
  const rgb = photograph(600, 600, 3);
  const source = imagePdf({ entries: '/Width 600 /Height 600 /ColorSpace /DeviceRGB /BitsPerComponent 8', data: rgb });
  const { report, bytes } = await compress(source);
  const { compression } = report;
  assert.ok(compression);
  assert.deepEqual([compression.bytes_before, compression.bytes_after], [source.length, bytes]);
  for (const when of ['bytes_before', 'bytes_after'] as const)
    assert.equal(compression.images[when] + compression.fonts[when] + compression.structure[when], compression[when]);
  assert.equal(compression.images.bytes_before, rgb.length);
  assert.ok(compression.images.bytes_after < rgb.length / 10);
});

test('an encrypted PDF becomes one without a password', async () => {
  const plain = await bench.write('plain.pdf', richPdf());
  const locked = join(bench.folder, 'locked.pdf');
  await execute('qpdf', ['--encrypt', 'user', 'owner', '256', '--', plain, locked]);
  const { path } = await compress(await readFile(locked), { password: 'user' });
  const { stdout } = await execute('qpdf', ['--show-encryption', path]);
  assert.match(stdout, /not encrypted/);
});

test('a signed PDF is compressed, and the client is warned of the consequence', async () => {
  const signed = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [5 0 R] /SigFlags 3 >> >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Annots [5 0 R] >>',
    4: stream('', `0 0 1 rg ${'10 10 50 50 re f '.repeat(200)}`),
    5: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (s) /Rect [0 0 0 0] /V 6 0 R >>',
    6: '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] /Contents <0102> >>',
  });
  const { report } = await compress(signed);
  assert.match(report.warnings?.[0] ?? '', /invalidated the signature/);
});

test('PDF/A-1 stays without object streams and with readable metadata', async () => {
  const xmp = '<x:xmpmeta><rdf:Description pdfaid:part="1" pdfaid:conformance="B"/></x:xmpmeta>';
  const archive = (part: string) =>
    pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R /Metadata 5 0 R >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>',
      4: stream('', '10 10 50 50 re f '.repeat(300)),
      5: stream('/Type /Metadata /Subtype /XML', xmp.replace('"1"', part)),
    });
  const first = await readFile((await compress(archive('"1"'))).path, 'latin1');
  assert.ok(!first.includes('/ObjStm') && first.includes('pdfaid:part="1"'));
  assert.ok((await readFile((await compress(archive('"2"'))).path, 'latin1')).includes('/ObjStm'));
});

test('a page tree that is not regular is rebuilt first', async () => {
  const source = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>] >>',
    4: stream('', '0 0 1 rg 10 10 50 50 re f '.repeat(300)),
  });
  const { path, bytes } = await compress(source);
  assert.ok(bytes < source.length / 3);
  assert.equal(apart(await drawn(await bench.write('odd.pdf', source)), await drawn(path)), 0);
});

test('resources that a page does not name are removed, in any spelling of the name', async () => {
  const form = (word: string) =>
    stream('/Type /XObject /Subtype /Form /BBox [0 0 100 100]', `% ${word}\n10 10 50 50 re f`);
  const source = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 2 /Kids [3 0 R 6 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents [4 0 R 5 0 R] /Resources 7 0 R >>',
    4: stream('', 'q 1 0 0 1 0 0 cm /A#41'),
    5: stream('', ' Do Q'),
    6: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 11 0 R /Resources 7 0 R >>',
    7: '<< /XObject << /AA 8 0 R /B 9 0 R /C 10 0 R >> >>',
    8: form('first'),
    9: form('second'),
    10: form('never'),
    11: stream('', '/B Do'),
  });
  const { path } = await compress(source);
  const text = await unpacked(path);
  assert.ok(text.includes('% first') && text.includes('% second'));
  assert.ok(!text.includes('% never'));
});

test('content that cannot be read keeps all of its resources', async () => {
  const source = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /A 8 0 R >> >> >>',
    4: stream('/Filter /Unknown', 'who knows'),
    8: stream('/Type /XObject /Subtype /Form /BBox [0 0 100 100]', '% kept\n10 10 50 50 re f'),
  });
  const { path } = await bench.convert('compress-pdf', [source]);
  assert.ok((await unpacked(path)).includes('% kept'));
});

test('resources that are used indirectly stay: default spaces, other spellings, inherited resources, odd inline images', async () => {
  const page = (resources: string, content: string, more: Record<number, string> = {}, entries = '') =>
    pdfOf({
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << ${resources} >> ${entries} >>`,
      4: stream('', content),
      ...more,
    });
  const box = (color: string, extra = '') =>
    stream(`/Type /XObject /Subtype /Form /BBox [0 0 100 100] ${extra}`, `${color} rg 10 10 50 50 re f`);
  const cases = [
    page(
      '/ColorSpace << /DefaultRGB [/CalRGB << /WhitePoint [0.95 1 1.09] /Gamma [4 4 4] >>] >>',
      '0.5 0.5 0.5 rg 10 10 90 90 re f',
    ),
    page('/XObject << /F\u00fc 10 0 R >>', '/F\u00fc Do', { 10: box('1 0 0') }),
    page('/XObject << /A 10 0 R >>', 'BI /W 1 /H 2 /CS /G /BPC 8 ID abEI q /A Do Q', { 10: box('1 0 0') }),
    page('/XObject << /A 10 0 R >>', 'BI /W 1 /H 2 /CS /G /BPC 8 /F /AHx ID 0011>\nEI Q BT(\u00e4\u00e4)Tj ET /A Do', {
      10: box('1 0 0'),
    }),
    page(
      '/XObject << /A 10 0 R >>',
      '',
      {
        10: box('0 0 1'),
        11: '<< /Type /Annot /Subtype /Stamp /Rect [0 0 100 100] /F 4 /AP << /N 12 0 R >> >>',
        12: stream('/Type /XObject /Subtype /Form /BBox [0 0 100 100]', '/A Do'),
      },
      '/Annots [11 0 R]',
    ),
  ];
  for (const [n, source] of cases.entries()) {
    const before = await bench.write('odd.pdf', source);
    const { path } = await bench.convert('compress-pdf', [source]);
    for (const by of ['mutool', 'poppler'] as const)
      assert.equal(apart(await drawn(before, { by }), await drawn(path, { by })), 0, `${n} by ${by}`);
  }
});

test('forms that draw each other without end, and very many times, cost only their time', async () => {
  const forms = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [
      10 + n,
      stream(
        `/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Resources << /XObject << /F ${10 + ((n + 1) % 20)} 0 R >> >>`,
        '1.1 0 0 1.1 1 1 cm /F Do 0.9 0 0 0.9 1 1 cm /F Do '.repeat(8),
      ),
    ]),
  );
  const source = pdfOf({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /XObject << /F 10 0 R >> >> >>',
    4: stream('', '/F Do'),
    ...forms,
  });
  const { path } = await bench.convert('compress-pdf', [source]);
  assert.ok((await stat(path)).size <= source.length);
});

const filtered = (filter: string, data: Buffer, parameters: PdfDictionary = {}) =>
  decodeStream(
    new PdfDocument(graphOf({ maxId: 0, objects: {} })),
    { '/Filter': filter, '/DecodeParms': parameters },
    data,
    1 << 20,
  );

test('every filter of streams is undone', () => {
  // The example of ISO 32000-2, 7.4.4.2.
  const lzw = Buffer.from([0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01]);
  assert.deepEqual([...(filtered('/LZWDecode', lzw)?.data ?? [])], [45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
  assert.equal(filtered('/ASCII85Decode', Buffer.from('87cURD]i,"Ebo80~>'))?.data.toString(), 'Hello World!');
  assert.equal(filtered('/ASCIIHexDecode', Buffer.from('48 65 6C6c 6F>'))?.data.toString(), 'Hello');
  assert.equal(filtered('/RunLengthDecode', Buffer.from([2, 97, 98, 99, 254, 100, 128]))?.data.toString(), 'abcddd');
  assert.equal(filtered('/Unknown', Buffer.from('x')), null);
});

test('any content is read operator by operator', () => {
  const seen: [string, Operand[]][] = [];
  const content = String.raw`% (no) string
/F#31 12.5 Tf [(a\)b\101) -20 <4142>]TJ << /MCID 3 /L [1 2] >> BDC .5 -.25 +3 4. --5 re BI /W 1 /H 1 ID xEIx
EI q`;
  readContent(Buffer.from(content, 'latin1'), (operator, operands) => seen.push([operator, operands]));
  assert.deepEqual(
    seen.map(([operator]) => operator),
    ['Tf', 'TJ', 'BDC', 're', 'BI', 'q'],
  );
  assert.deepEqual(seen[0]?.[1], ['/F1', 12.5]);
  assert.deepEqual(seen[1]?.[1], [[Buffer.from('a)bA'), -20, Buffer.from('AB')]]);
  assert.deepEqual(seen[3]?.[1], [0.5, -0.25, 3, 4, -5]);
  assert.deepEqual(seen[4]?.[1][1], Buffer.from('xEIx'));
});
