// Analysis of a document for compression: what its content uses, what is dispensable, which standards it claims.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { claimsOf } from '#conversion/compress/claims.ts';
import { isSigned } from '#conversion/pdf/signed.ts';
import { clean, reachable } from '#conversion/compress/clean.ts';
import { joinContentStreams } from '#conversion/compress/content-streams.ts';
import { deflated } from '#conversion/compress/deflate.ts';
import { matrixOf, sides, times } from '#conversion/compress/matrix.ts';
import { PatchFile } from '#conversion/compress/patch-file.ts';
import { StreamStore } from '#conversion/compress/store.ts';
import { smallerStream } from '#conversion/compress/streams.ts';
import { usageOf, type Usage } from '#conversion/compress/usage.ts';
import type { PdfDictionary, PdfDocument, PdfObject, PdfValue } from '#conversion/pdf/graph.ts';
import { pagesOf } from '#conversion/pdf/pages.ts';
import { documentWith, streamOf, treeOf } from '../../support/graphs.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-compress-'));
});
after(() => rm(folder, { recursive: true }));

type Objects = Record<number, PdfValue | PdfObject>;

const form = (more: PdfDictionary = {}) => streamOf({ '/Subtype': '/Form', ...more });
const image = (more: PdfDictionary = {}) => streamOf({ '/Subtype': '/Image', ...more });

interface Source {
  page?: PdfDictionary;
  resources?: PdfDictionary;
  objects?: Objects;
  /** By the number of the stream; 4 is the page's. */
  contents: Record<number, string>;
  deadline?: number;
}

function used({ page = {}, resources = {}, objects = {}, contents, deadline = Infinity }: Source): {
  usage: Usage;
  document: PdfDocument;
} {
  const document = documentWith({
    ...treeOf([3]),
    3: { '/Contents': '4 0 R', '/Resources': resources, ...page },
    4: streamOf(),
    ...objects,
  });
  const usage = usageOf(
    document,
    pagesOf(document),
    (reference) => {
      const content = contents[Number.parseInt(reference, 10)];
      return content === undefined ? null : Buffer.from(content, 'latin1');
    },
    deadline,
  );
  return { usage, document };
}

/** How large each image is drawn, in hundredths of points. */
const sizes = ({ usage }: { usage: Usage }) =>
  Object.fromEntries(
    [...usage.images].map(([image, { width, height }]) => [
      image,
      [Math.round(width * 100) / 100, Math.round(height * 100) / 100],
    ]),
  );

test('an image has the largest size at which content draws it, with any rotation', () => {
  const objects = { 10: image({ '/SMask': '11 0 R', '/Mask': '12 0 R' }), 11: image(), 12: image(), 13: image() };
  const resources = { '/XObject': { '/A': '10 0 R', '/B': '13 0 R' } };
  const content = '20 0 0 30 5 5 cm /A Do q 2 0 0 0.5 0 0 cm /A Do Q q 0 3 -4 0 0 0 cm /B Do Q 1 0 0 x cm /none Do';
  const found = used({ resources, objects, contents: { 4: content } });
  assert.deepEqual(sizes(found), { '10 0 R': [40, 30], '11 0 R': [40, 30], '12 0 R': [40, 30], '13 0 R': [90, 80] });
  assert.equal(found.usage.isComplete, true);
  const units = used({
    page: { '/UserUnit': 2 },
    resources,
    objects,
    contents: { 4: '10 0 0 10 0 0 cm /B Do Q /B Do' },
  });
  assert.deepEqual(sizes(units), { '13 0 R': [20, 20] }, 'in larger units; a Q without its q changes nothing');
});

