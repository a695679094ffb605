// A font for invisible text: one glyph without an area, half as wide as the font's size, for every character of the first plane.
import { deflateSync } from 'node:zlib';
import { fontFile } from '#conversion/fonts/font-file.ts';
import type { PdfDocument } from '#conversion/pdf/graph.ts';

/** The width of a character, as a share of the font's size. */
export const glyphWidth = 0.5;
const unitsPerEm = 1000;
const [ascent, descent] = [750, -250];

/** Adds the font, regular or bold; its character codes are UTF-16 code units. `text` is what is set in it. @returns its reference */
export function addGlyphlessFont(
  document: PdfDocument,
  { isBold, text, file }: { isBold: boolean; text: string; file: FontFile },
): string {
  const name = isBold ? '/GlyphlessText-Bold' : '/GlyphlessText';
  const descriptor = document.add({
    '/Type': '/FontDescriptor',
    '/FontName': name,
    '/FontFamily': 'u:GlyphlessText',
    '/FontWeight': isBold ? 700 : 400,
    '/Flags': isBold ? 4 + 262_144 : 4,
    '/FontBBox': [0, descent, unitsPerEm * glyphWidth, ascent],
    '/ItalicAngle': 0,
    '/Ascent': ascent,
    '/Descent': descent,
    '/CapHeight': 700,
    '/StemV': isBold ? 160 : 80,
    '/FontFile2': file.program,
  });
  const descendant = document.add({
    '/Type': '/Font',
    '/Subtype': '/CIDFontType2',
    '/BaseFont': name,
    '/CIDSystemInfo': { '/Registry': 'u:Adobe', '/Ordering': 'u:Identity', '/Supplement': 0 },
    '/FontDescriptor': descriptor,
    '/DW': unitsPerEm * glyphWidth,
    '/CIDToGIDMap': file.glyphs,
  });
  return document.add({
    '/Type': '/Font',
    '/Subtype': '/Type0',
    '/BaseFont': name,
    '/Encoding': '/Identity-H',
    '/DescendantFonts': [descendant],
    '/ToUnicode': compressed(document, {}, Buffer.from(unicodeMap(text), 'latin1')),
  });
}

/** The streams that both weights share. */
export interface FontFile {
  program: string;
  glyphs: string;
}

export function addFontFile(document: PdfDocument): FontFile {
  const program = glyphlessProgram();
  const everyGlyph = Buffer.alloc(2 * 65_536);
  for (let at = 1; at < everyGlyph.length; at += 2) everyGlyph[at] = 1;
  return {
    program: compressed(document, { '/Length1': program.length }, program),
    glyphs: compressed(document, {}, everyGlyph),
  };
}

const compressed = (document: PdfDocument, dictionary: Record<`/${string}`, number>, data: Buffer): string =>
  document.addStream({ ...dictionary, '/Filter': '/FlateDecode' }, deflateSync(data, { level: 9 }));

/** A range for each 256 code units in use: a range must not cross them (ISO 32000-2, 9.10.3). */
function unicodeMap(text: string): string {
  const pages = new Set<number>();
  for (let n = 0; n < text.length; n++) pages.add(text.charCodeAt(n) >> 8);
  const ranges = [...pages]
    .toSorted((one, other) => one - other)
    .map((page) => {
      const high = page.toString(16).padStart(2, '0');
      return `<${high}00> <${high}ff> <${high}00>`;
    });
  const blocks: string[] = [];
  for (let at = 0; at < ranges.length; at += 100) {
    const some = ranges.slice(at, at + 100);
    blocks.push(`${some.length} beginbfrange\n${some.join('\n')}\nendbfrange`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

/**
 * A TrueType program with .notdef and one glyph (OpenType 1.9). Its outline has a box but no area: PDFium leaves out words
 * without a box, and would draw an area where a viewer shows invisible text.
 */
function glyphlessProgram(): Buffer {
  const shorts = (...values: number[]) => {
    const table = Buffer.alloc(values.length * 2);
    for (const [n, value] of values.entries()) table.writeUInt16BE(value & 0xffff, n * 2);
    return table;
  };
  const advance = unitsPerEm * glyphWidth;
  const head = Buffer.alloc(54);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt32BE(0x5f0f3cf5, 12);
  head.writeUInt16BE(unitsPerEm, 18);
  head.writeInt16BE(descent, 38);
  head.writeInt16BE(advance, 40);
  head.writeInt16BE(ascent, 42);
  head.writeUInt16BE(8, 46);
  const hhea = shorts(1, 0, ascent, descent, 0, advance, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2);
  const maxp = Buffer.alloc(32);
  maxp.writeUInt32BE(0x00010000, 0);
  maxp.writeUInt16BE(2, 4);
  maxp.writeUInt16BE(3, 6);
  maxp.writeUInt16BE(1, 8);
  maxp.writeUInt16BE(2, 14);
  const post = Buffer.alloc(32);
  post.writeUInt32BE(0x00030000, 0);
  const cmap = Buffer.concat([shorts(0, 1, 3, 1, 0, 12), shorts(4, 24, 0, 2, 2, 0, 0, 0xffff, 0, 0xffff, 1, 0)]);
  // One contour of three points on a line, all of them on the curve, their differences in 16 bits.
  const box = [0, 0, advance, ascent];
  const [middle, half] = [advance / 2, ascent / 2];
  const outline = [shorts(1, ...box, 2, 0), Buffer.from([1, 1, 1]), shorts(0, advance, -middle, 0, ascent, -half)];
  const glyf = Buffer.concat([...outline, Buffer.alloc(1)]);
  const hmtx = shorts(advance, 0, advance, 0);
  const tables = { cmap, glyf, head, hhea, hmtx, loca: shorts(0, 0, glyf.length / 2), maxp, post };
  return fontFile(
    0x00010000,
    Object.entries(tables).map(([tag, data]) => ({ tag, data })),
  );
}
