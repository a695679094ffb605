// Hangul as wide as in Korean families of Office: a whole em, for the .92 of Noto CJK. Outlines stay where they are, and those of
// other scripts are left out.
import { readCff } from '../fonts/cff.ts';
import { subsetCff } from '../fonts/cff-subset.ts';
import { characterMapsOf, tableDirectory } from '../fonts/truetype.ts';
import { setHeights, setStyle, tableIn, unnamed, type Style } from './face.ts';
import type { Vertical } from './metrics.ts';
import { cmapTable, nameIn, nameTable, wholeFont } from './sfnt.ts';

const openType = 0x4f54544f; // OTTO
/** Syllables, and letters on their own. */
const ranges: readonly (readonly [first: number, last: number])[] = [
  [0x3131, 0x318e],
  [0xac00, 0xd7a3],
];

/** Returns a font with the Hangul of a face of a collection. @throws when the collection has no such face */
export function makeHangul(
  collection: Buffer,
  face: string,
  { family, style, vertical }: { family: string; style: Style; vertical: Vertical | undefined },
): Buffer {
  const tables = tablesOfFace(collection, face);
  const table = (tag: string): Buffer => Buffer.from(tableIn(tables, tag));
  const [head, hhea, hmtx, os2] = [table('head'), table('hhea'), table('hmtx'), table('OS/2')];
  const unitsPerEm = head.readUInt16BE(18);
  const own = hhea.readUInt16BE(34);
  const codes = new Map<number, number>();
  const maps = characterMapsOf(table('cmap'));
  const map = maps.find(({ platform, encoding }) => platform === 3 && encoding === 10) ?? maps[0];
  for (const [first, last] of ranges)
    for (let code = first; code <= last; code++) {
      const glyph = map?.glyphOf(code) ?? 0;
      if (glyph !== 0 && glyph < own) codes.set(code, glyph);
    }
  for (const glyph of codes.values()) hmtx.writeUInt16BE(unitsPerEm, glyph * 4);
  setStyle(head, os2, style);
  setHeights({ hhea, os2 }, { vertical }, unitsPerEm);
  return wholeFont(openType, {
    head,
    hhea,
    maxp: table('maxp'),
    'OS/2': os2,
    hmtx,
    cmap: cmapTable(codes),
    name: nameTable(family, style, table('name')),
    post: unnamed(table('post')),
    'CFF ': subsetCff(readCff(table('CFF ')), new Set(codes.values())),
  });
}

function tablesOfFace(collection: Buffer, wanted: string): Map<string, Buffer> {
  for (let n = 0; n < collection.readUInt32BE(8); n++) {
    const directory = tableDirectory(collection, collection.readUInt32BE(12 + n * 4));
    const tables = new Map(directory.map(({ tag, data }) => [tag, data]));
    const names = tables.get('name');
    if (names !== undefined && nameIn(names, 4) === wanted) return tables;
  }
  throw new Error(`the collection has no ${wanted}`);
}