test('forms draw in the place where they are drawn, through their own matrix and resources', () => {
  const found = used({
    resources: { '/XObject': { '/F': '10 0 R', '/G': '11 0 R', '/I': '13 0 R' } },
    objects: {
      10: form({ '/Matrix': [2, 0, 0, 3, 9, 9], '/Resources': { '/XObject': { '/I': '12 0 R' } } }),
      11: form(),
      12: image(),
      13: image(),
      14: image(),
    },
    contents: { 4: '5 0 0 5 0 0 cm /F Do /G Do', 10: '1 0 0 2 0 0 cm /I Do', 11: '/I Do' },
  });
  assert.deepEqual(
    sizes(found),
    { '12 0 R': [10, 30], '13 0 R': [5, 5] },
    'without resources of its own a form borrows',
  );
});

test('a form that no page draws may be shown at any size', () => {
  const found = used({
    objects: { 10: form({ '/Resources': { '/XObject': { '/I': '12 0 R' } } }), 12: image(), 13: streamOf() },
    contents: { 4: '', 10: '/I Do' },
  });
  assert.deepEqual(sizes(found), { '12 0 R': [1e9, 1e9] });
});

test('appearances are fitted into the place of their annotation, in each of their states (12.5.5)', () => {
  const found = used({
    page: {
      '/Annots': [
        '20 0 R',
        { '/AP': { '/N': { '/On': '11 0 R', '/Off': 7, '/Gone': '1 0 R' } }, '/Rect': [0, 0, 10, 10] },
      ],
    },
    objects: {
      10: form({
        '/BBox': [0, 0, 50, 10],
        '/Matrix': [0, 1, -1, 0, 0, 0],
        '/Resources': { '/XObject': { '/I': '12 0 R' } },
      }),
      11: form({ '/Resources': { '/XObject': { '/I': '13 0 R' } } }),
      12: image(),
      13: image(),
      20: { '/AP': { '/N': '10 0 R' }, '/Rect': [120, 300, 100, 200] },
    },
    contents: { 4: '', 10: '50 0 0 10 0 0 cm /I Do', 11: '3 0 0 4 0 0 cm /I Do' },
  });
  assert.deepEqual(sizes(found), { '12 0 R': [100, 20], '13 0 R': [3, 4] });
  assert.equal(found.usage.isComplete, true);
  // Turned by an eighth: the box around it is 60 by 60, and 120 by 30 is its place.
  const eighth = used({
    page: { '/Annots': [{ '/AP': { '/N': '10 0 R' }, '/Rect': [0, 0, 120, 30] }] },
    objects: {
      10: form({
        '/BBox': [0, 0, 50, 10],
        '/Matrix': [1, 1, -1, 1, 0, 0],
        '/Resources': { '/XObject': { '/I': '12 0 R' } },
      }),
      12: image(),
    },
    contents: { 4: '', 10: '10 0 0 10 0 0 cm /I Do' },
  });
  const side = Math.round(Math.hypot(20, 5) * 100) / 100;
  assert.deepEqual(sizes(eighth), { '12 0 R': [side, side] });
});

test('the content of a page is that of all its streams', () => {
  const found = used({
    page: { '/Contents': ['4 0 R', '5 0 R'] },
    resources: { '/XObject': { '/I': '12 0 R' } },
    objects: { 5: streamOf(), 12: image() },
    contents: { 4: '7 0 0 7', 5: '0 0 cm /I Do' },
  });
  assert.deepEqual(sizes(found), { '12 0 R': [7, 7] });
});

test('content that is still read when time is up may use anything', () => {
  const late = (content: string) => {
    const document = documentWith({ ...treeOf([3]), 3: { '/Contents': '4 0 R' }, 4: streamOf() });
    const deadline = performance.now() + 50;
    const waiting = () => {
      while (performance.now() <= deadline);
      return Buffer.from(content);
    };
    return usageOf(document, pagesOf(document), waiting, deadline).isComplete;
  };
  assert.deepEqual([late('n '.repeat(4095)), late('n '.repeat(4096))], [true, false]);
});

