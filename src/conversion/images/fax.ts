// A bilevel TIFF page whose data is one Group 4 strip: PDF takes it as it is (TIFF 6.0, section 11; ITU-T T.6).
import type { Picture } from './picture.ts';

const group4 = 4;
const tags = {
  width: 256,
  height: 257,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  offsets: 273,
  orientation: 274,
  counts: 279,
} as const;

/** Null for every other kind of TIFF; `page` counts from 0. */
export function faxPicture(file: Buffer, page: number): Picture | null {
  const little = file.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (at + 2 > file.length ? 0 : little ? file.readUInt16LE(at) : file.readUInt16BE(at));
  const u32 = (at: number) => (at + 4 > file.length ? 0 : little ? file.readUInt32LE(at) : file.readUInt32BE(at));
  if (u16(2) !== 42) return null;
  let directory = u32(4);
  for (let n = 0; n < page && directory !== 0; n++) directory = u32(directory + 2 + u16(directory) * 12);
  if (directory === 0) return null;

  const values = new Map<number, number>();
  for (let n = 0; n < u16(directory); n++) {
    const entry = directory + 2 + n * 12;
    if (u32(entry + 4) !== 1) continue; // more than one value: several strips
    values.set(u16(entry), u16(entry + 2) === 3 ? u16(entry + 8) : u32(entry + 8));
  }
  const value = (tag: keyof typeof tags) => values.get(tags[tag]);
  const [width, height, offset, count] = [value('width'), value('height'), value('offsets'), value('counts')];
  if (width === undefined || height === undefined || offset === undefined || count === undefined) return null;
  if (value('compression') !== group4 || (value('fillOrder') ?? 1) !== 1 || offset + count > file.length) return null;
  const blackIsZero = value('photometric') === 1;
  return {
    width,
    height,
    colorSpace: { name: 'DeviceGray', components: 1 },
    bitsPerComponent: 1,
    entries: `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns ${width} /Rows ${height} /BlackIs1 ${blackIsZero} >>`,
    data: file.subarray(offset, offset + count),
    orientation: value('orientation') ?? 1,
  };
}
