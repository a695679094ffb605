// The meaning of codes of fonts without a Unicode map, in fonts of which a test knows every byte.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeCff } from '#conversion/compress/fonts/cff-writer.ts';
import { letterOfName } from '#conversion/fonts/letters.ts';
import type { PdfDictionary, PdfValue } from '#conversion/pdf/graph.ts';
import { lettersOfFont } from '#conversion/layout/read/font-letters.ts';
import { documentWith } from '../../support/graphs.ts';

const u16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]));
const u32 = (...values: number[]) => u16(...values.flatMap((value) => [value >>> 16, value & 0xffff]));

/** A font program of some tables. */
function trueType(tables: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(tables);
  let at = 12 + entries.length * 16;
  const directory = entries.map(([tag, data]) => {
    const entry = Buffer.concat([Buffer.from(tag), u32(0, at, data.length)]);
    at += data.length;
    return entry;
  });
  return Buffer.concat([u32(0x10000), u16(entries.length, 0, 0, 0), ...directory, ...entries.map(([, data]) => data)]);
}

/** Format 4 with one segment, and the one that ends it. */
const cmapOf = (platform: number, encoding: number, first: number, last: number, glyph: number) =>
  Buffer.concat([
    u16(0, 1, platform, encoding),
    u32(12),
    u16(4, 32, 0, 4, 0, 0, 0, last, 0xffff, 0, first, 0xffff, glyph - first, 1, 0, 0),
  ]);
const postOf = (names: readonly string[]) =>
  Buffer.concat([
    u32(0x20000),
    Buffer.alloc(28),
    u16(names.length, ...names.map((_, n) => 258 + n)),
    ...names.map((name) => Buffer.concat([Buffer.from([name.length]), Buffer.from(name)])),
  ]);

const numbered: PdfDictionary = {
  '/Subtype': '/Type0',
  '/Encoding': '/Identity-H',
  '/DescendantFonts': [{ '/CIDSystemInfo': { '/Ordering': 'u:Identity' } }],
};
const textIn = (font: PdfDictionary, codes: readonly number[], program: Buffer | null = null): string => {
  const { letterOf } = lettersOfFont(documentWith({ 1: {} }), font);
  return codes.map((code) => letterOf(code, () => program) ?? '?').join('');
};
const type3 = (differences: PdfValue[]): PdfDictionary => ({
  '/Subtype': '/Type3',
  '/Encoding': { '/Differences': differences },
});
/** Named as dvips does it. */
const bitmap = (...codes: number[]) => type3(codes.flatMap((code): PdfValue[] => [code, `/a${code}`]));

test('codes are Unicode where a font has the name of a map for its map', () => {
  const font: PdfDictionary = { ...numbered, '/ToUnicode': '/Identity-H' };
  assert.equal(textIn(font, [0x48, 0x2212, 0x201c, 0x20, 0xe000]), 'H−“ ?');
});

test('numbers of glyphs are the letters that the font has them for', () => {
  const program = trueType({ cmap: cmapOf(3, 1, 0x430, 0x433, 7) });
  assert.equal(textIn(numbered, [7, 10, 8, 11], program), 'агб?');
});

test('numbers of glyphs are the letters that the font names them by', () => {
  const program = trueType({ post: postOf(['.notdef', 'h', 'aacute', 'uni0416', 'f_i', 'glyph5']) });
  assert.equal(textIn(numbered, [1, 2, 3, 4, 5], program), 'háЖfi?');
  const macintosh = trueType({ post: Buffer.concat([u32(0x10000), Buffer.alloc(28)]) });
  assert.equal(textIn(numbered, [43, 68, 85, 98, 257, 258], macintosh), 'HarÄđ?');
});

test('glyphs of a CFF font are the letters of its names', () => {
  const glyph = { width: 500, segments: [], hints: [] };
  const { data } = writeCff({
    name: 'A',
    fontMatrix: [0.001, 0, 0, 0.001, 0, 0],
    fontBox: [0, 0, 0, 0],
    encoding: new Map(),
    privates: new Map(),
    glyphs: new Map(['.notdef', 'arrowright', 'b', 'g27'].map((name) => [name, glyph])),
  });
  assert.deepEqual([...textIn(numbered, [1, 2, 3], data)].toSorted(), ['?', 'b', '→']);
});

test('a damaged font has no letters, and neither has an unknown map of glyphs', () => {
  assert.equal(textIn(numbered, [7], Buffer.from([0, 1, 0, 0, 0, 9])), '?');
  const program = trueType({ cmap: cmapOf(3, 1, 0x430, 0x433, 7) });
  const mapped = { ...numbered, '/DescendantFonts': [{ '/CIDToGIDMap': '9 0 R' }] };
  assert.equal(textIn(mapped, [7], program), '?');
});

test('bitmap letters of TeX are those of its order, ligatures too; the codes decide which of two orders it is', () => {
  const word = [...'ordinary'].map((letter) => letter.charCodeAt(0));
  assert.equal(textIn(bitmap(...word, 12, 14, 44, 123), [111, 12, 14, 123]), 'oﬁﬃ–');
  assert.equal(textIn(bitmap(...word, 28, 21, 228), [111, 28, 21, 228]), 'oﬁ–ä');
});

test('bitmap signs of formulas are not taken for letters', () => {
  assert.equal(textIn(bitmap(0, 80, 82, 88), [80, 82]), '??');
  // Letters of a font for formulas, which has alpha where text has a ligature.
  assert.equal(textIn(bitmap(11, 12, 97, 98, 120, 121), [11, 120]), '?x');
});

test('drawn letters are the ones that the encoding names', () => {
  assert.equal(textIn(type3([5, '/H', '/eacute', '/g7']), [5, 6, 7]), 'Hé?');
});

test('names of large signs and of parts of signs mean the sign', () => {
  for (const [name, sign] of Object.entries({
    parenleftbigg: '(',
    integraltext: '∫',
    summationdisplay: '∑',
    radicalBigg: '√',
    epsilon1: 'ϵ',
    arrowdblright: '⇒',
    'a.sc': 'a',
    Delta: 'Δ',
    u1D465: '𝑥',
  }))
    assert.equal(letterOfName(name), sign, name);
  for (const name of ['g27', '.notdef', 'ballot', 'uniE001', 'sixtyfour'])
    assert.equal(letterOfName(name), undefined, name);
});