test('patterns are set in the coordinates of their content, soft masks where they are set, glyphs at any size', () => {
  const found = used({
    resources: {
      '/Pattern': { '/P': '10 0 R', '/Q': { '/PatternType': 2 } },
      '/ExtGState': {
        '/S': { '/SMask': { '/G': '11 0 R' } },
        '/T': { '/SMask': '/None' },
        '/U': { '/SMask': { '/G': '1 0 R' } },
      },
      '/Font': {
        '/F': {
          '/Subtype': '/Type3',
          '/CharProcs': { '/a': '14 0 R', '/b': 7 },
          '/Resources': { '/XObject': { '/I': '17 0 R' } },
        },
      },
      '/XObject': { '/I': '12 0 R' },
    },
    objects: {
      10: form({ '/Resources': { '/XObject': { '/I': '15 0 R' } } }),
      11: form({ '/Resources': { '/XObject': { '/I': '16 0 R' } } }),
      12: image(),
      14: streamOf(),
      15: image(),
      16: image(),
      17: image(),
    },
    contents: {
      4: '4 0 0 4 0 0 cm /P scn /Q SCN 0.5 scn /S gs /T gs /U gs BT /F 1 Tf (a) Tj ET',
      10: '2 0 0 2 0 0 cm /I Do',
      11: '2 0 0 2 0 0 cm /I Do',
      14: '/I Do',
    },
  });
  assert.equal(found.usage.isComplete, true);
  assert.deepEqual(sizes(found), { '15 0 R': [2, 2], '16 0 R': [8, 8], '17 0 R': [1e9, 1e9] });
});

test('the codes that each font shows are those of every way to show text', () => {
  const one = { '/Type': '/Font' };
  const { usage } = used({
    resources: {
      '/Font': { '/A': one, '/B': '10 0 R' },
      '/ExtGState': { '/G': { '/Font': ['10 0 R', 9] } },
      '/XObject': { '/X': '11 0 R' },
    },
    objects: { 10: { '/Type': '/Font', '/B': 1 }, 11: form() },
    contents: {
      4: '(lost) Tj /A 1 Tf (a) Tj (b) \' 1 2 (c) " [(d) -5 <65>] TJ q /G gs (f) Tj Q (g) Tj /X Do /none 1 Tf (h) Tj',
      11: '(x) Tj',
    },
  });
  const texts = [...usage.fonts].map(([font, shown]) => [font['/B'] ?? 0, [...(shown ?? [])].join('')]);
  assert.deepEqual(texts, [
    [0, 'abcdegx'],
    [1, 'f'],
  ]);
});

test('the names of resources that content uses are known in each of their kinds', () => {
  const kinds = ['/Font', '/XObject', '/Pattern', '/Shading', '/ExtGState', '/ColorSpace', '/Properties'] as const;
  const named = Object.fromEntries(kinds.map((kind) => [kind, { '/A': 1, '/B': 2, '/C': 3, '/D': 4 }]));
  const { usage, document } = used({
    resources: named,
    contents: {
      4: '/A 1 Tf /A Do /A scn /B SCN /A sh /A gs /A cs /B CS /T /A BDC /T /B DP /T << /A 1 >> BDC BI /W 1 /H 1 /BPC 8 /CS /C ID x EI BI /ColorSpace /D /F /Fl ID x EI Q',
    },
  });
  const resources = document.dictionary(pagesOf(document)[0]?.dictionary['/Resources']);
  const own = (kind: (typeof kinds)[number]) =>
    [...(usage.names.get(document.dictionary(resources[kind])) ?? [])]
      .filter((name) => !name.startsWith('/Default'))
      .join('');
  assert.deepEqual(kinds.map(own), ['/A', '/A', '/A/B', '/A', '/A', '/A/B/C/D', '/A/B']);
  assert.equal(usage.isComplete, true);
});

