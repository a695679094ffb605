// The filters of a stream on good and damaged data (ISO 32000-2, 7.4).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { decodeStream, filtersOf } from '#conversion/pdf/filters.ts';
import type { PdfDictionary } from '#conversion/pdf/graph.ts';
import { documentWith } from '../../support/graphs.ts';

const document = documentWith({ 1: {}, 2: '/FlateDecode', 3: { '/Columns': 7 }, 4: ['/AHx', '2 0 R'] });
const plenty = 1 << 20;

const undone = (filter: string, data: Uint8Array | string, parameters: PdfDictionary = {}, maxBytes = plenty) =>
  decodeStream(
    document,
    { '/Filter': filter, '/DecodeParms': parameters },
    Buffer.from(data as string, 'latin1'),
    maxBytes,
  )?.data;

/** Data of no pattern, the same each time. */
function noise(length: number, span = 256): Buffer {
  let state = 12_345;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (state >> 16) % span;
    }),
  );
}

test('filters are read with their parameters, in one or in arrays, under their long and their short keys', () => {
  const parameters = { '/Columns': 4 };
  assert.deepEqual(filtersOf(document, {}), []);
  assert.deepEqual(filtersOf(document, { '/Filter': '2 0 R', '/DecodeParms': '3 0 R' }), [
    { filter: '/FlateDecode', parameters: { '/Columns': 7 } },
  ]);
  assert.deepEqual(filtersOf(document, { '/F': '4 0 R', '/DP': [null, parameters] }), [
    { filter: '/AHx', parameters: {} },
    { filter: '/FlateDecode', parameters },
  ]);
  assert.deepEqual(filtersOf(document, { '/Filter': [9, '/Fl'] }), [
    { filter: '', parameters: {} },
    { filter: '/Fl', parameters: {} },
  ]);
});

test('filters are undone one after the other, up to the first that makes a picture', () => {
  const packed = deflateSync('picture');
  const hex = Buffer.from(`${packed.toString('hex')}>`);
  for (const filter of ['/CCITTFaxDecode', '/CCF', '/DCTDecode', '/DCT', '/JBIG2Decode', '/JPXDecode']) {
    const decoded = decodeStream(
      document,
      { '/Filter': ['/AHx', '/Fl', filter], '/DecodeParms': [null, null, { '/K': -1 }] },
      hex,
      plenty,
    );
    assert.equal(decoded?.data.toString(), 'picture');
    assert.deepEqual(decoded?.remaining, { filter, parameters: { '/K': -1 } });
  }
  const plain = decodeStream(document, { '/Filter': ['/AHx', '/Fl'] }, hex, plenty);
  assert.deepEqual([plain?.data.toString(), plain?.remaining], ['picture', null]);
  assert.equal(decodeStream(document, {}, hex, 1)?.data, hex, 'without a filter nothing grows');
  assert.equal(decodeStream(document, { '/Filter': ['/AHx', '/Crypt'] }, hex, plenty), null);
});

test('data that grows beyond the bound is not unpacked, data that fills it is', () => {
  const packed: [string, Buffer][] = [
    ['/FlateDecode', deflateSync(Buffer.alloc(100))],
    ['/ASCIIHexDecode', Buffer.from('00'.repeat(100))],
    ['/ASCII85Decode', Buffer.from('z'.repeat(25))],
    ['/RunLengthDecode', Buffer.from([157, 0])],
    ['/LZWDecode', lzw(Buffer.alloc(100))],
  ];
  for (const [filter, data] of packed) {
    assert.equal(undone(filter, data, {}, 100)?.length, 100, filter);
    assert.equal(undone(filter, data, {}, 99), undefined, filter);
  }
  // Data beyond the bound is too much.
  assert.equal(undone('/RunLengthDecode', Buffer.from([157, 0, 157, 0]), {}, 100), undefined);
  assert.equal(undone('/LZWDecode', nineBits([65, 66, 67]), {}, 2), undefined);
  const endless = Buffer.alloc(1 << 16, 129);
  assert.equal(undone('/RunLengthDecode', endless, {}, 1000), undefined);
});

