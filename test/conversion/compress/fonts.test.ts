// Font programs taken apart and written smaller, from fonts of which a test knows every byte.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { builtInEncoding, readCff, readDictionary, writeIndex } from '#conversion/fonts/cff.ts';
import { subsetCff } from '#conversion/fonts/cff-subset.ts';
import { writeCff } from '#conversion/compress/fonts/cff-writer.ts';
import { sameOutline, type Glyph, type Segment } from '#conversion/compress/fonts/outline.ts';
import { fontPrograms } from '#conversion/compress/fonts/programs.ts';
import { namesOfCodes } from '#conversion/compress/fonts/simple-encoding.ts';
import { subsetTrueType } from '#conversion/compress/fonts/truetype.ts';
import { glyphsOfCmap, glyphsOfPost, tablesOf } from '#conversion/fonts/truetype.ts';
import { type1Glyph } from '#conversion/compress/fonts/type1-charstring.ts';
import { parseType1 } from '#conversion/fonts/type1.ts';
import { charstringNumber, type2Charstring, type2Outline } from '#conversion/compress/fonts/type2-charstring.ts';
import type { Usage } from '#conversion/compress/usage.ts';
import type { PdfDictionary, PdfValue } from '#conversion/pdf/graph.ts';
import { smallerFont } from '#conversion/compress/fonts/fonts.ts';
import { unicodesOf } from '#conversion/fonts/glyph-names.ts';
import { StreamStore } from '#conversion/compress/store.ts';
import { documentWith, streamOf } from '../../support/graphs.ts';

const u16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]));
const u32 = (...values: number[]) => u16(...values.flatMap((value) => [value >>> 16, value & 0xffff]));

/** A glyph of one contour with `bytes` bytes behind its header. */
const simple = (bytes: number, fill: number) => Buffer.concat([u16(1, 0, 0, 100, 100), Buffer.alloc(bytes, fill)]);
const empty = Buffer.alloc(0);

interface TrueType {
  glyphs: readonly Buffer[];
  /** Glyphs with an advance of their own; the others have that of the last. */
  advances?: number;
  isLong?: boolean;
  cmaps?: readonly (readonly [platform: number, encoding: number, table: Buffer])[];
  post?: Buffer;
  more?: Record<string, Buffer>;
}

function trueType({ glyphs, advances = glyphs.length, isLong = false, cmaps, post, more = {} }: TrueType): Buffer {
  const padded = glyphs.map((data) => Buffer.concat([data, Buffer.alloc(data.length % 2)]));
  const places = padded.reduce((found, data) => [...found, (found.at(-1) ?? 0) + data.length], [0]);
  const head = Buffer.alloc(54);
  head.writeInt16BE(isLong ? 1 : 0, 50);
  const hhea = Buffer.alloc(36);
  hhea.writeUInt16BE(advances, 34);
  const directory = cmaps?.map(([platform, encoding], n) =>
    Buffer.concat([
      u16(platform, encoding),
      u32(4 + cmaps.length * 8 + cmaps.slice(0, n).reduce((sum, [, , table]) => sum + table.length, 0)),
    ]),
  );
  const tables: Record<string, Buffer> = {
    head,
    hhea,
    maxp: Buffer.concat([u32(0x10000), u16(glyphs.length)]),
    hmtx: Buffer.concat(glyphs.map((_, n) => (n < advances ? u16(500 + n, 10 + n) : u16(10 + n)))),
    loca: isLong ? u32(...places) : u16(...places.map((place) => place / 2)),
    glyf: Buffer.concat(padded),
    ...(cmaps === undefined
      ? {}
      : { cmap: Buffer.concat([u16(0, cmaps.length), ...(directory ?? []), ...cmaps.map(([, , table]) => table)]) }),
    ...(post === undefined ? {} : { post }),
    ...more,
  };
  let at = 12 + Object.keys(tables).length * 16;
  const rows = Object.entries(tables).map(([tag, data]) => {
    const row = Buffer.concat([Buffer.from(tag), u32(0, at, data.length)]);
    at += data.length;
    return row;
  });
  return Buffer.concat([u32(0x10000), u16(rows.length, 0, 0, 0), ...rows, ...Object.values(tables)]);
}

/** As a reader sees it: the outline, the advance and the bearing of each glyph. */
function readGlyphs(file: Buffer) {
  const tables = Object.fromEntries(tablesOf(file).map(({ tag, data }) => [tag, data]));
  const of = (tag: string) => tables[tag] ?? empty;
  const [count, isLong, advances] = [
    of('maxp').readUInt16BE(4),
    of('head').readInt16BE(50) === 1,
    of('hhea').readUInt16BE(34),
  ];
  const place = (n: number) => (isLong ? of('loca').readUInt32BE(n * 4) : of('loca').readUInt16BE(n * 2) * 2);
  assert.equal(of('loca').length, (count + 1) * (isLong ? 4 : 2));
  assert.equal(of('hmtx').length, advances * 4 + (count - advances) * 2);
  return {
    tags: Object.keys(tables),
    isLong,
    glyphs: Array.from({ length: count }, (_, n) => ({
      data: of('glyf').subarray(place(n), place(n + 1)),
      advance: of('hmtx').readUInt16BE(Math.min(n, advances - 1) * 4),
      bearing: of('hmtx').readUInt16BE(n < advances ? n * 4 + 2 : advances * 4 + (n - advances) * 2),
    })),
  };
}

const composite = (...components: Buffer[]) => Buffer.concat([u16(0xffff, 0, 0, 9, 9), ...components]);
/** Words for the place, and a scale of its own, one for each axis, or a whole matrix. */
const component = (glyph: number, { words = false, scale = 0, more = false } = {}) =>
  Buffer.concat([
    u16((words ? 1 : 0) | (more ? 0x20 : 0) | ([0, 0x08, 0x40, 0x80][scale] ?? 0), glyph),
    Buffer.alloc((words ? 4 : 2) + [0, 2, 4, 8][scale]!, 1),
  ]);

const made = [
  simple(1, 0xa0),
  simple(2, 0xa1),
  composite(
    component(1, { words: true, scale: 1, more: true }),
    component(5, { scale: 2, more: true }),
    component(6, { scale: 3, more: true }),
    component(7),
  ),
  simple(3, 0xa3),
  empty,
  simple(5, 0xa5),
  composite(component(8)),
  simple(7, 0xa7),
  simple(8, 0xa8),
  simple(9, 0xa9),
];