test('a name in another spelling is found, and one that is not may be any', () => {
  const resources = { '/XObject': { '/F\u00fc': '10 0 R' } };
  const objects = { 10: image() };
  assert.deepEqual(Object.keys(sizes(used({ resources, objects, contents: { 4: '/F\u00c3\u00bc Do' } }))), ['10 0 R']);
  assert.equal(used({ resources, objects, contents: { 4: '/F\xff Do' } }).usage.isComplete, false);
  assert.equal(used({ resources, objects, contents: { 4: '/G Do' } }).usage.isComplete, true);
});

test('content that cannot be read, or not in time, may use anything', () => {
  const isComplete = (source: Source) => used(source).usage.isComplete;
  assert.equal(isComplete({ contents: {} }), false);
  assert.equal(isComplete({ contents: { 4: '(cut' } }), false);
  assert.equal(isComplete({ contents: { 4: '' }, deadline: -1 }), false);
  assert.equal(isComplete({ contents: { 4: 'q '.repeat(1024) } }), true);
  assert.equal(isComplete({ contents: { 4: 'q '.repeat(1025) } }), false);
  assert.equal(isComplete({ contents: { 4: '' }, objects: { 9: form() } }), false, 'a form of unknown content');
});

test('forms within forms are followed, each once for each size and setting; circles and crowds end', () => {
  const calls: string[] = [];
  const run = (contents: Record<number, string>, objects: Objects, resources: PdfDictionary) => {
    calls.length = 0;
    const document = documentWith({
      ...treeOf([3]),
      3: { '/Contents': '4 0 R', '/Resources': resources },
      4: streamOf(),
      ...objects,
    });
    const usage = usageOf(
      document,
      pagesOf(document),
      (reference) => {
        calls.push(reference);
        return Buffer.from(contents[Number.parseInt(reference, 10)] ?? '');
      },
      Infinity,
    );
    return { usage, document };
  };
  const resources = { '/XObject': { '/F': '10 0 R', '/I': '11 0 R' } };
  const objects = { 10: form(), 11: image() };
  run({ 4: '/F Do /F Do 2 0 0 2 0 0 cm /F Do', 10: '/I Do' }, objects, resources);
  assert.deepEqual(calls, ['4 0 R', '10 0 R', '10 0 R']);
  const circle = run({ 4: '/F Do', 10: '/F Do /I Do' }, objects, resources);
  assert.deepEqual([circle.usage.isComplete, sizes(circle)], [true, { '11 0 R': [1, 1] }]);
  const growing = run({ 4: '/F Do', 10: '1.5 0 0 1.5 0 0 cm /F Do /I Do' }, objects, resources);
  assert.equal(growing.usage.isComplete, false, 'deeper than anybody draws');
  const crowd = run(
    { 4: Array.from({ length: 60 }, (_, n) => `q ${n + 1} 0 0 1 0 0 cm /F Do Q`).join(' '), 10: '/I Do' },
    objects,
    resources,
  );
  assert.equal(calls.length, 1 + 48 + 1);
  assert.deepEqual([crowd.usage.isComplete, sizes(crowd)], [true, { '11 0 R': [1e9, 1e9] }]);
});

test('fonts and images of the resources that fields are filled in with stay whole', () => {
  const font = { '/Type': '/Font' };
  const { usage, document } = used({
    objects: {
      9: { '/DR': { '/Font': { '/Helv': '10 0 R' }, '/XObject': { '/I': '11 0 R' }, '/ColorSpace': { '/Cs': 1 } } },
      10: font,
      11: image(),
    },
    contents: { 4: '' },
  });
  assert.equal(usage.fonts.get(document.dictionary('10 0 R')), null);
  assert.deepEqual(sizes({ usage }), { '11 0 R': [1e9, 1e9] });
  const fields = document.dictionary(document.dictionary('9 0 R')['/DR']);
  assert.ok(usage.names.get(document.dictionary(fields['/ColorSpace']))?.has('/Cs'));
});

const usageWith = (names: Usage['names'] = new Map(), isComplete = true): Usage => ({
  images: new Map(),
  fonts: new Map(),
  names,
  isComplete,
});

