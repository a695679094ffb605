// The tags of a TIFF page (TIFF 6.0, section 2).

export interface TiffTag {
  count: number;
  /** The first of its values; of a rational its quotient. */
  value: number;
  /** All of them. */
  all: () => number[];
}

/** Of one tag. */
const maxValues = 1 << 20;
const shortType = 3;
const longType = 4;
const rationalType = 5;

/** Null if the file is not a TIFF with 32-bit offsets or has no such page; `page` counts from 0. */
export function tiffTags(file: Buffer, page: number): ReadonlyMap<number, TiffTag> | null {
  const little = file.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (at + 2 > file.length ? 0 : little ? file.readUInt16LE(at) : file.readUInt16BE(at));
  const u32 = (at: number) => (at + 4 > file.length ? 0 : little ? file.readUInt32LE(at) : file.readUInt32BE(at));
  if (u16(2) !== 42) return null;
  let directory = u32(4);
  const seen = new Set<number>();
  for (let n = 0; n < page && directory !== 0; n++) {
    seen.add(directory);
    directory = u32(directory + 2 + u16(directory) * 12);
  }
  // Directories in a circle would be pages without end.
  if (directory === 0 || seen.has(directory)) return null;
  const tags = new Map<number, TiffTag>();
  for (let n = 0; n < u16(directory); n++) {
    const entry = directory + 2 + n * 12;
    const [type, count] = [u16(entry + 2), u32(entry + 4)];
    const size = type === rationalType ? 8 : type === longType ? 4 : 2;
    const at = count * size <= 4 ? entry + 8 : u32(entry + 8);
    const valueAt = (place: number) =>
      type === rationalType ? u32(place) / u32(place + 4) : type === shortType ? u16(place) : u32(place);
    const all = () => Array.from({ length: Math.min(count, maxValues) }, (_, index) => valueAt(at + index * size));
    tags.set(u16(entry), { count, value: valueAt(at), all });
  }
  return tags;
}