test('a TrueType font keeps the used glyphs, with the parts of composites; the others are empty', () => {
  for (const isLong of [false, true])
    for (const advances of [10, 4, 1]) {
      const file = trueType({
        glyphs: made,
        isLong,
        advances,
        more: { 'cvt ': Buffer.alloc(2), GPOS: Buffer.alloc(4), 'OS/2': Buffer.alloc(4) },
      });
      const before = readGlyphs(file);
      const { glyphs, tags } = readGlyphs(subsetTrueType(file, { glyphs: new Set([2, 99]), keepsNames: false }));
      assert.deepEqual(tags, ['cvt ', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']);
      assert.equal(glyphs.length, 9, 'up to the last that is used');
      for (const [n, { data, advance, bearing }] of glyphs.entries()) {
        const isUsed = [0, 1, 2, 5, 6, 7, 8].includes(n);
        assert.deepEqual(data.subarray(0, made[n]?.length), isUsed ? made[n] : empty, `outline ${n}`);
        assert.ok(isUsed || data.length === 0);
        if (isUsed)
          assert.deepEqual(
            [advance, bearing],
            [before.glyphs[n]?.advance, before.glyphs[n]?.bearing],
            `metrics ${n} of ${advances}`,
          );
        else if (n < advances) assert.deepEqual([advance, bearing], n === advances - 1 ? [500 + n, 10 + n] : [0, 0]);
        else assert.equal(bearing, 0);
      }
    }
});

test('a font that is asked by name keeps its number of glyphs and the tables of their names', () => {
  const file = trueType({
    glyphs: made,
    cmaps: [[3, 1, u16(6, 12, 0, 65, 1, 3)]],
    post: Buffer.alloc(32),
    more: { 'OS/2': Buffer.alloc(4), name: Buffer.alloc(4) },
  });
  const { glyphs, tags } = readGlyphs(subsetTrueType(file, { glyphs: new Set([3]), keepsNames: true }));
  assert.deepEqual(tags, ['OS/2', 'cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'post']);
  assert.deepEqual(
    glyphs.map(({ data }) => data.length > 0),
    [true, false, false, true, false, false, false, false, false, false],
  );
});

test('a subset has a directory as the standard wants it, with the checksums of its tables', () => {
  const file = subsetTrueType(trueType({ glyphs: made }), { glyphs: new Set([3]), keepsNames: false });
  assert.deepEqual(
    [file.readUInt32BE(0), ...[4, 6, 8, 10].map((at) => file.readUInt16BE(at))],
    [0x10000, 6, 64, 2, 32],
  );
  let end = 12 + 6 * 16;
  for (let n = 0; n < 6; n++) {
    const [sum, from, length] = [4, 8, 12].map((at) => file.readUInt32BE(12 + n * 16 + at)) as [number, number, number];
    assert.equal(from, end);
    end = from + Math.ceil(length / 4) * 4;
    let found = 0;
    for (let at = from; at < end; at += 4) found = (found + file.readUInt32BE(at)) >>> 0;
    assert.equal(sum, found);
  }
  assert.equal(end, file.length);
});

test('places of glyphs take two bytes where they fit, as long as all outlines are below 128 KiB', () => {
  const isLong = (bytes: number) =>
    readGlyphs(
      subsetTrueType(trueType({ glyphs: [simple(bytes - 10, 1), simple(2, 2)], isLong: true }), {
        glyphs: new Set([1]),
        keepsNames: false,
      }),
    ).isLong;
  assert.equal(isLong(0x20000 - 16), false);
  assert.equal(isLong(0x20000 - 12), true);
});

test('a font with nothing to draw, with short tables or with places that go backwards is written all the same', () => {
  const none = readGlyphs(
    subsetTrueType(trueType({ glyphs: [empty, empty] }), { glyphs: new Set([1]), keepsNames: false }),
  );
  assert.deepEqual(
    none.glyphs.map(({ data }) => data.length),
    [0, 0],
  );
  const cut = trueType({ glyphs: [simple(2, 1), simple(2, 2)], more: { loca: u16(0, 6), hmtx: u16(500, 10) } });
  const { glyphs } = readGlyphs(subsetTrueType(cut, { glyphs: new Set([1]), keepsNames: false }));
  assert.deepEqual(
    glyphs.map(({ data }) => data),
    [simple(2, 1), simple(2, 2)],
  );
  assert.deepEqual(
    glyphs.map(({ advance }) => advance),
    [500, 0],
  );
  const odd = trueType({ glyphs: [simple(2, 1), simple(2, 2)], more: { loca: u16(6, 0, 12) } });
  assert.deepEqual(
    readGlyphs(subsetTrueType(odd, { glyphs: new Set([1]), keepsNames: false })).glyphs.map(({ data }) => data.length),
    [0, 24],
  );
  assert.throws(
    () => subsetTrueType(Buffer.concat([u32(0x4f54544f), Buffer.alloc(20)]), { glyphs: new Set(), keepsNames: false }),
    /not a TrueType/,
  );
  assert.throws(
    () => subsetTrueType(Buffer.concat([u32(0x74727565), u16(0, 0, 0, 0)]), { glyphs: new Set(), keepsNames: false }),
    /no head/,
  );
  assert.throws(
    () => tablesOf(Buffer.concat([u32(0x10000), u16(1, 0, 0, 0), Buffer.from('head'), u32(0, 99, 1)])),
    /outside/,
  );
});

test('characters are found in tables of every common format (OpenType, cmap)', () => {
  const byteTable = Buffer.concat([u16(0, 262, 0), Buffer.from(Array.from({ length: 256 }, (_, n) => 255 - n))]);
  // 65 to 67 by a delta, 70 to 72 by a list with a hole, then the end.
  const segments = u16(4, 0, 0, 6, 0, 0, 0, 67, 72, 0xffff, 0, 65, 70, 0xffff, 0x10000 - 60, 1, 1, 0, 4, 0, 9, 0, 20);
  const trimmed = u16(6, 16, 0, 100, 3, 7, 8, 9);
  const groups = Buffer.concat([u16(12, 0), u32(0, 0, 2, 10, 12, 50, 0x1f600, 0x1f601, 90)]);
  const variations = u16(14, 0);
  const file = trueType({
    glyphs: made,
    cmaps: [
      [1, 0, byteTable],
      [3, 1, segments],
      [0, 3, trimmed],
      [3, 10, groups],
      [0, 5, variations],
    ],
  });
  const [bytes, four, six, twelve, fourteen] = glyphsOfCmap(file);
  assert.deepEqual([bytes?.platform, bytes?.encoding, four?.platform, four?.encoding], [1, 0, 3, 1]);
  const found = (table: typeof bytes, ...codes: number[]) => codes.map((code) => table?.glyphOf(code));
  assert.deepEqual(found(bytes, 0, 1, 255, 256), [255, 254, 0, 0]);
  assert.deepEqual(found(four, 64, 65, 67, 68, 70, 71, 72, 73, 0x10000), [0, 5, 7, 0, 10, 0, 21, 0, 0]);
  assert.deepEqual(found(six, 99, 100, 102, 103), [0, 7, 9, 0]);
  assert.deepEqual(found(twelve, 9, 10, 12, 13, 0x1f601, 0x1f602), [0, 50, 52, 0, 91, 0]);
  assert.deepEqual(found(fourteen, 65), [0]);
  assert.deepEqual(glyphsOfCmap(trueType({ glyphs: made })), []);
  assert.throws(() => glyphsOfCmap(trueType({ glyphs: made, cmaps: [[3, 1, u16(2, 0)]] })), /format/);
});

test('glyphs are found by the names that the post table has of its own', () => {
  const names = Buffer.from('\x05alpha\x01b');
  const post = Buffer.concat([u32(0x20000), Buffer.alloc(28), u16(4, 0, 259, 258, 300), names]);
  assert.deepEqual(
    [...glyphsOfPost(trueType({ glyphs: made, post }))],
    [
      ['b', 1],
      ['alpha', 2],
    ],
  );
  const third = Buffer.concat([u32(0x30000), post.subarray(4)]);
  for (const none of [third, post.subarray(0, 33)])
    assert.equal(glyphsOfPost(trueType({ glyphs: made, post: none })).size, 0);
  assert.equal(glyphsOfPost(trueType({ glyphs: made, post: post.subarray(0, 38) })).size, 0);
  assert.equal(glyphsOfPost(trueType({ glyphs: made })).size, 0);
});

test('codes map to the names of the encoding, changed by its differences (9.6.5)', () => {
  const document = documentWith({ 1: {}, 2: 70 });
  const names = (encoding: PdfValue | undefined, own: [number, string][], ...codes: number[]) => {
    const found = namesOfCodes(
      document,
      encoding === undefined ? {} : { '/Encoding': encoding },
      new Map(own),
      new Set(codes),
    );
    return found === null ? null : [...found.values()].map(({ names: all, isNamed }) => [...all, isNamed]);
  };
  assert.deepEqual(names(undefined, [[65, 'own']], 65, 1), [['own', 'A', false], [false]]);
  assert.deepEqual(names('/WinAnsiEncoding', [[65, 'own']], 65, 0x80, 160), [
    ['A', 'own', false],
    ['Euro', false],
    ['space', false],
  ]);
  assert.deepEqual(
    names(
      { '/BaseEncoding': '/MacRomanEncoding', '/Differences': [65, '/one', '/two', '2 0 R', '/three'] },
      [],
      65,
      66,
      67,
      70,
      0xca,
    ),
    [
      ['one', true],
      ['two', true],
      ['C', false],
      ['three', true],
      ['space', 'ring', false],
    ],
  );
  assert.deepEqual(names({ '/Differences': ['/zero'] }, [], 0), [['zero', true]]);
  assert.equal(names('/MacExpertEncoding', [], 65), null);
});

test('a font program is known with all who use it, and the codes that each shows', () => {
  const simpleFont: PdfDictionary = { '/Type': '/Font', '/FontDescriptor': '5 0 R' };
  const document = documentWith({
    1: {},
    2: simpleFont,
    3: { '/Subtype': '/Type0', '/Encoding': '/Identity-H', '/DescendantFonts': ['4 0 R'] },
    4: { '/Subtype': '/CIDFontType2', '/FontDescriptor': '5 0 R' },
    5: { '/FontFile2': '6 0 R', '/FontFile3': '9 0 R' },
    6: streamOf(),
    7: { '/Font': { '/Inner': { '/Type': '/Font', '/FontDescriptor': '8 0 R' } } },
    8: { '/FontFile': '6 0 R', '/FontFile3': 'none' },
    9: 5,
    10: { '/Subtype': '/Type0', '/Encoding': '/UniGB-UCS2-H', '/DescendantFonts': ['4 0 R'] },
    11: { '/FontDescriptor': { '/FontFile': '6 0 R' } },
  });
  const fonts = new Map([
    [document.dictionary('2 0 R'), new Set(['ab', 'b'])],
    [document.dictionary('3 0 R'), new Set(['\x01\x02\x00\x03', '\xff\xfe!'])],
    [document.dictionary('10 0 R'), new Set(['ab'])],
  ]);
  const usage: Usage = { images: new Map(), fonts, names: new Map(), isComplete: true };
  const programs = fontPrograms(document, new Set(document.references()), usage);
  assert.deepEqual(
    programs.map(({ reference, kind }) => [reference, kind]),
    [['6 0 R', '/FontFile2']],
  );
  const users = programs[0]?.users.map(({ reference, descendant, descriptor, codes }) => [
    reference,
    descendant !== null,
    descriptor,
    codes === null ? null : [...codes],
  ]);
  assert.deepEqual(users, [
    ['2 0 R', false, '5 0 R', [97, 98]],
    ['3 0 R', true, '5 0 R', [0x102, 3, 0xfffe]],
    [null, false, '8 0 R', null],
    ['10 0 R', true, '5 0 R', null],
  ]);
  const unknown = fontPrograms(document, new Set(['2 0 R']), { ...usage, isComplete: false });
  assert.deepEqual(
    unknown[0]?.users.map(({ codes }) => codes),
    [null],
  );
});

const move = (x: number, y: number): Segment => ({ kind: 'move', points: [x, y] });
const lineTo = (x: number, y: number): Segment => ({ kind: 'line', points: [x, y] });
const curve = (...points: [number, number, number, number, number, number]): Segment => ({ kind: 'curve', points });
const glyph = (segments: Segment[], width = 500, hints: Glyph['hints'] = []): Glyph => ({ width, segments, hints });

/** Points of no pattern: lines along the axes and not, curves of every kind of ends, far and near, with fractions. */
function scribble(seed: number, length: number): Segment[] {
  let state = seed;
  const random = (span: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 12) % span;
  };
  let [x, y] = [0, 0];
  const step = () => {
    const size = [0, 0, 50, 107, 108, 700, 1131, 1132, 2000, 0.5][random(10)] ?? 0;
    return random(2) === 0 ? size : -size;
  };
  const next = (): [number, number] => [(x += step()), (y += step())];
  return Array.from({ length }, () => {
    const kind = random(5);
    if (kind === 0) return move(...next());
    return kind < 3 ? lineTo(...next()) : curve(...next(), ...next(), ...next());
  });
}

test('a glyph draws the same when it is written as a Type 2 charstring and read again', () => {
  for (let seed = 1; seed < 60; seed++) {
    const segments = [move(seed, -seed), ...scribble(seed, 60)];
    assert.ok(
      sameOutline(segments, type2Outline(type2Charstring(glyph(segments), seed % 3 === 0 ? null : seed))),
      `${seed}`,
    );
  }
  const long = Array.from({ length: 200 }, (_, n) => n + 1);
  for (const segments of [
    long.map((n) => lineTo(n % 2 === 0 ? n : n - 1, n % 2 === 0 ? n - 1 : n)),
    long.map((n) => lineTo(n, n * 3)),
    long.map((n) => curve(n * 9, n, n * 9 + 1, n + 2, n * 9 + 3, n + 3)),
    long.map((n) => curve(n * 4, 0, n * 4 + 1, 2, n * 4 + 4, 0)),
    // Many in one operator: from along one axis to along the same (hhcurveto, vvcurveto).
    [move(4, 2), ...long.map((n) => curve(n * 4 + 1, n * 2, n * 4 + 2, n * 2 + 2, n * 4 + 4, n * 2 + 2))],
    [move(2, 4), ...long.map((n) => curve(n * 2, n * 4 + 1, n * 2 + 2, n * 4 + 2, n * 2 + 2, n * 4 + 4))],
  ])
    assert.ok(sameOutline(segments, type2Outline(type2Charstring(glyph(segments), null))));
});

test('a charstring never holds more arguments than a reader has room for (Adobe TN 5177, appendix B)', () => {
  const long = Array.from({ length: 100 }, (_, n) => n + 1);
  const shapes = [
    long.map((n) => lineTo(n, n * 3)),
    long.map((n) => curve(n * 9, n, n * 9 + 1, n + 2, n * 9 + 3, n + 3)),
    long.map((n) => curve(n * 4, 0, n * 4 + 1, 2, n * 4 + 4, 0)),
    long.map((n) => lineTo(n % 2 === 0 ? n : n - 1, n % 2 === 0 ? n - 1 : n)),
  ];
  for (const segments of shapes) {
    let [held, most] = [0, 0];
    for (const byte of type2Charstring(glyph(segments), null)) {
      if (byte >= 32) held += 1;
      else [held, most] = [0, Math.max(most, held)];
    }
    assert.ok(most > 40 && most <= 48, `${most}`);
  }
});

test('a moved point, another kind or another length is another outline', () => {
  const own = [move(0, 0), lineTo(1, 2)];
  assert.equal(sameOutline(own, [move(0, 0), lineTo(1, 2.001)]), true);
  for (const other of [
    [move(0, 0)],
    [move(0, 0), lineTo(1, 2.1)],
    [move(0, 0), lineTo(1.1, 2)],
    [move(0, 0), move(1, 2)],
    [...own, own[1]!],
  ])
    assert.equal(sameOutline(own, other), false);
  assert.throws(() => type2Outline(Buffer.from([2])), /operator/);
});

test('numbers of charstrings take as few bytes as they can', () => {
  assert.deepEqual(
    [0, -107, 107].map((n) => charstringNumber(n)),
    [[139], [32], [246]],
  );
  assert.deepEqual(
    [108, 363, 364, 1131].map((n) => charstringNumber(n)),
    [
      [247, 0],
      [247, 255],
      [248, 0],
      [250, 255],
    ],
  );
  assert.deepEqual(
    [-108, -1131].map((n) => charstringNumber(n)),
    [
      [251, 0],
      [254, 255],
    ],
  );
  assert.deepEqual(
    [1132, -1132, 32_767, -32_768].map((n) => charstringNumber(n)),
    [
      [28, 4, 108],
      [28, 251, 148],
      [28, 127, 255],
      [28, 128, 0],
    ],
  );
  assert.deepEqual(
    [0.5, -1.25].map((n) => charstringNumber(n)),
    [
      [255, 0, 0, 128, 0],
      [255, 255, 254, 192, 0],
    ],
  );
  for (const large of [32_768, -32_769]) assert.throws(() => charstringNumber(large), RangeError);
});

test('stems precede the outlines that they hint, and masks are where hints are replaced', () => {
  const segments = [move(5, 0), lineTo(9, 9), move(0, 20)];
  const one = {
    from: 0,
    horizontal: [
      [10, 20],
      [0, 5],
    ],
    vertical: [[7, 3]],
  } as Glyph['hints'][number];
  const n = (value: number) => value + 139;
  // Width, stems sorted by their edges and relative to each other, then the path.
  assert.deepEqual(
    [...type2Charstring(glyph(segments, 0, [one]), 50)],
    [n(50), n(0), n(5), n(5), n(20), 1, n(7), n(3), 3, n(5), 22, n(4), n(9), 5, n(-9), n(11), 21, 14],
  );
  const two = { from: 2, horizontal: [[0, 5]], vertical: [[40, -21]] } as Glyph['hints'][number];
  assert.deepEqual(
    [...type2Charstring(glyph(segments, 0, [{ from: 0, horizontal: [], vertical: [] }, one, two]), null)],
    [
      n(0),
      n(5),
      n(5),
      n(20),
      18,
      n(7),
      n(3),
      n(30),
      n(-21),
      23,
      19,
      0xe0,
      n(5),
      22,
      n(4),
      n(9),
      5,
      19,
      0x90,
      n(-9),
      n(11),
      21,
      14,
    ],
  );
  const crowd = {
    from: 0,
    horizontal: Array.from({ length: 24 }, (_, at) => [at * 3, 1] as const),
    vertical: [],
  } as unknown as Glyph['hints'][number];
  assert.equal(type2Charstring(glyph([], 0, [crowd]), null).length, 1, 'more than one operator accepts are left out');
  const fits = { ...crowd, horizontal: crowd.horizontal.slice(1) };
  assert.equal(type2Charstring(glyph([], 0, [fits]), null).length, 23 * 2 + 2);
});

const box = (size: number, width = 500) =>
  glyph([move(0, 0), lineTo(size, 0), lineTo(size, size), lineTo(0, size)], width);
const written = {
  name: 'Face',
  fontMatrix: [0.001, 0, 0, 0.001, 0, 0],
  fontBox: [-50, -200, 1200, 900],
  encoding: new Map<number, string>(),
  privates: new Map<string, number[]>(),
  glyphs: new Map([
    ['zeta.alt', box(300, 620)],
    ['.notdef', box(10)],
    ['A', box(100)],
    ['my.glyph', box(200, 700)],
    ['B', box(150)],
  ]),
};
const namesOf = (font: ReturnType<typeof readCff>) => font.charset.map((identifier) => font.stringOf(identifier));

test('a CFF font that is written has its glyphs by name, its codes, widths and hints (Adobe TN 5176)', () => {
  const privates = new Map([
    ['BlueValues', [-15, 0, 450, 460]],
    ['StdHW', [32.5, 9]],
    ['BlueScale', [0.0375]],
    ['ForceBold', [1]],
    ['Unknown', [1]],
  ]);
  const encoding = new Map([
    [66, 'A'],
    [65, 'my.glyph'],
    [200, 'A'],
    [7, 'missing'],
    [9, '.notdef'],
  ]);
  const { data, charstrings } = writeCff({ ...written, encoding, privates });
  const font = readCff(data);
  assert.deepEqual(namesOf(font), ['.notdef', 'my.glyph', 'A', 'zeta.alt', 'B']);
  assert.deepEqual(
    [...builtInEncoding(font)],
    [
      [65, 'my.glyph'],
      [66, 'A'],
      [200, 'A'],
    ],
  );
  assert.deepEqual(
    font.charstrings,
    ['.notdef', 'my.glyph', 'A', 'zeta.alt', 'B'].map((name) => charstrings.get(name)),
  );
  assert.deepEqual(font.top.find(({ operator }) => operator === 5)?.operands, written.fontBox);
  assert.equal(
    font.top.some(({ operator }) => operator === 0x0c07),
    false,
    'the usual matrix needs no words',
  );
  const entries = Object.fromEntries(
    font.privates[0]?.private.entries.map(({ operator, operands, bytes }) => [
      operator,
      operator === 10 || operator === 0x0c09 ? bytes.toString('hex') : operands,
    ]) ?? [],
  );
  // 32.5 and 0.0375 in nibbles; the usual width, and the one that others are counted from.
  assert.deepEqual(entries, {
    6: [-15, 15, 450, 10],
    10: '1e32a5ff',
    [0x0c09]: '1e0a0375ff',
    [0x0c0e]: [1],
    20: [500],
    21: [700],
  });
  for (const [name, { segments }] of written.glyphs)
    assert.ok(sameOutline(segments, type2Outline(charstrings.get(name) ?? empty)), name);
  // 620 is 80 less than 700; 500 is not said.
  assert.equal(charstrings.get('zeta.alt')?.[0], 139 - 80);
  assert.equal(charstrings.get('my.glyph')?.[0], 139);
  const plain = readCff(
    writeCff({
      ...written,
      encoding: new Map([
        [65, 'A'],
        [66, 'B'],
        [67, 'missing'],
      ]),
      fontMatrix: [0.0005, 0, 0, 0.0005, 0, 0],
    }).data,
  );
  assert.equal(plain.raw.encoding, null, "Adobe's standard encoding needs no table");
  assert.equal(builtInEncoding(plain).get(65), 'A');
  assert.equal(plain.top.find(({ operator }) => operator === 0x0c07)?.operands.length, 6);
  assert.throws(() => writeCff({ ...written, glyphs: new Map() }), /notdef/);
});

test('every hint of the whole font has its own operator (Adobe TN 5176, table 23)', () => {
  const operators = {
    BlueValues: 6,
    OtherBlues: 7,
    FamilyBlues: 8,
    FamilyOtherBlues: 9,
    StdHW: 10,
    StdVW: 11,
    BlueScale: 0x0c09,
    BlueShift: 0x0c0a,
    BlueFuzz: 0x0c0b,
    StemSnapH: 0x0c0c,
    StemSnapV: 0x0c0d,
    ForceBold: 0x0c0e,
    LanguageGroup: 0x0c11,
    ExpansionFactor: 0x0c12,
  };
  for (const [key, operator] of Object.entries(operators)) {
    const [entry] =
      readCff(writeCff({ ...written, privates: new Map([[key, [5]]]) }).data).privates[0]?.private.entries ?? [];
    assert.deepEqual([entry?.operator, entry?.operands], [operator, [5]], key);
  }
});

test('numbers of dictionaries are read in all of their forms', () => {
  const values = [0, -107, 107, 108, 1131, -108, -1131, 1132, -32_768, 32_767, 32_768, -100_000];
  const { data } = writeCff({ ...written, privates: new Map([['StemSnapH', values]]) });
  const differences = values.map((value, n) => value - (values[n - 1] ?? 0));
  assert.deepEqual(readCff(data).privates[0]?.private.entries[0]?.operands, differences);
  const [odd] = readDictionary(Buffer.from([30, 0x1a, 0x2f, 139, 30, 0xff, 140, 12, 9]));
  assert.deepEqual([odd?.operator, odd?.operands], [0x0c09, [0, 0, 0, 1]]);
  assert.throws(() => readDictionary(Buffer.from([255])), /unknown kind/);
  assert.throws(() => readDictionary(Buffer.from([31])), /unknown kind/);
});

test('an index has offsets of as many bytes as it needs', () => {
  assert.deepEqual([...writeIndex([])], [0, 0]);
  assert.deepEqual([...writeIndex([Buffer.from([7]), empty, Buffer.from([8, 9])])], [0, 3, 1, 1, 2, 2, 4, 7, 8, 9]);
  for (const [length, size] of [
    [254, 1],
    [255, 2],
    [65_534, 2],
    [65_535, 3],
  ] as const)
    assert.equal(writeIndex([Buffer.alloc(length)])[2], size, `${length}`);
});

const int = (value: number) => [29, ...u32(value)];
const call = (number: number, bias: number, operator: number) => [...charstringNumber(number - bias), operator];

interface HandMade {
  globals?: Buffer[];
  locals?: Buffer[];
  charstrings: Buffer[];
  charset?: Buffer;
  encoding?: Buffer;
  strings?: Buffer[];
  top?: number[];
  /** Of a CID-keyed font: the local subroutines of each of its dictionaries, and which one each glyph has. */
  cid?: { locals: Buffer[][]; select: Buffer };
}

/** A CFF font put together as it is told, its tables one behind the other. */
function cff({
  globals = [],
  locals = [],
  charstrings,
  charset,
  encoding,
  strings = [],
  top = [],
  cid,
}: HandMade): Buffer {
  const privateOf = (own: Buffer[]) =>
    own.length === 0 ? Buffer.from([139, 20]) : Buffer.from([139, 20, 139 + 4, 19]);
  const build = (at: Record<string, number>): { data: Buffer; at: Record<string, number> } => {
    const entries = [
      ...(cid === undefined ? [] : [139, 139, 139, 12, 30]),
      ...top,
      ...(charset === undefined ? [] : [...int(at['charset'] ?? 0), 15]),
      ...(encoding === undefined ? [] : [...int(at['encoding'] ?? 0), 16]),
      ...int(at['charstrings'] ?? 0),
      17,
      ...(cid === undefined
        ? [...int(privateOf(locals).length), ...int(at['private0'] ?? 0), 18]
        : [...int(at['array'] ?? 0), 12, 36, ...int(at['select'] ?? 0), 12, 37]),
    ];
    const parts = [
      Buffer.from([1, 0, 4, 4]),
      writeIndex([Buffer.from('Made')]),
      writeIndex([Buffer.from(entries)]),
      writeIndex(strings),
      writeIndex(globals),
    ];
    const found: Record<string, number> = {};
    const put = (name: string, data: Buffer) => {
      found[name] = Buffer.concat(parts).length;
      parts.push(data);
    };
    if (charset !== undefined) put('charset', charset);
    if (encoding !== undefined) put('encoding', encoding);
    put('charstrings', writeIndex(charstrings));
    for (const [n, own] of (cid?.locals ?? [locals]).entries())
      put(`private${n}`, Buffer.concat([privateOf(own), own.length === 0 ? empty : writeIndex(own)]));
    if (cid !== undefined) {
      put('select', cid.select);
      put(
        'array',
        writeIndex(
          cid.locals.map((own, n) => Buffer.from([...int(privateOf(own).length), ...int(at[`private${n}`] ?? 0), 18])),
        ),
      );
    }
    return { data: Buffer.concat(parts), at: found };
  };
  return build(build({}).at).data;
}

const endchar = Buffer.from([14]);
const back = Buffer.from([11]);
const draw = (...bytes: number[]) => Buffer.from([...bytes, 14]);

test('character sets and encodings of every format are read', () => {
  const charstrings = Array.from({ length: 5 }, () => endchar);
  const strings = [Buffer.from('one'), Buffer.from('two'), Buffer.from('three')];
  const charsets = {
    list: Buffer.concat([Buffer.from([0]), u16(34, 391, 392, 35)]),
    ranges: Buffer.concat([Buffer.from([1]), u16(34), Buffer.from([1]), u16(391), Buffer.from([9])]),
    wide: Buffer.concat([Buffer.from([2]), u16(391, 2, 34, 0)]),
  };
  const names = (charset?: Buffer) =>
    namesOf(readCff(cff({ charstrings, strings, ...(charset === undefined ? {} : { charset }) })));
  assert.deepEqual(names(charsets.list), ['.notdef', 'A', 'one', 'two', 'B']);
  assert.deepEqual(names(charsets.ranges), ['.notdef', 'A', 'B', 'one', 'two']);
  assert.deepEqual(names(charsets.wide), ['.notdef', 'one', 'two', 'three', 'A']);
  assert.deepEqual(names(), ['.notdef', 'space', 'exclam', 'quotedbl', 'numbersign']);
  const codes = (...encoding: number[]) => [
    ...builtInEncoding(readCff(cff({ charstrings, charset: charsets.list, strings, encoding: Buffer.from(encoding) }))),
  ];
  assert.deepEqual(codes(0, 3, 10, 20, 30), [
    [10, 'A'],
    [20, 'one'],
    [30, 'two'],
  ]);
  assert.deepEqual(codes(1, 2, 10, 1, 50, 1), [
    [10, 'A'],
    [11, 'one'],
    [50, 'two'],
    [51, 'B'],
  ]);
  assert.deepEqual(codes(0x80, 1, 10, 2, 99, 0, 35, 98, 1, 135), [
    [10, 'A'],
    [99, 'B'],
    [98, 'one'],
  ]);
  assert.deepEqual(codes(0x81, 1, 10, 0, 1, 99, 0, 34), [
    [10, 'A'],
    [99, 'A'],
  ]);
});

test('fonts of kinds that are not understood are refused', () => {
  const charstrings = [endchar];
  assert.throws(() => readCff(Buffer.from([2, 0, 4, 4])), /not a CFF/);
  assert.throws(() => readCff(cff({ charstrings, top: [140, 15] })), /expert/);
  assert.throws(() => readCff(cff({ charstrings, top: [140, 12, 6] })), /another type/);
  assert.throws(
    () =>
      readCff(
        Buffer.concat([
          Buffer.from([1, 0, 4, 4]),
          writeIndex([Buffer.from('a')]),
          writeIndex([empty, empty]),
          writeIndex([]),
          writeIndex([]),
        ]),
      ),
    /not one font/,
  );
  assert.throws(() => readCff(Buffer.from([1, 0, 4, 4, 0, 1, 1, 1, 99])), /outside/);
});

test('a CFF font keeps the glyphs that are used with the subroutines they call, at their numbers', () => {
  const globals = [draw(1), Buffer.from([...call(1, 107, 10), 11]), back, draw(140)];
  const locals = [draw(2), Buffer.from([139, 22, 11]), draw(3)];
  const charstrings = [endchar, draw(...call(1, 107, 29)), draw(...call(2, 107, 10)), Buffer.from(call(3, 107, 29))];
  const charset = Buffer.concat([Buffer.from([0]), u16(34, 391, 35)]);
  const font = readCff(
    cff({ globals, locals, charstrings, charset, strings: [Buffer.from('own')], encoding: Buffer.from([0, 1, 65]) }),
  );
  const subset = readCff(subsetCff(font, new Set([1, 3])));
  assert.deepEqual(subset.charstrings, [endchar, charstrings[1], endchar, charstrings[3]]);
  assert.deepEqual(subset.globalSubroutines, [back, globals[1], back, globals[3]]);
  assert.deepEqual(subset.privates[0]?.private.subroutines, [back, locals[1], back]);
  assert.deepEqual(namesOf(subset), ['.notdef', 'A', 'own', 'B']);
  assert.deepEqual([...builtInEncoding(subset)], [[65, 'A']]);
  assert.deepEqual(subset.privates[0]?.private.entries.find(({ operator }) => operator === 20)?.operands, [0]);
  const bare = readCff(subsetCff(font, new Set()));
  assert.deepEqual(
    [bare.globalSubroutines, bare.privates[0]?.private.subroutines, bare.charstrings.length],
    [[], [], 4],
  );
});

test('hints, widths, flex and accents are followed on the way to the subroutines', () => {
  const locals = [back, back, back];
  const stemmed = draw(139, 140, 139, 140, 1, 139, 140, 3, 139, 140, 139, 140, 19, 0xf8, ...call(1, 107, 10));
  const numbers = draw(28, 1, 2, 255, 0, 0, 0, 0, 247, 0, 251, 0, 12, 35, ...call(2, 107, 10));
  const crowded = draw(...Array.from({ length: 18 }, () => 140), 18, 20, 10, 10, ...call(0, 107, 10));
  const accented = draw(139, 139, 139 + 65, 139 + 66);
  const charset = Buffer.concat([Buffer.from([0]), u16(34, 35, 36, 37)]);
  const font = (...charstrings: Buffer[]) =>
    readCff(
      cff({
        locals,
        charstrings: [endchar, ...charstrings, ...Array.from({ length: 4 - charstrings.length }, () => draw(140, 22))],
        charset,
      }),
    );
  const called = (one: Buffer) => readCff(subsetCff(font(one), new Set([1]))).charstrings;
  for (const charstring of [stemmed, numbers, crowded]) assert.deepEqual(called(charstring)[1], charstring);
  const calls = (one: Buffer) => readCff(subsetCff(font(one), new Set([1]))).privates[0]?.private.subroutines.length;
  assert.equal(calls(stemmed), 3);
  // The glyphs that an accented one is made of stay, those at the end of the codes too.
  const composed = readCff(subsetCff(font(draw(140, 22), draw(140, 6), accented), new Set([3]))).charstrings;
  assert.deepEqual(composed, [endchar, draw(140, 22), draw(140, 6), accented, endchar]);
  assert.throws(() => called(draw(12, 10)), /operator 12 10/);
  assert.throws(() => called(Buffer.from(call(7, 107, 10))), /does not exist/);
  assert.deepEqual(called(Buffer.from([14, ...call(7, 107, 10)])).length, 5, 'operators after the end are not run');
  const endless = readCff(
    cff({ locals: [Buffer.from(call(0, 107, 10))], charstrings: [endchar, Buffer.from(call(0, 107, 10))] }),
  );
  assert.throws(() => subsetCff(endless, new Set([1])), /too deep/);
});

test('subroutines are found by a bias that grows with their number (Adobe TN 5177, 4.7)', () => {
  for (const [count, bias] of [
    [1239, 107],
    [1240, 1131],
    [33_899, 1131],
    [33_900, 32_768],
  ] as const) {
    const globals = Array.from({ length: count }, (_, n) => (n === 5 ? Buffer.from([140, 22, 11]) : back));
    const font = readCff(cff({ globals, charstrings: [endchar, draw(...call(5, bias, 29))] }));
    assert.deepEqual(readCff(subsetCff(font, new Set([1]))).globalSubroutines[5], globals[5], `${count}`);
    if (count !== 33_899) continue;
    // Numbers of each form lead to their subroutine.
    for (const number of [900, 1131, 1300, 1600, 2100, 3000]) {
      const own = readCff(
        cff({
          globals: globals.with(number, Buffer.from([140, 6, 11])),
          charstrings: [endchar, draw(...call(number, bias, 29))],
        }),
      );
      assert.deepEqual(readCff(subsetCff(own, new Set([1]))).globalSubroutines[number], Buffer.from([140, 6, 11]));
    }
  }
});

test('a CID-keyed font keeps its dictionaries, and each glyph the subroutines of its own', () => {
  const own = [
    [draw(1), draw(2)],
    [draw(3), draw(4)],
  ];
  const charstrings = [endchar, draw(...call(1, 107, 10)), draw(...call(0, 107, 10)), endchar];
  const charset = Buffer.concat([Buffer.from([2]), u16(100, 2)]);
  for (const select of [
    Buffer.from([0, 0, 0, 1, 1]),
    Buffer.concat([Buffer.from([3]), u16(2, 0), Buffer.from([0]), u16(2), Buffer.from([1]), u16(4)]),
  ]) {
    const font = readCff(cff({ charstrings, charset, cid: { locals: own, select } }));
    assert.equal(font.isCid, true);
    assert.deepEqual(font.charset, [0, 100, 101, 102]);
    assert.deepEqual(
      [0, 1, 2, 3].map((glyphNumber) => font.selectionOf(glyphNumber)),
      [0, 0, 1, 1],
    );
    const subset = readCff(subsetCff(font, new Set([1, 2])));
    assert.deepEqual(
      subset.privates.map(({ private: { subroutines } }) => subroutines),
      [
        [back, draw(2)],
        [draw(3), back],
      ],
    );
    assert.deepEqual([subset.charset, subset.charstrings], [font.charset, font.charstrings]);
    assert.deepEqual(
      [0, 1, 2, 3].map((glyphNumber) => subset.selectionOf(glyphNumber)),
      [0, 0, 1, 1],
    );
  }
});

/** Adobe Type 1 Font Format, 7.1. */
function encrypted(plain: Buffer, seed: number, lead: number): Buffer {
  let key = seed;
  return Buffer.from(
    [...Buffer.alloc(lead), ...plain].map((byte) => {
      const cipher = byte ^ (key >> 8);
      key = ((cipher + key) * 52_845 + 22_719) & 0xffff;
      return cipher;
    }),
  );
}

interface Type1 {
  clear?: string;
  privates?: string;
  subroutines?: Record<number, Buffer>;
  charstrings: Record<string, Buffer>;
  lenIV?: number;
}

const type1Parts = ({
  clear = '/Encoding StandardEncoding def',
  privates = '',
  subroutines = {},
  charstrings,
  lenIV,
}: Type1) => {
  const lead = lenIV ?? 4;
  const shown = (data: Buffer) => (lead < 0 ? data : encrypted(data, 4330, lead)).toString('latin1');
  const length = (data: Buffer) => data.length + Math.max(0, lead);
  const subrs = Object.entries(subroutines).map(([n, data]) => `dup ${n} ${length(data)} RD ${shown(data)} NP\n`);
  const glyphs = Object.entries(charstrings).map(([name, data]) => `/${name} ${length(data)} RD ${shown(data)} ND\n`);
  const secret =
    `dup /Private 9 dict dup begin ${privates} ${lenIV === undefined ? '' : `/lenIV ${lenIV} def`} ` +
    `${subrs.length > 0 ? `/Subrs ${subrs.length} array\n${subrs.join('')}` : ''}2 index /CharStrings ${glyphs.length} dict dup begin\n${glyphs.join('')}end`;
  return {
    clear: Buffer.from(`%!PS-AdobeFont-1.0\n${clear}\ncurrentfile eexec\n`),
    secret: encrypted(Buffer.from(secret, 'latin1'), 55_665, 4),
  };
};
const type1 = (font: Type1) => Buffer.concat(Object.values(type1Parts(font)));

const n1 = (value: number): number[] => {
  if (value >= -107 && value <= 107) return [value + 139];
  if (value >= 108 && value <= 1131) return [247 + ((value - 108) >> 8), (value - 108) & 0xff];
  if (value >= -1131 && value <= -108) return [251 + ((-value - 108) >> 8), (-value - 108) & 0xff];
  return [255, ...u32(value)];
};
/** Numbers, and operators by their codes in text. */
const code = (words: string): Buffer =>
  Buffer.from(
    words
      .split(' ')
      .flatMap((word) => (word.startsWith('#') ? word.slice(1).split('.').map(Number) : n1(Number(word)))),
  );

test('a Type 1 font is taken apart, in binary, in hexadecimal and in segments', () => {
  const source: Type1 = {
    clear:
      '/FontMatrix [0.002 0 0 0.002 0 0] readonly def\n/FontBBox {-10 -20 30 40} def /Encoding 256 array\ndup 65 /A put dup 8 /.notdef put\ndup 200 /b.c put',
    privates:
      '/BlueValues [-15 0 450 460] def /StdHW [32] def /BlueScale 0.04 def /ForceBold true def /StemSnapV [] def',
    subroutines: { 0: code('#11'), 3: code('1 #11') },
    charstrings: { '.notdef': code('0 500 #13 #14'), A: code('1 #14') },
  };
  const { clear, secret } = type1Parts(source);
  const segment = (kind: number, data: Buffer) =>
    Buffer.concat([Buffer.from([0x80, kind]), u32(data.length).toReversed(), data]);
  const files = [
    type1(source),
    Buffer.concat([clear, Buffer.from(`\n${secret.toString('hex').replace(/.{64}/g, '$&\n')}`)]),
    Buffer.concat([segment(1, clear), segment(2, secret), Buffer.from([0x80, 3])]),
  ];
  for (const file of files) {
    const font = parseType1(file);
    assert.deepEqual(
      [font.fontMatrix, font.fontBox],
      [
        [0.002, 0, 0, 0.002, 0, 0],
        [-10, -20, 30, 40],
      ],
    );
    assert.deepEqual(
      [...font.encoding],
      [
        [65, 'A'],
        [200, 'b.c'],
      ],
    );
    assert.deepEqual(
      [...font.privates],
      [
        ['BlueValues', [-15, 0, 450, 460]],
        ['BlueScale', [0.04]],
        ['StdHW', [32]],
        ['ForceBold', [1]],
      ],
    );
    assert.deepEqual(
      [...font.subroutines],
      [
        [0, code('#11')],
        [3, code('1 #11')],
      ],
    );
    assert.deepEqual(
      [...font.charstrings],
      [
        ['.notdef', code('0 500 #13 #14')],
        ['A', code('1 #14')],
      ],
    );
  }
  const bare = parseType1(type1({ charstrings: { A: code('1') } }));
  assert.deepEqual(
    [bare.fontMatrix, bare.fontBox, bare.encoding.get(65)],
    [[0.001, 0, 0, 0.001, 0, 0], [0, 0, 0, 0], 'A'],
  );
  for (const lenIV of [0, 1, -1])
    assert.deepEqual(parseType1(type1({ charstrings: { A: code('1 2') }, lenIV })).charstrings.get('A'), code('1 2'));
});

test('fonts that have no simple equal, or are cut off, are refused', () => {
  const charstrings = { A: code('1') };
  assert.throws(() => parseType1(Buffer.from('nothing')), /no eexec/);
  assert.throws(() => parseType1(type1({ clear: '/WeightVector [0]', charstrings })), /multiple master/);
  assert.throws(() => parseType1(type1({ clear: '/PaintType 2 def', charstrings })), /stroked/);
  assert.throws(() => parseType1(type1({ charstrings: {} })), /no charstrings/);
  assert.throws(() => parseType1(type1({ charstrings: { A: Buffer.alloc(90) } }).subarray(0, -40)), /cut off/);
});

const drawnBy = (words: string, more: Partial<Type1> = {}) =>
  type1Glyph(parseType1(type1({ ...more, charstrings: { ...more.charstrings, g: code(words) } })), 'g');

test('every operator of Type 1 charstrings draws correctly (Adobe Type 1 Font Format, chapter 6)', () => {
  const { width, segments } = drawnBy(
    '10 600 #13 5 6 #21 7 #22 8 #4 1 2 #5 3 #6 4 #7 #9 1 2 3 4 5 6 #8 1 2 3 4 #30 1 2 3 4 #31 2000 -300 #21 108 -1131 #5 6 4 #12.12 2 #5 #14 9 #6',
  );
  assert.equal(width, 600);
  assert.deepEqual(segments, [
    move(15, 6),
    move(22, 6),
    move(22, 14),
    lineTo(23, 16),
    lineTo(26, 16),
    lineTo(26, 20),
    curve(27, 22, 30, 26, 35, 32),
    curve(35, 33, 37, 36, 41, 36),
    curve(42, 36, 44, 39, 44, 43),
    move(2044, -257),
    lineTo(2152, -1388),
    lineTo(2153.5, -1386),
  ]);
  assert.deepEqual(drawnBy('3 4 500 0 #12.7 1 #22').segments, [move(4, 4)], 'with a vertical bearing (sbw)');
  assert.equal(drawnBy('3 4 500 0 #12.7').width, 500);
  assert.throws(() => drawnBy('#2'), /operator 2/);
  assert.throws(() => drawnBy('#12.5'), /operator 12 5/);
  assert.deepEqual(drawnBy('#12.0 1 2 #12.33').segments, []);
});

test('stems are counted from the bearing, and replaced where subroutine 3 says so', () => {
  const { hints } = drawnBy(
    '10 20 500 0 #12.7 1 2 #1 3 4 #3 1 2 3 4 5 6 #12.2 1 2 3 4 5 6 #12.1 1 #22 4 1 3 #12.16 #12.17 #10 7 8 #1',
    { subroutines: { 4: code('#11') } },
  );
  assert.deepEqual(hints, [
    {
      from: 0,
      horizontal: [
        [21, 2],
        [21, 2],
        [23, 4],
        [25, 6],
      ],
      vertical: [
        [13, 4],
        [11, 2],
        [13, 4],
        [15, 6],
      ],
    },
    { from: 1, horizontal: [[27, 8]], vertical: [] },
  ]);
});

test('flex is two curves, and drawing continues from its end (8.3)', () => {
  const point = (dx: number, dy: number) => `${dx} ${dy} #21 0 2 #12.16`;
  const flex = `0 500 #13 100 100 #21 0 1 #12.16 ${point(9, 9)} ${point(1, 2)} ${point(3, 4)} ${point(5, 6)} ${point(7, 8)} ${point(9, 10)} ${point(11, 12)} 50 145 151 3 0 #12.16 #12.17 #12.17 #12.33 1 #6`;
  assert.deepEqual(drawnBy(flex).segments, [
    move(100, 100),
    curve(110, 111, 113, 115, 118, 121),
    curve(125, 129, 134, 139, 145, 151),
    lineTo(146, 151),
  ]);
  assert.throws(() => drawnBy('50 1 1 3 0 #12.16'), /flex/);
  assert.throws(() => drawnBy('0 99 #12.16'), /other subroutine/);
  assert.deepEqual(drawnBy('5 1 12 #12.16 #12.17 #22').segments, [move(0, 0)], 'counters say nothing here');
});

test('an accented glyph is its base with the accent moved over it', () => {
  const charstrings = {
    A: code('10 600 #13 1 2 #1 5 #22 9 #7 #14'),
    acute: code('40 300 #13 3 4 #1 1 2 #3 6 #22 #14'),
  };
  const made1 = drawnBy('20 700 #13 40 100 200 65 194 #12.6', { charstrings });
  assert.equal(made1.width, 700);
  // The accent's own bearing is 40; it is put at 100 from the composite's.
  assert.deepEqual(made1.segments, [move(15, 0), lineTo(15, 9), move(46 + 80, 200)]);
  assert.deepEqual(made1.hints, [
    { from: 0, horizontal: [[1, 2]], vertical: [] },
    { from: 2, horizontal: [[203, 4]], vertical: [[121, 2]] },
  ]);
  assert.throws(
    () =>
      drawnBy('0 0 #13 0 0 0 65 194 #12.6', { charstrings: { ...charstrings, A: code('0 0 #13 0 0 0 65 194 #12.6') } }),
    /composite of composites/,
  );
  assert.throws(() => drawnBy('0 0 #13 0 0 0 66 194 #12.6', { charstrings }), /no glyph B/);
});

test('charstrings without end are refused', () => {
  assert.throws(() => drawnBy('0 #10', { subroutines: { 0: code('0 #10') } }), /too deep/);
  assert.throws(() => drawnBy('7 #10'), /does not exist/);
  assert.deepEqual(
    drawnBy('0 #10', {
      subroutines: Object.fromEntries(
        Array.from({ length: 16 }, (_, n) => [n, code(n === 15 ? '5 #22 #11' : `${n + 1} #10 #11`)]),
      ),
    }).segments,
    [move(5, 0)],
  );
});

test('the name of a glyph determines its character (Adobe Glyph List)', () => {
  const meanings: Record<string, number[]> = {
    A: [0x41],
    Euro: [0x20ac],
    Delta: [0x2206, 0x394],
    alpha: [0x3b1],
    uni20AC: [0x20ac],
    u1F600: [0x1f600],
    uni20: [],
    Aacute: [0xc1],
    ccaron: [0x10d],
    scommaaccent: [0x15f, 0x219],
    scedilla: [0x15f],
    qacute: [],
    afii10017: [0x410],
    afii10022: [0x415],
    afii10023: [0x401],
    afii10024: [0x416],
    afii10049: [0x42f],
    afii10050: [],
    afii10064: [],
    afii10065: [0x430],
    afii10071: [0x451],
    afii10097: [0x44f],
    afii10098: [],
    nothing: [],
  };
  for (const [name, found] of Object.entries(meanings)) assert.deepEqual(unicodesOf(name), found, name);
});

interface Embedded {
  kind: '/FontFile' | '/FontFile2' | '/FontFile3';
  file: Buffer;
  program?: PdfDictionary;
  font: PdfDictionary;
  descendant?: PdfDictionary;
  /** The shown text, one character a byte; null if not everything is known. */
  shown: string | null;
  descriptor?: PdfDictionary;
}

/** The font of a document made smaller: its names, its program and its descriptor. */
function shrunk({ kind, file, program = {}, font, descendant, shown, descriptor = {} }: Embedded) {
  const document = documentWith({
    1: {},
    2: {
      '/Type': '/Font',
      '/BaseFont': '/Face',
      ...(descendant === undefined ? { '/FontDescriptor': '4 0 R' } : { '/DescendantFonts': ['3 0 R'] }),
      ...font,
    },
    3: {
      '/Type': '/Font',
      '/Subtype': '/CIDFontType2',
      '/BaseFont': '/Face',
      '/FontDescriptor': '4 0 R',
      ...descendant,
    },
    4: { '/FontName': '/Face', [kind]: '5 0 R', ...descriptor },
    5: streamOf(program),
  });
  const store = new StreamStore(document, '/none');
  store.put('5 0 R', file);
  const fonts = new Map([[document.dictionary('2 0 R'), shown === null ? null : new Set([shown])]]);
  const [found] = fontPrograms(document, new Set(['2 0 R']), {
    images: new Map(),
    fonts,
    names: new Map(),
    isComplete: true,
  });
  assert.ok(found !== undefined);
  const smaller = smallerFont(document, found, store);
  if (smaller === null) return null;
  const names = [
    document.dictionary('2 0 R')['/BaseFont'],
    document.dictionary('3 0 R')['/BaseFont'],
    document.dictionary('4 0 R')['/FontName'],
  ];
  return {
    file: inflateSync(smaller.data),
    dictionary: smaller.dictionary,
    names,
    descriptor: document.dictionary('4 0 R'),
  };
}

const manyGlyphs = [empty, ...Array.from({ length: 200 }, (_, n) => simple(60, n + 1))];
const drawnGlyphs = (file: Buffer) => readGlyphs(file).glyphs.flatMap(({ data }, n) => (data.length > 0 ? [n] : []));
const tagged = /^\/[A-Z]{6}\+Face$/;

test('a TrueType font that shows two characters keeps their glyphs, and says that it is a subset (9.9.2)', () => {
  // Characters 32 to 231 have the glyphs 1 to 200.
  const file = trueType({
    glyphs: manyGlyphs,
    cmaps: [[3, 1, u16(6, 410, 0, 32, 200, ...Array.from({ length: 200 }, (_, n) => n + 1))]],
  });
  const font = { '/Subtype': '/TrueType', '/Encoding': '/WinAnsiEncoding' };
  const kept = shrunk({ kind: '/FontFile2', file, font, shown: 'AB' });
  assert.deepEqual(drawnGlyphs(kept?.file ?? empty), [34, 35]);
  assert.deepEqual(kept?.dictionary, { '/Filter': '/FlateDecode', '/Length1': kept?.file.length });
  assert.match(JSON.stringify(kept?.names[0]).slice(1, -1), tagged);
  assert.equal(kept?.names[2], kept?.names[0]);
  const named = shrunk({
    kind: '/FontFile2',
    file,
    font: { ...font, '/Encoding': { '/Differences': [1, '/C'] } },
    shown: '\x01',
  });
  assert.deepEqual(drawnGlyphs(named?.file ?? empty), [36]);
  assert.equal(
    shrunk({
      kind: '/FontFile2',
      file,
      font: { ...font, '/Encoding': { '/Differences': [1, '/nowhere'] } },
      shown: '\x01',
    }),
    null,
    'a character that is not found here may be found by others',
  );
  assert.notEqual(shrunk({ kind: '/FontFile2', file, font, shown: 'A\xa0' }), null, 'but a blank needs no glyph');
  assert.equal(shrunk({ kind: '/FontFile2', file, font, shown: null }), null);
  assert.equal(shrunk({ kind: '/FontFile2', file: trueType({ glyphs: manyGlyphs }), font, shown: 'A' }), null);
  assert.equal(shrunk({ kind: '/FontFile2', file: Buffer.from('damaged'), font, shown: 'A' }), null);
  const before = shrunk({
    kind: '/FontFile2',
    file,
    font: { ...font, '/BaseFont': '/ABCDEF+Face' },
    descriptor: { '/FontName': '/ABCDEF+Face' },
    shown: 'A',
  });
  assert.deepEqual(
    [before?.names[0], before?.names[2]],
    ['/ABCDEF+Face', '/ABCDEF+Face'],
    'a subset has its letters already',
  );
});

test('a composite font keeps the glyphs whose numbers it shows', () => {
  const composed = (more: PdfDictionary = {}) =>
    shrunk({
      kind: '/FontFile2',
      file: trueType({ glyphs: manyGlyphs }),
      font: { '/Subtype': '/Type0', '/Encoding': '/Identity-H' },
      descendant: more,
      shown: '\0\x05\0\x07',
    });
  const kept = composed();
  assert.deepEqual(drawnGlyphs(kept?.file ?? empty), [5, 7]);
  assert.ok(kept?.names.every((name) => tagged.test(name as string)));
  assert.notEqual(composed({ '/CIDToGIDMap': '/Identity' }), null);
  assert.equal(composed({ '/CIDToGIDMap': '5 0 R' }), null, 'a map of its own is not followed');
});

test('a Type 1 font becomes CFF with the glyphs that it shows', () => {
  const names = ['.notdef', 'space', 'A', 'B', 'C', 'D', 'E', 'F'];
  const charstrings = Object.fromEntries(
    names.map((name, n) => [
      name,
      code(
        `0 500 #13 ${scribble(n + 1, 40)
          .map(() => `${n * 7 + 1} ${n + 3} #5`)
          .join(' ')} #14`,
      ),
    ]),
  );
  const file = type1({ charstrings });
  const font = { '/Subtype': '/Type1', '/Encoding': '/WinAnsiEncoding' };
  const kept = shrunk({ kind: '/FontFile', file, font, shown: 'AC', descriptor: { '/CharSet': 'u:/A/B' } });
  assert.deepEqual(namesOf(readCff(kept?.file ?? empty)), ['.notdef', 'space', 'A', 'C']);
  assert.deepEqual(kept?.dictionary, { '/Subtype': '/Type1C', '/Filter': '/FlateDecode' });
  assert.deepEqual(
    [kept?.descriptor['/FontFile'], kept?.descriptor['/FontFile3'], kept?.descriptor['/FontName']],
    [undefined, '5 0 R', kept?.names[0]],
  );
  assert.equal(kept?.descriptor['/CharSet'], 'u:/space/A/C');
  assert.match(JSON.stringify(kept?.names[0]).slice(1, -1), tagged);
  const all = shrunk({ kind: '/FontFile', file, font, shown: 'ABCDEF' });
  assert.deepEqual(
    [all?.names[0], all?.descriptor['/CharSet']],
    ['/Face', undefined],
    'a font that lost nothing is no subset',
  );
  assert.equal(shrunk({ kind: '/FontFile', file, font, shown: 'AG' }), null);
  assert.equal(shrunk({ kind: '/FontFile', file, font: { ...font, '/Subtype': '/MMType1' }, shown: 'A' }), null);
});

test('a CFF font keeps the glyphs that it shows, by their names or their identifiers', () => {
  const glyphs = new Map(
    ['.notdef', 'space', ...'ABCDEFGHIJ'].map((name, n) => [
      name,
      glyph([move(0, 0), ...scribble(n + 1, 30)], 500 + n),
    ]),
  );
  const file = writeCff({ ...written, glyphs }).data;
  const font = { '/Subtype': '/Type1', '/Encoding': '/WinAnsiEncoding' };
  const drawnNames = (data: Buffer | undefined) => {
    const read = readCff(data ?? empty);
    return namesOf(read).filter((_, n) => (read.charstrings[n]?.length ?? 0) > 1);
  };
  const kept = shrunk({ kind: '/FontFile3', file, program: { '/Subtype': '/Type1C' }, font, shown: 'BD' });
  assert.deepEqual(drawnNames(kept?.file), ['.notdef', 'space', 'B', 'D']);
  assert.deepEqual(kept?.dictionary, { '/Subtype': '/Type1C', '/Filter': '/FlateDecode' });
  assert.match(JSON.stringify(kept?.names[0]).slice(1, -1), tagged);
  const byNumber = shrunk({
    kind: '/FontFile3',
    file,
    program: { '/Subtype': '/CIDFontType0C' },
    font: { '/Subtype': '/Type0', '/Encoding': '/Identity-H' },
    descendant: {},
    shown: '\0\x03',
  });
  assert.deepEqual(drawnNames(byNumber?.file), ['.notdef', namesOf(readCff(file))[3]]);
  for (const shown of ['Z', null])
    assert.equal(shrunk({ kind: '/FontFile3', file, program: { '/Subtype': '/Type1C' }, font, shown }), null);
  assert.equal(shrunk({ kind: '/FontFile3', file, program: { '/Subtype': '/OpenType' }, font, shown: 'A' }), null);
});
