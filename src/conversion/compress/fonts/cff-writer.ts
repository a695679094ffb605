// A name-keyed CFF font program written from glyphs (Adobe TN 5176), as PDF embeds it under /Type1C.
import { writeIndex } from '#conversion/fonts/cff.ts';
import { standardEncoding, standardIdentifier } from '#conversion/fonts/glyph-names.ts';
import type { Glyph } from './outline.ts';
import { type2Charstring } from './type2-charstring.ts';

export interface CffFont {
  name: string;
  fontMatrix: readonly number[];
  fontBox: readonly number[];
  encoding: ReadonlyMap<number, string>;
  privates: ReadonlyMap<string, number[]>;
  /** By name; with .notdef. */
  glyphs: ReadonlyMap<string, Glyph>;
}

const standardStrings = 391;

export function writeCff(font: CffFont): { data: Buffer; charstrings: Map<string, Buffer> } {
  const order = glyphOrder(font);
  const { typical, nominal } = widths(font);
  const charstrings = new Map(
    order.map((name): [string, Buffer] => {
      const glyph = font.glyphs.get(name);
      if (glyph === undefined) throw new Error(`no glyph ${name}`);
      return [name, type2Charstring(glyph, glyph.width === typical ? null : glyph.width - nominal)];
    }),
  );

  const strings: string[] = [];
  const identifierOf = (name: string): number => {
    const standard = standardIdentifier(name);
    if (standard !== undefined) return standard;
    if (!strings.includes(name)) strings.push(name);
    return standardStrings + strings.indexOf(name);
  };
  const charset = Buffer.from([0, ...order.slice(1).flatMap((name) => u16(identifierOf(name)))]);
  const isStandard = [...font.encoding].every(
    ([code, name]) => !font.glyphs.has(name) || standardEncoding.get(code) === name,
  );
  const encoding = isStandard ? Buffer.alloc(0) : encodingTable(font, order, identifierOf);
  const privateDictionary = Buffer.from([
    ...privateEntries(font.privates),
    ...number(typical),
    20,
    ...number(nominal),
    21,
  ]);
  const glyphIndex = writeIndex([...charstrings.values()]);

  const header = Buffer.from([1, 0, 4, 4]);
  const names = writeIndex([Buffer.from(font.name, 'latin1')]);
  const stringIndex = writeIndex(strings.map((text) => Buffer.from(text, 'latin1')));
  const noSubroutines = writeIndex([]);
  const top = (start: number) => {
    const charsetAt = start + encoding.length;
    const glyphsAt = charsetAt + charset.length;
    const privateAt = glyphsAt + glyphIndex.length;
    const typicalMatrix = [0.001, 0, 0, 0.001, 0, 0].every(
      (value, n) => Math.abs(value - (font.fontMatrix[n] ?? 0)) < 1e-9,
    );
    return Buffer.from([
      ...(typicalMatrix ? [] : [...font.fontMatrix.flatMap(number), 12, 7]),
      ...(font.fontBox.length === 4 ? [...font.fontBox.flatMap(number), 5] : []),
      ...offset(charsetAt),
      15,
      ...(isStandard ? [] : [...offset(start), 16]),
      ...offset(glyphsAt),
      17,
      ...offset(privateDictionary.length),
      ...offset(privateAt),
      18,
    ]);
  };
  const before = (topIndex: Buffer) => [header, names, topIndex, stringIndex, noSubroutines];
  const start = Buffer.concat(before(writeIndex([top(0)]))).length;
  const data = Buffer.concat([...before(writeIndex([top(start)])), encoding, charset, glyphIndex, privateDictionary]);
  return { data, charstrings };
}

/** .notdef, the glyphs that have a code in the order of their codes, the others. */
function glyphOrder({ glyphs, encoding }: CffFont): string[] {
  const coded = [...encoding].sort(([a], [b]) => a - b).map(([, name]) => name);
  return [...new Set(['.notdef', ...coded.filter((name) => glyphs.has(name)), ...glyphs.keys()])];
}