test('truncated Flate data is unpacked as far as it goes, and a broken header does not matter', () => {
  const whole = noise(4000, 16);
  const cut = deflateSync(whole).subarray(0, 1000);
  const found = undone('/FlateDecode', cut);
  assert.ok(found !== undefined && found.length > 500 && found.equals(whole.subarray(0, found.length)));
  const raw = deflateRawSync(whole);
  assert.deepEqual(undone('/Fl', Buffer.concat([Buffer.from([255, 255]), raw])), whole);
  const wrongSum = deflateSync(whole);
  wrongSum[wrongSum.length - 1] = (wrongSum.at(-1) ?? 0) ^ 1;
  assert.deepEqual(undone('/FlateDecode', wrongSum), whole);
  assert.equal(undone('/FlateDecode', 'this is not a zlib stream'), undefined);
});

test('hexadecimal data ends at its >, and a missing last digit is 0 (7.4.2)', () => {
  assert.deepEqual(undone('/AHx', ' 4 1\n4B5>4f'), Buffer.from('AKP'));
  assert.deepEqual(undone('/ASCIIHexDecode', '4g1'), Buffer.from('A'));
});

/** Bytes in base 85 (7.4.3), `z` for four zeros. */
function ascii85(data: Buffer): string {
  let text = '';
  for (let at = 0; at < data.length; at += 4) {
    const count = Math.min(4, data.length - at);
    const value = Buffer.concat([data.subarray(at, at + count), Buffer.alloc(4 - count)]).readUInt32BE();
    if (value === 0 && count === 4) text += 'z';
    else
      text += [4, 3, 2, 1, 0]
        .map((power) => String.fromCharCode(33 + (Math.floor(value / 85 ** power) % 85)))
        .join('')
        .slice(0, count + 1);
  }
  return `${text}~>`;
}

test('base 85 restores every byte, with any length of the last group (7.4.3)', () => {
  for (let length = 0; length < 12; length++) assert.deepEqual(undone('/A85', ascii85(noise(length))), noise(length));
  const all = Buffer.concat([Buffer.alloc(4), noise(1000), Buffer.alloc(8), Buffer.alloc(9, 255)]);
  assert.deepEqual(undone('/ASCII85Decode', ascii85(all)), all);
  const text = ascii85(all);
  assert.ok(text.includes('!') && text.includes('u'), 'the first and the last digit are among them');
});

test('base 85 is read over blanks, ends at its ~, and a digit alone says nothing', () => {
  assert.deepEqual(undone('/A85', ' s8\nW-\r!\tz s8W-!~>zzz'), Buffer.from('ffffffff00000000ffffffff', 'hex'));
  assert.deepEqual(undone('/A85', 's8W-!s'), Buffer.alloc(4, 255));
  // A z within a group is no digit.
  assert.deepEqual(undone('/A85', 's8zW-!'), Buffer.alloc(4, 255));
});

test('runs and copies of every length are undone, up to the mark of their end (7.4.5)', () => {
  const copy = noise(128);
  assert.deepEqual(
    undone(
      '/RunLengthDecode',
      Buffer.concat([Buffer.from([127]), copy, Buffer.from([129, 7, 255, 8, 0, 9, 128, 0, 1])]),
    ),
    Buffer.concat([copy, Buffer.alloc(128, 7), Buffer.alloc(2, 8), Buffer.from([9])]),
  );
  assert.deepEqual(undone('/RL', Buffer.from([1, 65, 66, 254, 67])), Buffer.from('ABCCC'));
  assert.deepEqual(undone('/RL', Buffer.from([5, 65, 66])), Buffer.from('AB'), 'a copy that is cut off');
  assert.deepEqual(undone('/RL', Buffer.from([254])), Buffer.alloc(3), 'a run that is cut off');
  assert.deepEqual(undone('/RL', Buffer.from([128, 0, 65])), Buffer.alloc(0));
});