test('previews, private data, alternate images and unused resources are removed', () => {
  const document = documentWith({
    1: { '/PieceInfo': {}, '/A': [{ '/PieceInfo': 1, '/B': 2 }, 3] },
    2: { '/Type': '/Page', '/Thumb': '9 0 R' },
    3: { '/Thumb': 1 },
    4: image({ '/Alternates': [], '/Thumb': 1 }),
    5: { '/Alternates': 1 },
    6: { '/Font': { '/F': 1, '/G': 2 } },
    7: { '/Same': [{ '/X': 1 }] },
  });
  const fonts = document.dictionary(document.dictionary('6 0 R')['/Font']);
  clean(document, usageWith(new Map([[fonts, new Set(['/G'])]])));
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6].map((number) => document.get(`${number} 0 R`)),
    [
      { '/A': [{ '/B': 2 }, 3] },
      { '/Type': '/Page' },
      { '/Thumb': 1 },
      { '/Subtype': '/Image', '/Thumb': 1 },
      { '/Alternates': 1 },
      { '/Font': { '/G': 2 } },
    ],
  );
  assert.deepEqual(Object.keys(document.patch.objects).toSorted(), [
    'obj:1 0 R',
    'obj:2 0 R',
    'obj:4 0 R',
    'obj:6 0 R',
  ]);
  const unknown = documentWith({ 1: { '/F': 1 } });
  clean(unknown, usageWith(new Map([[unknown.dictionary('1 0 R'), new Set<string>()]]), false));
  assert.deepEqual(unknown.patch.objects, {}, 'where not everything is known nothing is unused');
});

test('objects that nest too deep stay unchanged', () => {
  const nested = (levels: number): PdfValue => (levels === 0 ? { '/PieceInfo': 1 } : [nested(levels - 1)]);
  const document = documentWith({ 1: nested(100), 2: nested(101) });
  clean(document, usageWith());
  assert.deepEqual(Object.keys(document.patch.objects), ['obj:1 0 R']);
});

test('everything is reachable that the trailer leads to, nothing else', () => {
  const document = documentWith(
    { 1: { '/A': ['2 0 R'] }, 2: streamOf({ '/B': '3 0 R' }), 3: '1 0 R', 4: '1 0 R', 5: 1 },
    { '/Info': '5 0 R' },
  );
  assert.deepEqual([...reachable(document)].toSorted(), ['1 0 R', '2 0 R', '3 0 R', '5 0 R']);
});

const store = (document: PdfDocument) => new StreamStore(document, folder);

test('a document says by its metadata whether it is made for the archive or for the press', async () => {
  const claims = async (xmp: string | null, more: Objects = {}, trailer: PdfDictionary = {}) => {
    if (xmp !== null) await writeFile(join(folder, 's-9'), xmp);
    const document = documentWith({ 1: xmp === null ? {} : { '/Metadata': '9 0 R' }, 9: streamOf(), ...more }, trailer);
    const { isOldStandard, isPrepress, keepsSpaces } = claimsOf(document, store(document));
    return [isOldStandard, isPrepress, keepsSpaces];
  };
  assert.deepEqual(await claims(null), [false, false, false]);
  assert.deepEqual(await claims('<x/>'), [false, false, false]);
  assert.deepEqual(await claims('<pdfaid:part>1</pdfaid:part>'), [true, false, true]);
  assert.deepEqual(await claims("pdfaid:part='2'"), [false, false, true]);
  assert.deepEqual(await claims('pdfx:GTS_PDFXVersion="PDF/X-4"'), [true, true, true]);
  assert.deepEqual(await claims(null, { 5: { '/GTS_PDFXVersion': 'u:PDF/X-1a' } }, { '/Info': '5 0 R' }), [
    true,
    true,
    true,
  ]);
  for (const name of ['/DefaultGray', '/DefaultRGB', '/DefaultCMYK'] as const)
    assert.deepEqual(await claims(null, { 5: [{ '/ColorSpace': { [name]: 1 } }] }), [false, false, true]);
});

