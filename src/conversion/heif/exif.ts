// EXIF at the level of a JPEG's markers: the picture's data is not touched (Exif 2.32, section 4.5; ITU-T T.81, annex B).

const exifHeader = Buffer.from('Exif\0\0', 'latin1');
const gpsPointer = 0x8825;
const orientation = 0x0112;

/**
 * The same JPEG without the position in its EXIF data and without an XMP packet that names one; the orientation, which
 * the decoder has applied already, is set to upright.
 */
export function withoutLocation(jpeg: Buffer): Buffer {
  const kept: Buffer[] = [jpeg.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff && jpeg[at + 1] !== 0xda) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    const segment = jpeg.subarray(at, end);
    if (segment[1] !== 0xe1) kept.push(segment);
    else if (segment.subarray(4, 10).equals(exifHeader)) kept.push(cleanExif(Buffer.from(segment)));
    else if (!/GPS(Lat|Long|Alt|Pos)/i.test(segment.toString('latin1'))) kept.push(segment);
    at = end;
  }
  kept.push(jpeg.subarray(at));
  return Buffer.concat(kept);
}

/** Changes a segment in place: marker, length, header, then a TIFF structure. */
function cleanExif(segment: Buffer): Buffer {
  const tiff = segment.subarray(10);
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (at + 4 > tiff.length ? 0 : little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = u32(4);
  const count = Math.min(u16(directory), 512);
  for (let n = 0; n < count; n++) {
    const entry = directory + 2 + n * 12;
    if (entry + 12 > tiff.length) break;
    if (u16(entry) === orientation) tiff.fill(0, entry + 8, entry + 12)[little ? entry + 8 : entry + 9] = 1;
    if (u16(entry) !== gpsPointer) continue;
    blankDirectory(tiff, u32(entry + 8), u16, u32);
    tiff.fill(0, entry + 8, entry + 12);
  }
  return segment;
}

const sizes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 };

/** Overwrites a directory's entries and the data that they point to. */
function blankDirectory(tiff: Buffer, at: number, u16: (at: number) => number, u32: (at: number) => number): void {
  const count = Math.min(u16(at), 64);
  for (let n = 0; n < count; n++) {
    const entry = at + 2 + n * 12;
    if (entry + 12 > tiff.length) return;
    const bytes = (sizes[u16(entry + 2)] ?? 1) * u32(entry + 4);
    const value = u32(entry + 8);
    if (bytes > 4 && bytes <= 4096 && value + bytes <= tiff.length) tiff.fill(0, value, value + bytes);
  }
  if (at + 2 + count * 12 <= tiff.length) tiff.fill(0, at, at + 2 + count * 12);
}