interface LzwOptions {
  early?: number;
  /** Clears the table when it is full; else it stays as it is. */
  clears?: boolean;
}

/** The encoder of 7.4.4: codes of 9 to 12 bits, one bit more as soon as (early) or after the table needs it. */
function lzw(data: Buffer, { early = 1, clears = true }: LzwOptions = {}): Buffer {
  let bits = '';
  let table = new Map<string, number>();
  let codes = 0;
  /** Entries of a reader's table, which is one code behind. */
  const known = () => Math.min(4096, 258 + Math.max(0, codes - 1));
  const put = (code: number) => {
    const next = codes === 0 ? 0 : known() + early;
    bits += code.toString(2).padStart(next >= 2048 ? 12 : next >= 1024 ? 11 : next >= 512 ? 10 : 9, '0');
    codes += 1;
  };
  const clear = () => {
    put(256);
    table = new Map();
    codes = 0;
  };
  clear();
  let held = '';
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : table.get(text));
  for (const letter of data.toString('latin1')) {
    if (codeOf(held + letter) !== undefined) {
      held += letter;
      continue;
    }
    put(codeOf(held) ?? 0);
    if (258 + table.size < 4096) table.set(held + letter, 258 + table.size);
    else if (clears) clear();
    held = letter;
  }
  if (held !== '') put(codeOf(held) ?? 0);
  put(257);
  return bytesOf(bits);
}

const bytesOf = (bits: string) =>
  Buffer.from(
    (bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)),
  );
const nineBits = (codes: number[]) => bytesOf(codes.map((code) => code.toString(2).padStart(9, '0')).join(''));

test('LZW is undone through every width of its codes, with and without early change (7.4.4)', () => {
  const data = Buffer.concat([noise(6000, 40), Buffer.alloc(3000, 65), noise(9000, 5)]);
  for (const early of [1, 0])
    for (const clears of [true, false])
      assert.deepEqual(
        undone('/LZW', lzw(data, { early, clears }), early === 1 ? {} : { '/EarlyChange': 0 }),
        data,
        `early change ${early}, ${clears ? 'clearing' : 'filling'} the table`,
      );
});

test('LZW ends at its end mark, and at a code that means nothing', () => {
  assert.deepEqual(undone('/LZWDecode', nineBits([256, 65, 257, 66])), Buffer.from('A'));
  assert.deepEqual(undone('/LZWDecode', nineBits([65, 300, 66])), Buffer.from('AAAB'), 'as readers do: the next entry');
  assert.deepEqual(undone('/LZWDecode', nineBits([300, 66])), Buffer.alloc(0));
  assert.deepEqual(undone('/LZWDecode', nineBits([65, 256, 66, 258])), Buffer.from('ABBB'), 'the table begins again');
});

/** Rows as PNG's filter `kind` stores them (W3C PNG, section 9). */
function pngRows(rows: readonly Buffer[], kinds: readonly number[], step: number): Buffer {
  return Buffer.concat(
    rows.map((row, y) => {
      const above = rows[y - 1] ?? Buffer.alloc(row.length);
      const kind = kinds[y] ?? 0;
      const filtered = row.map((value, x) => {
        const [left, up, corner] = [row[x - step] ?? 0, above[x] ?? 0, x < step ? 0 : (above[x - step] ?? 0)];
        const nearest = [left, up, corner].toSorted(
          (a, b) => Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b),
        )[0];
        return value - ([0, left, up, Math.floor((left + up) / 2), nearest ?? 0][kind] ?? 0);
      });
      return Buffer.concat([Buffer.from([kind]), filtered]);
    }),
  );
}

