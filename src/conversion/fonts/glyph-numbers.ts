// Which glyph of a font program a code shows: by numbers, by the font's own tables, by names (ISO 32000-2, 9.6.5 and 9.7.4).
import { builtInEncoding, readCff } from './cff.ts';
import { glyphsOfCmap, glyphsOfPost, type Table, tableDirectory } from './truetype.ts';
import { parseType1 } from './type1.ts';

/** A charstring with a bearing and a width, and no more than its end. */
const maxBlankBytes = 12;

export interface GlyphNumbers {
  glyphOf: (code: number) => number | undefined;
  /** Whether a glyph draws nothing. */
  isBlank: (glyph: number) => boolean;
  /** How many glyphs there may be. */
  count: number;
}

/** @param names of codes, by the font's dictionary; null of a font whose codes are character identifiers. @throws when it is damaged */
export function glyphNumbers(program: Buffer, names: ReadonlyMap<number, string> | null): GlyphNumbers {
  const magic = program.toString('latin1', 0, 4);
  if (program[0] === 1 && program[1] === 0 && program[2] !== 0) return numbersOfCff(program, names);
  if (magic.startsWith('%!') || program[0] === 0x80) return numbersOfType1(program, names ?? new Map());
  const tables = tableDirectory(program);
  const outlines = tables.find(({ tag }) => tag === 'CFF ')?.data;
  if (magic === 'OTTO' && outlines !== undefined) return numbersOfCff(outlines, names);
  const count = tables.find(({ tag }) => tag === 'maxp')?.data.readUInt16BE(4) ?? 0;
  const isBlank = blanksOfGlyf(tables);
  if (names === null) return { glyphOf: (code) => code, isBlank, count };
  const [named, coded] = [glyphsOfPost(program), glyphsOfCodes(program)];
  return { glyphOf: (code) => named.get(names.get(code) ?? '') ?? coded(code), isBlank, count };
}

/** By the tables for codes; those of symbols are shifted into the private use area (ISO 32000-2, 9.6.5.4). */
export function glyphsOfCodes(program: Buffer): (code: number) => number | undefined {
  const cmaps = glyphsOfCmap(program).filter(({ platform, encoding }) => platform === 1 || encoding === 0);
  return (code) => cmaps.map(({ glyphOf }) => glyphOf(code) || glyphOf(0xf000 + code)).find((glyph) => glyph > 0);
}

/** By the places of glyphs (OpenType 1.9, loca). */
function blanksOfGlyf(tables: readonly Table[]): (glyph: number) => boolean {
  const tableOf = (wanted: string) => tables.find(({ tag }) => tag === wanted)?.data;
  const [head, loca] = [tableOf('head'), tableOf('loca')];
  if (head === undefined || loca === undefined) return () => false;
  const size = head.readInt16BE(50) === 0 ? 2 : 4;
  const placeOf = (glyph: number) => loca.readUIntBE(glyph * size, size);
  return (glyph) => (glyph + 2) * size <= loca.length && placeOf(glyph) === placeOf(glyph + 1);
}

function numbersOfCff(program: Buffer, names: ReadonlyMap<number, string> | null): GlyphNumbers {
  const font = readCff(program);
  const count = font.charstrings.length;
  const isBlank = (glyph: number) => (font.charstrings[glyph]?.length ?? Infinity) <= maxBlankBytes;
  if (names === null) return { glyphOf: (code) => (font.isCid ? font.charset.indexOf(code) : code), isBlank, count };
  const encoding = builtInEncoding(font);
  const glyphs = new Map(font.charset.map((identifier, glyph) => [font.stringOf(identifier), glyph]));
  return { glyphOf: (code) => glyphs.get(names.get(code) ?? encoding.get(code)), isBlank, count };
}

/** In the order of the program, .notdef before all others. */
function numbersOfType1(program: Buffer, names: ReadonlyMap<number, string>): GlyphNumbers {
  const { encoding, charstrings } = parseType1(program);
  const order = [...charstrings.keys()];
  const missing = order.indexOf('.notdef');
  if (missing > 0) [order[0], order[missing]] = ['.notdef', order[0] ?? ''];
  const glyphs = new Map(order.map((name, glyph) => [name, glyph]));
  return {
    glyphOf: (code) => glyphs.get(names.get(code) ?? encoding.get(code) ?? ''),
    isBlank: (glyph) => (charstrings.get(order[glyph] ?? '')?.length ?? Infinity) <= maxBlankBytes,
    count: order.length,
  };
}
