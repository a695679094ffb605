// Tables of fonts, written anew (OpenType 1.9: head, name, cmap).
import { checksum, fontFile } from '../fonts/font-file.ts';
import { tableDirectory } from '../fonts/truetype.ts';

const magicOfChecksum = 0xb1b0afba;
const adjustmentAt = 8;

/** A font file whose head has the adjustment for the checksum of the whole. @param kind as for {@link fontFile} */
export function wholeFont(kind: number, tables: Readonly<Record<string, Buffer>>): Buffer {
  tables['head']?.writeUInt32BE(0, adjustmentAt);
  const file = fontFile(
    kind,
    Object.entries(tables).map(([tag, data]) => ({ tag, data })),
  );
  const head = tableDirectory(file).find(({ tag }) => tag === 'head')?.data;
  head?.writeUInt32BE((magicOfChecksum - checksum(file)) >>> 0, adjustmentAt);
  return file;
}

/** Identifiers of the name table that say whose a font is: copyright, licence, its address. */
const kept = [0, 13, 14] as const;

/** A name table with the family and style of a font, and the licence of its source. */
export function nameTable(family: string, style: string, old: Buffer | undefined): Buffer {
  const full = style === 'Regular' ? family : `${family} ${style}`;
  const names = new Map<number, string>([
    [1, family],
    [2, style],
    [3, `${full}: made by Platen`],
    [4, full],
    [5, 'Version 1.0'],
    [6, `${family.replaceAll(' ', '')}-${style.replaceAll(' ', '')}`],
  ]);
  for (const id of kept) {
    const text = old === undefined ? undefined : nameIn(old, id);
    if (text !== undefined) names.set(id, text);
  }
  const sorted = [...names].sort(([one], [other]) => one - other);
  const texts = sorted.map(([, text]) => Buffer.from(text, 'utf16le').swap16());
  const head = Buffer.alloc(6 + sorted.length * 12);
  head.writeUInt16BE(sorted.length, 2);
  head.writeUInt16BE(head.length, 4);
  let at = 0;
  for (const [n, [id]] of sorted.entries()) {
    const length = texts[n]?.length ?? 0;
    for (const [k, value] of [3, 1, 0x409, id, length, at].entries()) head.writeUInt16BE(value, 6 + n * 12 + k * 2);
    at += length;
  }
  return Buffer.concat([head, ...texts]);
}

/** A name of Windows' platform in English. */
export function nameIn(table: Buffer, wanted: number): string | undefined {
  const [count, start] = [table.readUInt16BE(2), table.readUInt16BE(4)];
  for (let n = 0; n < count; n++) {
    const at = 6 + n * 12;
    const [platform, , language, id] = [0, 2, 4, 6].map((step) => table.readUInt16BE(at + step));
    if (platform !== 3 || language !== 0x409 || id !== wanted) continue;
    const from = start + table.readUInt16BE(at + 10);
    return Buffer.from(table.subarray(from, from + table.readUInt16BE(at + 8)))
      .swap16()
      .toString('utf16le');
  }
  return undefined;
}

/** A cmap of Unicode characters (format 12; the basic plane also as format 4, which old readers want). */
export function cmapTable(glyphs: ReadonlyMap<number, number>): Buffer {
  const sorted = [...glyphs].sort(([one], [other]) => one - other);
  const runs: { first: number; last: number; glyph: number }[] = [];
  for (const [code, glyph] of sorted) {
    const run = runs.at(-1);
    if (run !== undefined && code === run.last + 1 && glyph === run.glyph + code - run.first) run.last = code;
    else runs.push({ first: code, last: code, glyph });
  }
  const twelve = Buffer.alloc(16 + runs.length * 12);
  twelve.writeUInt16BE(12, 0);
  twelve.writeUInt32BE(twelve.length, 4);
  twelve.writeUInt32BE(runs.length, 12);
  for (const [n, { first, last, glyph }] of runs.entries())
    for (const [k, value] of [first, last, glyph].entries()) twelve.writeUInt32BE(value, 16 + n * 12 + k * 4);
  const four = formatFour(runs.filter(({ last }) => last < 0xffff));
  const head = Buffer.alloc(4 + 16);
  head.writeUInt16BE(2, 2);
  for (const [n, [encoding, at]] of [
    [1, head.length],
    [10, head.length + four.length],
  ].entries()) {
    head.writeUInt16BE(3, 4 + n * 8);
    head.writeUInt16BE(encoding ?? 0, 6 + n * 8);
    head.writeUInt32BE(at ?? 0, 8 + n * 8);
  }
  return Buffer.concat([head, four, twelve]);
}

function formatFour(runs: readonly { first: number; last: number; glyph: number }[]): Buffer {
  const all = [...runs, { first: 0xffff, last: 0xffff, glyph: 0 }];
  const count = all.length;
  const power = Math.floor(Math.log2(count));
  const table = Buffer.alloc(16 + count * 8);
  table.writeUInt16BE(4, 0);
  table.writeUInt16BE(table.length, 2);
  table.writeUInt16BE(count * 2, 6);
  table.writeUInt16BE(2 ** (power + 1), 8);
  table.writeUInt16BE(power, 10);
  table.writeUInt16BE(count * 2 - 2 ** (power + 1), 12);
  for (const [n, { first, last, glyph }] of all.entries()) {
    table.writeUInt16BE(last, 14 + n * 2);
    table.writeUInt16BE(first, 16 + count * 2 + n * 2);
    table.writeUInt16BE((glyph - first) & 0xffff, 16 + count * 4 + n * 2);
  }
  return table;
}