test('a signature is known by the bytes that it covers', () => {
  assert.equal(isSigned(documentWith({ 1: {}, 5: [{ '/ByteRange': [], '/Contents': 'b:' }] })), true);
  assert.equal(isSigned(documentWith({ 1: { '/ByteRange': [] }, 2: { '/Contents': 'b:' } })), false);
});

test('the store returns data as it is stored, unpacked, and decoded strings (7.9.2)', async () => {
  const document = documentWith({
    1: {},
    21: streamOf({ '/Filter': '/FlateDecode' }),
    22: streamOf({ '/Filter': '/DCTDecode' }),
    23: streamOf(),
    24: 'b:00ff',
  });
  await writeFile(join(folder, 's-21'), deflated(Buffer.from('unpacked')));
  await writeFile(join(folder, 's-22'), 'picture');
  const all = store(document);
  assert.deepEqual([all.size('22 0 R'), all.raw('22 0 R').toString(), all.decoded('22 0 R')], [7, 'picture', null]);
  assert.equal(all.decoded('21 0 R')?.toString(), 'unpacked');
  assert.equal(all.decoded('21 0 R', 7), null);
  assert.deepEqual([all.size('23 0 R'), all.raw('23 0 R')], [0, Buffer.alloc(0)]);
  all.put('23 0 R', Buffer.from('new'));
  assert.deepEqual(
    [all.size('23 0 R'), all.raw('23 0 R').toString(), all.bytes('23 0 R')?.toString()],
    [3, 'new', 'new'],
  );
  assert.deepEqual(all.bytes('24 0 R'), Buffer.from([0, 255]));
  assert.deepEqual(all.bytes('u:a\u00e4\u20ac\u2022\u02d8\u017e'), Buffer.from([97, 0xe4, 0xa0, 0x80, 0x18, 0x9e]));
  assert.deepEqual([all.bytes('u:\u4e2d'), all.bytes(7), all.bytes('/Name')], [null, null, null]);
});

test('a stream is stored as well as Flate can, when that is less', () => {
  const smaller = (dictionary: PdfDictionary, raw: Buffer, isPlain = false) =>
    smallerStream(documentWith({ 1: {}, 2: streamOf({ '/Length': raw.length, ...dictionary }) }), '2 0 R', raw, {
      isPlain,
    });
  const text = Buffer.from('abcd'.repeat(100));
  const packed = smaller({ '/Own': 1 }, text);
  assert.deepEqual(packed?.dictionary, { '/Own': 1, '/Filter': '/FlateDecode' });
  assert.deepEqual(inflateSync(packed?.data ?? Buffer.alloc(0)), text);
  const hex = smaller(
    { '/Filter': '/AHx', '/DecodeParms': {} },
    Buffer.from(`${Buffer.from('short').toString('hex')}>`),
  );
  assert.deepEqual([hex?.dictionary, hex?.data.toString()], [{}, 'short'], 'short data needs no filter');
  assert.equal(smaller({ '/Filter': '/FlateDecode' }, deflated(text)), null);
  assert.equal(smaller({ '/Filter': '/DCTDecode' }, text), null);
  assert.equal(smaller({ '/Filter': '/Unknown' }, text), null);
  const plain = smaller({ '/Filter': '/AHx' }, Buffer.from(`${text.toString('hex')}>`), true);
  assert.deepEqual([plain?.dictionary, plain?.data], [{}, text]);
});

test('the room that metadata leaves for growing goes', () => {
  const xmp = `<?xpacket begin="" id=""?><x/>${' '.repeat(500)}\n<?xpacket end="w"?>`;
  const read = (type: string, data: string) => {
    const found = smallerStream(documentWith({ 1: {}, 2: streamOf({ '/Type': type }) }), '2 0 R', Buffer.from(data), {
      isPlain: true,
    });
    return found?.data.toString();
  };
  assert.equal(read('/Metadata', xmp), '<?xpacket begin="" id=""?><x/>\n<?xpacket end="w"?>');
  assert.equal(read('/Other', xmp), undefined);
  assert.equal(read('/Metadata', '<x/>'.repeat(20)), undefined);
});

