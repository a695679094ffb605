// TrueType font programs reduced to some glyphs (OpenType 1.9: glyf, loca, hmtx, maxp): glyph numbers stay, what is not used is empty.

export interface Subset {
  /** Glyph numbers that are used; composites bring theirs along. */
  glyphs: ReadonlySet<number>;
  /** Characters are looked up in the font's own tables; false where codes are glyph numbers. */
  keepsNames: boolean;
}

interface Table {
  tag: string;
  data: Buffer;
}

/** What a reader of PDF needs of a font (ISO 32000-2, 9.9.1); tables for typesetting and for other systems are not among it. */
const needed = ['head', 'hhea', 'hmtx', 'maxp', 'loca', 'glyf', 'cvt ', 'fpgm', 'prep'];
const neededForNames = ['cmap', 'post', 'OS/2'];

/** @throws when it is no TrueType font, or damaged */
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
  return written(tags.map((tag) => ({ tag, data: changed[tag] ?? table(tag) })));
}

export function tablesOf(file: Buffer): Table[] {
  const version = file.readUInt32BE(0);
  if (version !== 0x00010000 && version !== 0x74727565) throw new Error('not a TrueType font');
  return Array.from({ length: file.readUInt16BE(4) }, (_, n) => {
    const at = 12 + n * 16;
    const [from, length] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    if (from > file.length) throw new Error('a table outside of the file');
    return {
      tag: file.toString('latin1', at, at + 4),
      data: file.subarray(from, Math.min(from + length, file.length)),
    };
  });
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
    // The last long one stands for all that follow.
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

/** The table directory and the tables, with their checksums. */
function written(tables: Table[]): Buffer {
  const sorted = tables.sort((a, b) => (a.tag < b.tag ? -1 : 1));
  const power = 2 ** Math.floor(Math.log2(sorted.length));
  const directory = Buffer.alloc(12 + sorted.length * 16);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(sorted.length, 4);
  directory.writeUInt16BE(power * 16, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE((sorted.length - power) * 16, 10);
  const parts: Buffer[] = [directory];
  let at = directory.length;
  for (const [n, { tag, data }] of sorted.entries()) {
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    directory.write(tag, 12 + n * 16, 'latin1');
    directory.writeUInt32BE(checksum(padded), 16 + n * 16);
    directory.writeUInt32BE(at, 20 + n * 16);
    directory.writeUInt32BE(data.length, 24 + n * 16);
    parts.push(padded);
    at += padded.length;
  }
  return Buffer.concat(parts);
}

function checksum(data: Buffer): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum = (sum + data.readUInt32BE(at)) >>> 0;
  return sum;
}

const maxSubtables = 32;

/** Every glyph that a font's cmap gives for a code, in whatever of its tables: formats 0, 4, 6 and 12. */
export function glyphsOfCmap(
  file: Buffer,
): { platform: number; encoding: number; glyphOf: (code: number) => number }[] {
  const cmap = tablesOf(file).find(({ tag }) => tag === 'cmap')?.data;
  if (cmap === undefined) return [];
  return Array.from({ length: Math.min(maxSubtables, cmap.readUInt16BE(2)) }, (_, n) => {
    const [platform, encoding] = [cmap.readUInt16BE(4 + n * 8), cmap.readUInt16BE(6 + n * 8)];
    const table = cmap.subarray(cmap.readUInt32BE(8 + n * 8));
    return { platform, encoding, glyphOf: lookup(table) };
  });
}

function lookup(table: Buffer): (code: number) => number {
  const u16 = (at: number) => (at + 2 <= table.length ? table.readUInt16BE(at) : 0);
  const u32 = (at: number) => (at + 4 <= table.length ? table.readUInt32BE(at) : 0);
  switch (u16(0)) {
    case 0:
      return (code) => (code < 256 ? (table[6 + code] ?? 0) : 0);
    case 4: {
      const segments = Math.min(u16(6) / 2, table.length / 8);
      return (code) => {
        for (let n = 0; n < segments; n++) {
          if (code > u16(14 + n * 2)) continue;
          const start = u16(16 + segments * 2 + n * 2);
          if (code < start) return 0;
          const delta = u16(16 + segments * 4 + n * 2);
          const rangeAt = 16 + segments * 6 + n * 2;
          const range = u16(rangeAt);
          if (range === 0) return (code + delta) & 0xffff;
          const glyph = u16(rangeAt + range + (code - start) * 2);
          return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
        }
        return 0;
      };
    }
    case 6:
      return (code) => (code >= u16(6) && code < u16(6) + u16(8) ? u16(10 + (code - u16(6)) * 2) : 0);
    case 12: {
      const groups = Math.min(u32(12), table.length / 12);
      return (code) => {
        for (let n = 0; n < groups; n++) {
          const at = 16 + n * 12;
          if (code >= u32(at) && code <= u32(at + 4)) return u32(at + 8) + code - u32(at);
        }
        return 0;
      };
    }
    case 14:
      return () => 0; // variation sequences
    default:
      throw new Error('a cmap of a format that is not read here');
  }
}

/** The glyph numbers that the post table names, by name (format 2). */
export function glyphsOfPost(file: Buffer): Map<string, number> {
  const post = tablesOf(file).find(({ tag }) => tag === 'post')?.data;
  const found = new Map<string, number>();
  if (post === undefined || post.length < 34 || post.readUInt32BE(0) !== 0x00020000) return found;
  const count = post.readUInt16BE(32);
  const names: string[] = [];
  for (let at = 34 + count * 2; at < post.length; at += 1 + (post[at] ?? 0))
    names.push(post.toString('latin1', at + 1, at + 1 + (post[at] ?? 0)));
  for (let glyph = 0; glyph < count && 36 + glyph * 2 <= post.length; glyph++) {
    const name = names[post.readUInt16BE(34 + glyph * 2) - 258];
    if (name !== undefined) found.set(name, glyph);
  }
  return found;
}
