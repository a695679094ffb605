// Reduces TrueType font programs to some glyphs (OpenType 1.9: glyf, loca, hmtx, maxp): numbers stay, unused ones are empty.

import { fontFile } from '#conversion/fonts/font-file.ts';
import { tablesOf } from '#conversion/fonts/truetype.ts';

export interface Subset {
  /** Glyph numbers that are used; composites bring theirs along. */
  glyphs: ReadonlySet<number>;
  /** The font's tables map characters to glyphs; false if codes are glyph numbers. */
  keepsNames: boolean;
}

/** The tables that a reader of PDF needs (ISO 32000-2, 9.9.1), without those for typesetting and for other systems. */
const needed = ['head', 'hhea', 'hmtx', 'maxp', 'loca', 'glyf', 'cvt ', 'fpgm', 'prep'];
const neededForNames = ['cmap', 'post', 'OS/2'];

/** @throws when it is damaged or not a TrueType font */
export function subsetTrueType(file: Buffer, { glyphs, keepsNames }: Subset): Buffer {
  const tables = new Map(tablesOf(file).map(({ tag, data }) => [tag, data]));
  const table = (tag: string): Buffer => {
    const data = tables.get(tag);
    if (data === undefined) throw new Error(`no ${tag} table`);
    return data;
  };
  const [head, maxp, hhea, hmtx, glyf] = [table('head'), table('maxp'), table('hhea'), table('hmtx'), table('glyf')];
  const count = maxp.readUInt16BE(4);
  const isLong = head.readInt16BE(50) !== 0;
  const loca = table('loca');
  const offsetAt = (glyph: number) => {
    const place = isLong ? glyph * 4 : glyph * 2;
    if (place + (isLong ? 4 : 2) > loca.length) return glyf.length;
    return isLong ? loca.readUInt32BE(place) : loca.readUInt16BE(place) * 2;
  };
  const outline = (glyph: number) => glyf.subarray(offsetAt(glyph), Math.max(offsetAt(glyph), offsetAt(glyph + 1)));

  const kept = withComponents(glyphs, count, outline);
  // Tables that go by glyph numbers must not name glyphs that are gone.
  const newCount = keepsNames ? count : Math.min(count, Math.max(...kept) + 1);
  const parts: Buffer[] = [];
  const newLoca = Buffer.alloc((newCount + 1) * 4);
  let at = 0;
  for (let glyph = 0; glyph < newCount; glyph++) {
    newLoca.writeUInt32BE(at, glyph * 4);
    if (!kept.has(glyph)) continue;
    const data = outline(glyph);
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    parts.push(padded);
    at += padded.length;
  }
  newLoca.writeUInt32BE(at, newCount * 4);

  const newHead = Buffer.from(head);
  newHead.writeInt16BE(1, 50);
  const isShort = at < 0x20000;
  if (isShort) newHead.writeInt16BE(0, 50);
  const newMaxp = Buffer.from(maxp);
  newMaxp.writeUInt16BE(newCount, 4);
  const metrics = reducedMetrics(hmtx, hhea.readUInt16BE(34), newCount, kept);
  const newHhea = Buffer.from(hhea);
  newHhea.writeUInt16BE(metrics.count, 34);

  const changed: Record<string, Buffer> = {
    head: newHead,
    maxp: newMaxp,
    hhea: newHhea,
    hmtx: metrics.data,
    loca: isShort ? shortened(newLoca) : newLoca,
    glyf: at === 0 ? Buffer.alloc(1) : Buffer.concat(parts),
  };
  const tags = [...needed, ...(keepsNames ? neededForNames : [])].filter((tag) => tables.has(tag));
  return fontFile(
    0x00010000,
    tags.map((tag) => ({ tag, data: changed[tag] ?? table(tag) })),
  );
}

/** The glyphs that composites are made of, and .notdef. */
function withComponents(glyphs: ReadonlySet<number>, count: number, outline: (glyph: number) => Buffer): Set<number> {
  const kept = new Set<number>([0]);
  const work = [...glyphs];
  for (let glyph = work.pop(); glyph !== undefined; glyph = work.pop()) {
    if (glyph >= count || (kept.has(glyph) && glyph !== 0)) continue;
    kept.add(glyph);
    const data = outline(glyph);
    if (data.length < 10 || data.readInt16BE(0) >= 0) continue;
    for (let at = 10, more = true; more;) {
      const flags = data.readUInt16BE(at);
      const component = data.readUInt16BE(at + 2);
      if (!kept.has(component)) work.push(component);
      const scale = (flags & 0x08) !== 0 ? 2 : (flags & 0x40) !== 0 ? 4 : (flags & 0x80) !== 0 ? 8 : 0;
      at += 4 + ((flags & 0x01) !== 0 ? 4 : 2) + scale;
      more = (flags & 0x20) !== 0;
    }
  }
  return kept;
}

/** Widths and bearings of unused glyphs become zero, which costs next to nothing once it is compressed. */
function reducedMetrics(
  hmtx: Buffer,
  long: number,
  count: number,
  kept: ReadonlySet<number>,
): { data: Buffer; count: number } {
  const metrics = Math.max(1, Math.min(long, count));
  const data = Buffer.alloc(metrics * 4 + (count - metrics) * 2);
  for (let glyph = 0; glyph < count; glyph++) {
    const isLong = glyph < metrics;
    const from = glyph < long ? glyph * 4 : long * 4 + (glyph - long) * 2;
    const size = isLong ? 4 : 2;
    // The last long one applies to all that follow.
    if ((!kept.has(glyph) && glyph !== metrics - 1) || from + size > hmtx.length) continue;
    hmtx.copy(data, isLong ? glyph * 4 : metrics * 4 + (glyph - metrics) * 2, from, from + size);
  }
  return { data, count: metrics };
}

function shortened(loca: Buffer): Buffer {
  const result = Buffer.alloc(loca.length / 2);
  for (let n = 0; n < loca.length / 4; n++) result.writeUInt16BE(loca.readUInt32BE(n * 4) / 2, n * 2);
  return result;
}