test('zlib streams of every size are unpacked completely', () => {
  for (const size of [0, 10, 200_001]) {
    const data = Buffer.from(Array.from({ length: size }, (_, n) => (n * n) >> 7));
    assert.deepEqual(inflateSync(deflated(data)), data);
  }
});

test('content in many streams becomes one, but streams that pages share stay shared unless they are small', () => {
  const data = new Map<number, string>([
    [10, 'own '.repeat(100)],
    [11, 'small'],
    [12, 'x'.repeat(256)],
    [13, 'x'.repeat(257)],
    [14, 'alone'],
  ]);
  const document = documentWith({
    ...treeOf([3, 4, 5, 6]),
    3: { '/Contents': ['10 0 R', '11 0 R', '12 0 R'], '/Tabs': '/S' },
    4: { '/Contents': ['11 0 R', '12 0 R', '13 0 R'] },
    5: { '/Contents': ['13 0 R'] },
    6: { '/Contents': ['14 0 R', '15 0 R'] },
    ...Object.fromEntries(
      [...data.keys(), 15].map((number) => [number, streamOf(number === 15 ? { '/Filter': '/Unknown' } : {})]),
    ),
  });
  const all = store(document);
  for (const [number, text] of data) all.put(`${number} 0 R`, Buffer.from(text));
  joinContentStreams(document, pagesOf(document), all);
  const joined = document.dictionary('3 0 R')['/Contents'] as string;
  assert.equal(all.raw(joined).toString(), `${'own '.repeat(100)}\nsmall\n${'x'.repeat(256)}`);
  assert.equal(document.dictionary('3 0 R')['/Tabs'], '/S');
  assert.deepEqual(Object.keys(document.patch.objects).toSorted(), [`obj:${joined}`, 'obj:3 0 R'].toSorted());
});

test('the patch has each object once: streams as they were written, the others in their last state', async () => {
  const path = join(folder, 'patch.json');
  const patch = new PatchFile(path, 9);
  patch.stream('5 0 R', { '/A': 1 }, Buffer.from('data'));
  assert.deepEqual(
    [patch.has('5 0 R'), patch.has('6 0 R'), patch.bytesOf('5 0 R'), patch.bytesOf('6 0 R')],
    [true, false, 4, undefined],
  );
  patch.finish({ 'obj:5 0 R': { value: 'late' }, 'obj:6 0 R': { value: 7 } });
  assert.deepEqual(JSON.parse(await readFile(path, 'utf8')), {
    qpdf: [
      {
        jsonversion: 2,
        pdfversion: '1.7',
        pushedinheritedpageresources: false,
        calledgetallpages: false,
        maxobjectid: 9,
      },
      {
        'obj:5 0 R': { stream: { dict: { '/A': 1 }, data: Buffer.from('data').toString('base64') } },
        'obj:6 0 R': { value: 7 },
      },
    ],
  });
});

test('matrices are applied in order (8.3.4)', () => {
  assert.deepEqual(times([1, 2, 3, 4], [5, 6, 7, 8]), [19, 22, 43, 50]);
  assert.deepEqual(sides([3, 4, 5, 12]), [5, 13]);
  const document = documentWith({ 1: {} });
  assert.deepEqual(matrixOf(document, [1, 2, 3, 4, 5, 6]), [1, 2, 3, 4]);
  for (const odd of [undefined, [1, 2, 3], ['/x', 2, 3, 4, 5, 6], [1, '/x', 3, 4], [1, 2, '/x', 4]])
    assert.deepEqual(matrixOf(document, odd), [1, 0, 0, 1]);
});
