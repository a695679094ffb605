// Hangul as wide as in Korean families of Office: a whole em, for the .92 of Noto CJK. The outlines stay where they are; letters
// of other scripts are emptied (Adobe TN 5176: INDEX, Top DICT).
import { glyphsOfCmap } from '../fonts/truetype.ts';
import { setHeights, setStyle, unnamed, type Style } from './face.ts';
import type { Vertical } from './metrics.ts';
import { cmapTable, fontFile, nameIn, nameTable } from './sfnt.ts';

const openType = 0x4f54544f; // OTTO
/** Syllables, and letters on their own. */
const ranges: readonly (readonly [first: number, last: number])[] = [
  [0x3131, 0x318e],
  [0xac00, 0xd7a3],
];
/** A charstring that draws nothing. */
const nothing = Buffer.from([14]);
const operators = { charStrings: 17, private: 18, fontArray: 0x0c24 } as const;

/** Returns a font with the Hangul of a face of a collection. @throws when the collection has no such face */
export function makeHangul(
  collection: Buffer,
  face: string,
  { family, style, vertical }: { family: string; style: Style; vertical: Vertical | undefined },
): Buffer {
  const tables = new Map(tablesOfFace(collection, face).map(([tag, data]) => [tag, data]));
  const table = (tag: string): Buffer => {
    const data = tables.get(tag);
    if (data === undefined) throw new Error(`no table ${tag}`);
    return Buffer.from(data);
  };
  const [head, hhea, hmtx, os2] = [table('head'), table('hhea'), table('hmtx'), table('OS/2')];
  const unitsPerEm = head.readUInt16BE(18);
  const own = hhea.readUInt16BE(34);
  const codes = new Map<number, number>();
  const maps = glyphsOfCmap(withDirectory(table('cmap')));
  const map = maps.find(({ platform, encoding }) => platform === 3 && encoding === 10) ?? maps[0];
  for (const [first, last] of ranges)
    for (let code = first; code <= last; code++) {
      const glyph = map?.glyphOf(code) ?? 0;
      if (glyph !== 0 && glyph < own) codes.set(code, glyph);
    }
  for (const glyph of codes.values()) hmtx.writeUInt16BE(unitsPerEm, glyph * 4);
  setStyle(head, os2, style);
  setHeights({ hhea, os2 }, { vertical }, unitsPerEm);
  return fontFile(
    openType,
    new Map([
      ['head', head],
      ['hhea', hhea],
      ['maxp', table('maxp')],
      ['OS/2', os2],
      ['hmtx', hmtx],
      ['cmap', cmapTable(codes)],
      ['name', nameTable(family, style, table('name'))],
      ['post', unnamed(table('post'))],
      ['CFF ', onlyGlyphs(table('CFF '), new Set(codes.values()))],
    ]),
  );
}

/** A file that has this cmap alone. */
const withDirectory = (cmap: Buffer) =>
  fontFile(
    openType,
    new Map([
      ['cmap', cmap],
      ['head', Buffer.alloc(54)],
    ]),
  );

function tablesOfFace(collection: Buffer, wanted: string): [string, Buffer][] {
  for (let n = 0; n < collection.readUInt32BE(8); n++) {
    const directory = collection.subarray(collection.readUInt32BE(12 + n * 4));
    const tables = Array.from({ length: directory.readUInt16BE(4) }, (_, k): [string, Buffer] => {
      const at = 12 + k * 16;
      const [from, length] = [directory.readUInt32BE(at + 8), directory.readUInt32BE(at + 12)];
      return [directory.toString('latin1', at, at + 4), collection.subarray(from, from + length)];
    });
    const names = tables.find(([tag]) => tag === 'name')?.[1];
    if (names !== undefined && nameIn(names, 4) === wanted) return tables;
  }
  throw new Error(`the collection has no ${wanted}`);
}

/** A CFF table in which other glyphs draw nothing; what follows their outlines moves up, and is pointed to anew. */
function onlyGlyphs(cff: Buffer, glyphs: ReadonlySet<number>): Buffer {
  const names = itemsOf(cff, cff[2] ?? 4);
  const tops = itemsOf(cff, names.end);
  const [top] = tops.items;
  if (top === undefined) throw new Error('a CFF table without a font');
  const outlines = operandOf(cff, top, operators.charStrings).value;
  const charStrings = itemsOf(cff, outlines);
  const kept = indexOf(
    charStrings.items.map(({ from, to }, glyph) => (glyphs.has(glyph) ? cff.subarray(from, to) : nothing)),
  );
  const moved = kept.length - (charStrings.end - outlines);
  const changed = Buffer.concat([cff.subarray(0, outlines), kept, cff.subarray(charStrings.end)]);
  const fontArray = operandOf(cff, top, operators.fontArray);
  if (fontArray.value < outlines) throw new Error('a CFF table in another order');
  const move = (value: number, at: number) => changed.writeInt32BE(value + moved, at);
  move(fontArray.value, fontArray.at);
  for (const font of itemsOf(cff, fontArray.value).items) {
    const { value, at } = operandOf(cff, font, operators.private);
    move(value, at + moved);
  }
  return changed;
}

interface Item {
  from: number;
  to: number;
}

function itemsOf(cff: Buffer, at: number): { items: Item[]; end: number } {
  const count = cff.readUInt16BE(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = cff.readUInt8(at + 2);
  const start = at + 3 + (count + 1) * size - 1;
  const places = Array.from({ length: count + 1 }, (_, n) => start + cff.readUIntBE(at + 3 + n * size, size));
  return {
    items: Array.from({ length: count }, (_, n) => ({ from: places[n] ?? 0, to: places[n + 1] ?? 0 })),
    end: places[count] ?? 0,
  };
}

function indexOf(items: readonly Buffer[]): Buffer {
  const size = 4;
  const head = Buffer.alloc(3 + (items.length + 1) * size);
  head.writeUInt16BE(items.length, 0);
  head.writeUInt8(size, 2);
  let at = 1;
  for (const [n, item] of [...items, nothing].entries()) {
    head.writeUInt32BE(at, 3 + n * size);
    at += item.length;
  }
  return Buffer.concat([head, ...items]);
}

/** The last operand of an operator: where it stands, and its value. @throws when it is missing or cannot be changed where it stands */
function operandOf(cff: Buffer, { from, to }: Item, operator: number): { value: number; at: number } {
  let last = { value: 0, at: 0 };
  for (let at = from; at < to;) {
    const first = cff.readUInt8(at);
    if (first <= 21) {
      const code = first === 12 ? (first << 8) | cff.readUInt8(at + 1) : first;
      if (code === operator) {
        if (last.at === 0) throw new Error('an offset of a form that is not changed here');
        return last;
      }
      last = { value: 0, at: 0 };
      at += first === 12 ? 2 : 1;
    } else if (first === 29) {
      last = { value: cff.readInt32BE(at + 1), at: at + 1 };
      at += 5;
    } else if (first === 28) {
      last = { value: cff.readInt16BE(at + 1), at: at + 1 };
      at += 3;
    } else if (first === 30) {
      while ((cff.readUInt8(++at) & 15) !== 15);
      at += 1;
    } else at += first <= 246 ? 1 : 2;
  }
  throw new Error('no such operator');
}