test("PNG's predictors are undone for pixels of one, three and more bytes, each row by its own filter", () => {
  for (const { colors, bits, columns, step } of [
    { colors: 1, bits: 8, columns: 11, step: 1 },
    { colors: 3, bits: 8, columns: 7, step: 3 },
    { colors: 3, bits: 16, columns: 5, step: 6 },
    { colors: 1, bits: 2, columns: 13, step: 1 },
    { colors: 3, bits: 4, columns: 3, step: 1 },
  ]) {
    const rowBytes = Math.ceil((colors * bits * columns) / 8);
    const all = noise(rowBytes * 12);
    const rows = Array.from({ length: 12 }, (_, y) => all.subarray(y * rowBytes, (y + 1) * rowBytes));
    const kinds = [1, 2, 3, 4, 0, 4, 1, 3, 2, 4, 4, 0];
    const stored = pngRows(rows, kinds, step);
    const parameters = { '/Predictor': 15, '/Colors': colors, '/BitsPerComponent': bits, '/Columns': columns };
    assert.deepEqual(undone('/FlateDecode', deflateSync(stored), parameters), all, JSON.stringify(parameters));
    // The first row again, by each filter: there is nothing above it.
    for (const kind of [0, 1, 2, 3, 4])
      assert.deepEqual(
        undone('/LZWDecode', lzw(pngRows(rows.slice(0, 1), [kind], step)), parameters),
        rows[0],
        `filter ${kind}`,
      );
  }
});

test("the Paeth predictor chooses the nearest byte, of equals the left one, then the upper one, as PNG's standard says", () => {
  const parameters = { '/Predictor': 12, '/Columns': 2 };
  const decoded = (stored: number[]) => [
    ...(undone('/FlateDecode', deflateSync(Buffer.from(stored)), parameters) ?? []),
  ];
  // Corner 15, upper 20, left 10: the estimate is the corner.
  assert.deepEqual(decoded([0, 15, 20, 4, 251, 0]), [15, 20, 10, 15]);
  // Corner 10, upper 13, left 4: left and corner are as near.
  assert.deepEqual(decoded([0, 10, 13, 4, 250, 0]), [10, 13, 4, 4]);
  // Corner 10, upper 4, left 13: upper and corner are.
  assert.deepEqual(decoded([0, 10, 4, 4, 3, 0]), [10, 4, 13, 4]);
});

test('a truncated last row is returned as far as it goes', () => {
  const stored = Buffer.from([0, 1, 2, 3, 1, 4, 5]);
  assert.deepEqual(
    undone('/Fl', deflateSync(stored), { '/Predictor': 10, '/Columns': 3 }),
    Buffer.from([1, 2, 3, 4, 9, 0]),
  );
});

test("TIFF's differences of whole bytes are summed row by row (TIFF 6.0, section 14)", () => {
  const parameters = { '/Predictor': 2, '/Colors': 3, '/Columns': 2 };
  const stored = Buffer.from([1, 2, 3, 10, 20, 30, 255, 0, 1, 2, 2, 2, 7, 8, 9, 1]);
  assert.deepEqual(
    undone('/FlateDecode', deflateSync(stored), parameters),
    Buffer.from([1, 2, 3, 11, 22, 33, 255, 0, 1, 1, 2, 3, 7, 8, 9, 8]),
  );
  assert.equal(undone('/FlateDecode', deflateSync(stored), { ...parameters, '/BitsPerComponent': 4 }), undefined);
});

test('predictors of impossible rows leave the stream unread, and predictor 1 says that there is none', () => {
  const data = deflateSync('plain');
  assert.deepEqual(undone('/Fl', data, { '/Predictor': 1, '/Colors': 0 }), Buffer.from('plain'));
  for (const odd of [
    { '/Colors': 0 },
    { '/Columns': 0 },
    { '/Columns': (1 << 24) + 1 },
    { '/Colors': 4096, '/Columns': 4097 },
  ])
    assert.equal(undone('/Fl', data, { '/Predictor': 12, ...odd }, 1 << 26), undefined, JSON.stringify(odd));
  assert.deepEqual(undone('/Fl', deflateSync(Buffer.from([0, 1, 2, 3])), { '/Predictor': 12 }), Buffer.from([1, 4]));
  assert.equal(undone('/Fl', data, { '/Predictor': 12, '/Columns': 1 << 24 }, 1 << 24)?.length, 1 << 24);
});
