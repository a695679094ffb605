// A face made from a free one: letters are scaled to the advance widths of another family, and lines get its height.
import { charactersOfCmap, glyphsOfCmap, tablesOf } from '../fonts/truetype.ts';
import type { FaceMetrics, Vertical } from './metrics.ts';
import { scaledGlyph, type Glyph } from './outlines.ts';
import { cmapTable, nameTable, wholeFont } from './sfnt.ts';
import { factors } from './widths.ts';

export const styles = ['Regular', 'Bold', 'Italic', 'Bold Italic'] as const;
export type Style = (typeof styles)[number];

export interface FaceWanted {
  family: string;
  style: Style;
  widths: FaceMetrics['widths'];
  vertical: Vertical | undefined;
  fixed?: number | undefined;
  /** The height of a small x in ems, where it is known. */
  xHeight?: number | undefined;
  /** How high letters are for those of the base; by default as its x is. */
  height?: number | undefined;
  /** The share of a line's height that is added to it, above and below letters alike. */
  gap?: number | undefined;
}

const trueType = 0x00010000;

/** Scripts that need no shaping: the base's rules for it are left out. */
const covered = (code: number): boolean =>
  (code >= 0x20 && code < 0x590) ||
  (code >= 0x1d00 && code < 0x2e80) ||
  (code >= 0xfb00 && code < 0xfb07) ||
  code === 0xfffd;

/** Beyond this, a sign is an em wide in the East Asian family; it is left to the fallback font instead of being stretched. */
const mostStretched = 1.6;

/** Returns the font file. @throws when the base is damaged or not a TrueType font */
export function makeFace(base: Buffer, wanted: FaceWanted): Buffer {
  const tables = new Map(tablesOf(base).map(({ tag, data }) => [tag, Buffer.from(data)]));
  const table = (tag: string): Buffer => tableIn(tables, tag);
  const [head, hhea, maxp] = [table('head'), table('hhea'), table('maxp')];
  const unitsPerEm = head.readUInt16BE(18);
  const count = maxp.readUInt16BE(4);
  const advances = advancesOf(table('hmtx'), hhea.readUInt16BE(34), count);
  const thousandths = (units: number) => (units * 1000) / unitsPerEm;

  const characters = charactersOfCmap(base);
  const widths = new Map([...characters].map(([glyph, character]) => [character, thousandths(advances[glyph] ?? 0)]));
  const scale = factors(wanted, widths);
  const glyphs = glyphsOf(table('glyf'), table('loca'), head.readInt16BE(50) === 1, count);
  const height = wanted.height ?? heightOf(table('OS/2'), unitsPerEm, wanted.xHeight);
  const isEastAsian = wanted.gap !== undefined;
  const codes = new Map<number, number>();
  const scaled = glyphs.map((glyph, n) => {
    const character = characters.get(n);
    const own = advances[n] ?? 0;
    const factor = character === undefined || own === 0 ? scale.typical : scale.of(character, thousandths(own));
    const isStretched = isEastAsian && factor > mostStretched;
    if (character !== undefined && covered(character.codePointAt(0) ?? 0) && !isStretched)
      codes.set(character.codePointAt(0) ?? 0, n);
    const known = character === undefined || own === 0 ? undefined : scale.knownOf(character);
    const advance = known === undefined ? Math.round(own * factor) : Math.round((known / 1000) * unitsPerEm);
    return { ...scaledGlyph(glyph, { x: factor, y: height }), advance };
  });
  // Several characters may share a glyph: each has the width of the first one.
  for (const [code, glyph] of otherCodes(base))
    if (covered(code) && !codes.has(code) && scaled[glyph]) codes.set(code, glyph);

  head.writeInt16BE(1, 50);
  setStyle(head, table('OS/2'), wanted.style);
  hhea.writeUInt16BE(count, 34);
  hhea.writeUInt16BE(
    scaled.reduce((widest, { advance }) => Math.max(widest, advance), 0),
    10,
  );
  setHeights({ hhea, os2: table('OS/2') }, wanted, unitsPerEm);
  return wholeFont(trueType, {
    head,
    hhea,
    maxp,
    'OS/2': table('OS/2'),
    cmap: cmapTable(codes),
    ...glyphTables(scaled),
    name: nameTable(wanted.family, wanted.style, tables.get('name')),
    post: unnamed(table('post')),
  });
}

/** @throws when there is no such table */
export function tableIn(tables: ReadonlyMap<string, Buffer>, tag: string): Buffer {
  const data = tables.get(tag);
  if (data === undefined) throw new Error(`no table ${tag}`);
  return data;
}

