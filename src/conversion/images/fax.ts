// A bilevel TIFF page whose data is one Group 4 strip: PDF stores it unchanged (TIFF 6.0, section 11; ITU-T T.6).
import type { Picture } from './picture.ts';
import { tiffTags } from './tiff.ts';

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
  const found = tiffTags(file, page);
  const value = (tag: keyof typeof tags) => {
    const own = found?.get(tags[tag]);
    return own?.count === 1 ? own.value : undefined; // more than one: several strips
  };
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