/** Format 0, with supplements for glyphs that have more than one code. */
function encodingTable(
  { encoding, glyphs }: CffFont,
  order: readonly string[],
  identifierOf: (name: string) => number,
): Buffer {
  const codesOf = new Map<string, number[]>();
  for (const [code, name] of [...encoding].sort(([a], [b]) => a - b))
    if (glyphs.has(name) && name !== '.notdef') codesOf.set(name, [...(codesOf.get(name) ?? []), code]);
  const first = order.slice(1, 1 + codesOf.size).map((name) => codesOf.get(name)?.[0] ?? 0);
  const more = [...codesOf].flatMap(([name, [, ...codes]]) => codes.map((code) => [code, ...u16(identifierOf(name))]));
  return Buffer.from([
    more.length > 0 ? 0x80 : 0,
    first.length,
    ...first,
    ...(more.length > 0 ? [more.length, ...more.flat()] : []),
  ]);
}

function widths({ glyphs }: CffFont): { typical: number; nominal: number } {
  const counts = new Map<number, number>();
  for (const { width } of glyphs.values()) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [typical = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  const others = [...counts.keys()].filter((width) => width !== typical);
  const middle = others.sort((a, b) => a - b)[others.length >> 1] ?? 0;
  return { typical, nominal: Math.round(middle) };
}

const operators: Readonly<Record<string, readonly number[]>> = {
  BlueValues: [6],
  OtherBlues: [7],
  FamilyBlues: [8],
  FamilyOtherBlues: [9],
  StdHW: [10],
  StdVW: [11],
  BlueScale: [12, 9],
  BlueShift: [12, 10],
  BlueFuzz: [12, 11],
  StemSnapH: [12, 12],
  StemSnapV: [12, 13],
  ForceBold: [12, 14],
  LanguageGroup: [12, 17],
  ExpansionFactor: [12, 18],
};
const lists = new Set(['BlueValues', 'OtherBlues', 'FamilyBlues', 'FamilyOtherBlues', 'StemSnapH', 'StemSnapV']);

function privateEntries(privates: ReadonlyMap<string, number[]>): number[] {
  return [...privates].flatMap(([key, values]) => {
    const operator = operators[key];
    if (operator === undefined) return [];
    // Lists are stored as differences.
    const stored = lists.has(key) ? values.map((value, n) => value - (values[n - 1] ?? 0)) : values.slice(0, 1);
    return [...stored.flatMap(number), ...operator];
  });
}

const u16 = (value: number): number[] => [value >> 8, value & 0xff];

const offset = (value: number): number[] => [
  29,
  (value >> 24) & 0xff,
  (value >> 16) & 0xff,
  (value >> 8) & 0xff,
  value & 0xff,
];

const nibbles: Readonly<Record<string, number>> = { '.': 10, e: 11, 'e-': 12, '-': 14 };

/** A number as dictionaries have it (section 4). */
function number(value: number): number[] {
  if (Number.isInteger(value)) {
    if (value >= -107 && value <= 107) return [value + 139];
    if (value >= 108 && value <= 1131) return [247 + ((value - 108) >> 8), (value - 108) & 0xff];
    if (value >= -1131 && value <= -108) return [251 + ((-value - 108) >> 8), (-value - 108) & 0xff];
    if (value >= -32_768 && value <= 32_767) return [28, (value >> 8) & 0xff, value & 0xff];
    return offset(value);
  }
  const text = String(Number(value.toPrecision(9))).replace('e+', 'e');
  const codes = [...text.matchAll(/e-|[-.e\d]/g)].map(([word]) => nibbles[word] ?? Number(word));
  codes.push(15);
  if (codes.length % 2 === 1) codes.push(15);
  const bytes = [30];
  for (let n = 0; n < codes.length; n += 2) bytes.push(((codes[n] ?? 15) << 4) | (codes[n + 1] ?? 15));
  return bytes;
}
