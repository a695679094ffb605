// TIFF files of samples that a test knows (TIFF 6.0): little-endian, one directory a page.

export interface TiffPage {
  /** Values by tag: numbers, or pairs for rationals; the size is wanted, the strips are found. */
  tags: Readonly<Record<number, readonly number[] | readonly (readonly [number, number])[]>>;
  /** Strips, or tiles where the tags have their size (322, 323). */
  pieces: readonly Uint8Array[];
}

const types = { short: 3, long: 4, rational: 5 };
const longTags = new Set([273, 279, 324, 325, 513, 514]);

export function tiffOf(...pages: readonly TiffPage[]): Buffer {
  const parts: Buffer[] = [Buffer.from('II*\0\0\0\0\0', 'latin1')];
  let length = 8;
  const add = (data: Buffer): number => {
    const at = length;
    const padded = data.length % 2 === 0 ? data : Buffer.concat([data, Buffer.alloc(1)]);
    parts.push(padded);
    length += padded.length;
    return at;
  };
  /** Where the place of the next directory is written. */
  let link = { part: 0, at: 4 };
  for (const { tags, pieces } of pages) {
    const places = pieces.map((piece) => add(Buffer.from(piece)));
    const isTiled = tags[322] !== undefined;
    const all: TiffPage['tags'] = {
      ...tags,
      ...(pieces.length === 0
        ? {}
        : {
            [isTiled ? 324 : 273]: places,
            [isTiled ? 325 : 279]: pieces.map((piece) => piece.length),
          }),
    };
    const entries = Object.entries(all).map(([key, values]) => {
      const tag = Number(key);
      const isRational = Array.isArray(values[0]);
      const type = isRational ? types.rational : longTags.has(tag) ? types.long : types.short;
      const flat = values.flat();
      const size = isRational || type === types.long ? 4 : 2;
      const data = Buffer.alloc(flat.length * size);
      for (const [n, value] of flat.entries())
        if (size === 4) data.writeUInt32LE(value, n * 4);
        else data.writeUInt16LE(value, n * 2);
      const entry = Buffer.alloc(12);
      entry.writeUInt16LE(tag, 0);
      entry.writeUInt16LE(type, 2);
      entry.writeUInt32LE(values.length, 4);
      if (data.length <= 4) data.copy(entry, 8);
      else entry.writeUInt32LE(add(data), 8);
      return entry;
    });
    const directory = Buffer.concat([Buffer.from([entries.length, 0]), ...entries, Buffer.alloc(4)]);
    const at = add(directory);
    parts[link.part]?.writeUInt32LE(at, link.at);
    link = { part: parts.length - 1, at: directory.length - 4 };
  }
  return Buffer.concat(parts);
}