/** The outlines, where each begins (in long offsets), and how wide each is. */
function glyphTables(glyphs: readonly (Glyph & { advance: number })[]): Record<'glyf' | 'loca' | 'hmtx', Buffer> {
  const loca = Buffer.alloc((glyphs.length + 1) * 4);
  const hmtx = Buffer.alloc(glyphs.length * 4);
  let at = 0;
  const outlines = glyphs.map(({ data, advance, left }, n) => {
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    loca.writeUInt32BE(at, n * 4);
    at += padded.length;
    hmtx.writeUInt16BE(advance, n * 4);
    hmtx.writeInt16BE(left, n * 4 + 2);
    return padded;
  });
  loca.writeUInt32BE(at, glyphs.length * 4);
  return { glyf: Buffer.concat(outlines), loca, hmtx };
}

/** How high letters are for those of the base, by the height of their x; more than a little changes their look. */
function heightOf(os2: Buffer, unitsPerEm: number, xHeight: number | undefined): number {
  const own = os2.readUInt16BE(0) >= 2 && os2.length >= 90 ? os2.readInt16BE(86) / unitsPerEm : 0;
  if (xHeight === undefined || own <= 0) return 1;
  return Math.min(Math.max(xHeight / own, 0.93), 1.07);
}

/** Every character of the Unicode tables, with its glyph. */
function* otherCodes(base: Buffer): Generator<readonly [code: number, glyph: number]> {
  for (const { platform, ranges } of glyphsOfCmap(base)) {
    if (platform !== 0 && platform !== 3) continue;
    for (const { first, last, glyphOf } of ranges)
      for (let code = first; code <= Math.min(last, 0xffff); code++) {
        const glyph = glyphOf(code);
        if (glyph !== 0) yield [code, glyph];
      }
  }
}

/** Advance widths by glyph: those at the end share the last one. */
export function advancesOf(hmtx: Buffer, own: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => hmtx.readUInt16BE(Math.min(n, own - 1) * 4));
}

function glyphsOf(glyf: Buffer, loca: Buffer, isLong: boolean, count: number): Buffer[] {
  const offset = (n: number) => (isLong ? loca.readUInt32BE(n * 4) : loca.readUInt16BE(n * 2) * 2);
  return Array.from({ length: count }, (_, n) => glyf.subarray(offset(n), offset(n + 1)));
}

/** Bits of head's macStyle and of OS/2's fsSelection. */
const mac = { bold: 1, italic: 2 } as const;
const selection = { italic: 1, bold: 32, regular: 64, useTypo: 128 } as const;

export function setStyle(head: Buffer, os2: Buffer, style: Style): void {
  const [isBold, isItalic] = [style.includes('Bold'), style.includes('Italic')];
  head.writeUInt16BE((isBold ? mac.bold : 0) | (isItalic ? mac.italic : 0), 44);
  os2.writeUInt16BE(isBold ? 700 : 400, 4);
  // Neither condensed nor expanded: the family is chosen by its name.
  os2.writeUInt16BE(5, 6);
  const bits =
    (isBold ? selection.bold : 0) | (isItalic ? selection.italic : 0) | (isBold || isItalic ? 0 : selection.regular);
  os2.writeUInt16BE(bits, 62);
}

/** Sets how high lines are: the metrics of the other family, in the units of this one. */
export function setHeights(
  { hhea, os2 }: { hhea: Buffer; os2: Buffer },
  { vertical, gap = 0 }: Pick<FaceWanted, 'vertical' | 'gap'>,
  unitsPerEm: number,
): void {
  if (vertical === undefined) return;
  const units = (value: number) => Math.round((value * unitsPerEm) / vertical.unitsPerEm);
  const write = (table: Buffer, at: number, values: readonly number[]) => {
    for (const [n, value] of values.entries()) table.writeInt16BE(units(value), at + n * 2);
  };
  const around = ([ascender, descender, lineGap]: readonly [number, number, number]) => {
    const half = (gap * (ascender - descender)) / 2;
    return half === 0
      ? [ascender, descender, lineGap]
      : [ascender + half, descender - half, Math.max(lineGap - 2 * half, 0)];
  };
  const [ascender = 0, descender = 0, lineGap = 0] = around(vertical.hhea);
  write(hhea, 4, [ascender, descender, lineGap]);
  write(os2, 68, around(vertical.typo ?? vertical.hhea));
  write(os2, 74, gap === 0 ? (vertical.win ?? [ascender, -descender]) : [ascender, -descender]);
  const bits = os2.readUInt16BE(62);
  os2.writeUInt16BE(vertical.usesTypo ? bits | selection.useTypo : bits & ~selection.useTypo, 62);
}

/** A post table without names of glyphs. */
export function unnamed(post: Buffer): Buffer {
  const short = Buffer.from(post.subarray(0, 32));
  short.writeUInt32BE(0x00030000, 0);
  return short;
}
