// The tables of TrueType and OpenType font programs, and their information on characters (OpenType 1.9: cmap, post).

export interface Table {
  tag: string;
  data: Buffer;
}

/** The first bytes of font programs: TrueType, Apple's TrueType. */
const versions: readonly number[] = [0x00010000, 0x74727565];

/** @throws when it is damaged or not a TrueType font */
export function tablesOf(file: Buffer): Table[] {
  if (!versions.includes(file.readUInt32BE(0))) throw new Error('not a TrueType font');
  return tableDirectory(file);
}

/** The tables of a font with any kind of outlines, whose directory begins at `start` in a collection. @throws if it is damaged */
export const tableDirectory = (file: Buffer, start = 0): Table[] =>
  Array.from({ length: file.readUInt16BE(start + 4) }, (_, n) => {
    const at = start + 12 + n * 16;
    const [from, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    if (from > file.length) throw new Error('a table outside of the file');
    return {
      tag: file.toString('latin1', at, at + 4),
      data: file.subarray(from, Math.min(from + length, file.length)),
    };
  });

const tableOf = (file: Buffer, wanted: string): Buffer | undefined =>
  tableDirectory(file).find(({ tag }) => tag === wanted)?.data;

/** How heavy a font is, as its OS/2 table says (400 is regular, 700 bold), or by the bold bit of head (macStyle). @throws when it is damaged */
export function weightClassOf(file: Buffer): number | undefined {
  const os2 = tableOf(file, 'OS/2');
  if (os2 !== undefined && os2.length >= 6) return os2.readUInt16BE(4);
  const head = tableOf(file, 'head');
  if (head === undefined || head.length < 46) return undefined;
  return (head.readUInt16BE(44) & 1) === 1 ? 700 : undefined;
}

const maxSubtables = 32;

/** Codes in a row, and the glyph of each. */
interface CodeRange {
  first: number;
  last: number;
  glyphOf: (code: number) => number;
}

export interface CharacterMap {
  platform: number;
  encoding: number;
  /** In ascending order. */
  ranges: readonly CodeRange[];
  glyphOf: (code: number) => number;
}

/** Every glyph for a code in any table of a font's cmap: formats 0, 4, 6 and 12. */
export function glyphsOfCmap(file: Buffer): CharacterMap[] {
  const cmap = tableOf(file, 'cmap');
  return cmap === undefined ? [] : characterMapsOf(cmap);
}

/** The tables of a cmap. @throws when it is damaged, or has a table of a format that is not read here */
export function characterMapsOf(cmap: Buffer): CharacterMap[] {
  return Array.from({ length: Math.min(maxSubtables, cmap.readUInt16BE(2)) }, (_, n) => {
    const ranges = rangesOf(cmap.subarray(cmap.readUInt32BE(8 + n * 8)));
    return {
      platform: cmap.readUInt16BE(4 + n * 8),
      encoding: cmap.readUInt16BE(6 + n * 8),
      ranges,
      glyphOf: (code) => {
        const range = ranges.find(({ last }) => code <= last);
        return range === undefined || code < range.first ? 0 : range.glyphOf(code);
      },
    };
  });
}

function rangesOf(table: Buffer): CodeRange[] {
  const u16 = (at: number) => (at + 2 <= table.length ? table.readUInt16BE(at) : 0);
  const u32 = (at: number) => (at + 4 <= table.length ? table.readUInt32BE(at) : 0);
  switch (u16(0)) {
    case 0:
      return [{ first: 0, last: 255, glyphOf: (code) => table[6 + code] ?? 0 }];
    case 4: {
      const segments = Math.min(u16(6) / 2, table.length / 8);
      return Array.from({ length: Math.ceil(segments) }, (_, n) => {
        const first = u16(16 + segments * 2 + n * 2);
        const delta = u16(16 + segments * 4 + n * 2);
        const rangeAt = 16 + segments * 6 + n * 2;
        const range = u16(rangeAt);
        const glyphOf = (code: number) => {
          const glyph = range === 0 ? code : u16(rangeAt + range + (code - first) * 2);
          return range !== 0 && glyph === 0 ? 0 : (glyph + delta) & 0xffff;
        };
        return { first, last: u16(14 + n * 2), glyphOf };
      });
    }
    case 6:
      return [{ first: u16(6), last: u16(6) + u16(8) - 1, glyphOf: (code) => u16(10 + (code - u16(6)) * 2) }];
    case 12:
      return Array.from({ length: Math.floor(Math.min(u32(12), table.length / 12)) }, (_, n) => {
        const at = 16 + n * 12;
        const first = u32(at);
        return { first, last: u32(at + 4), glyphOf: (code) => u32(at + 8) + code - first };
      });
    case 14:
      return []; // variation sequences
    default:
      throw new Error('a cmap of a format that is not read here');
  }
}

const maxCharacters = 0x20000;

/** By glyph: the character that a font's Unicode tables have for it, the first one where there are several. */
export function charactersOfCmap(file: Buffer): Map<number, string> {
  const found = new Map<number, string>();
  let left = maxCharacters;
  for (const { platform, encoding, ranges } of glyphsOfCmap(file)) {
    if (platform !== 0 && !(platform === 3 && (encoding === 1 || encoding === 10))) continue;
    for (const { first, last, glyphOf } of ranges)
      for (let code = Math.max(first, 0x20); code <= Math.min(last, 0x10ffff) && left > 0; code++, left--) {
        // Private-use characters and halves of a pair have no meaning.
        if (code >= 0xd800 && code <= 0xf8ff) continue;
        const glyph = glyphOf(code);
        if (glyph !== 0 && !found.has(glyph)) found.set(glyph, String.fromCodePoint(code));
      }
  }
  return found;
}

/** Names of glyphs in the Macintosh' own order; the post table continues from there. */
const standardGlyphs = 258;

/** The glyph numbers that the post table names, by name (format 2). */
export function glyphsOfPost(file: Buffer): Map<string, number> {
  const found = new Map<string, number>();
  for (const [glyph, { name }] of postEntries(file)) if (name !== undefined) found.set(name, glyph);
  return found;
}

/** By glyph: its name, or its index in the Macintosh order. */
export function postEntries(file: Buffer): Map<number, { name?: string; standard?: number }> {
  const post = tableOf(file, 'post');
  const found = new Map<number, { name?: string; standard?: number }>();
  const version = post === undefined || post.length < 32 ? 0 : post.readUInt32BE(0);
  if (version === 0x00010000) for (let n = 0; n < standardGlyphs; n++) found.set(n, { standard: n });
  if (post === undefined || post.length < 34 || version !== 0x00020000) return found;
  const count = post.readUInt16BE(32);
  const names: string[] = [];
  for (let at = 34 + count * 2; at < post.length; at += 1 + (post[at] ?? 0))
    names.push(post.toString('latin1', at + 1, at + 1 + (post[at] ?? 0)));
  for (let glyph = 0; glyph < count && 36 + glyph * 2 <= post.length; glyph++) {
    const number = post.readUInt16BE(34 + glyph * 2);
    const name = names[number - standardGlyphs];
    if (number < standardGlyphs) found.set(glyph, { standard: number });
    else if (name !== undefined) found.set(glyph, { name });
  }
  return found;
}
