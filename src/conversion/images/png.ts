// A PNG taken apart into its header, its palette and its compressed rows (ISO/IEC 15948).

import { crc32 } from 'node:zlib';

export interface PngParts {
  width: number;
  height: number;
  bitDepth: number;
  /** 0 grey, 2 RGB, 3 palette, 4 grey + alpha, 6 RGB + alpha. */
  colorType: number;
  interlaced: boolean;
  hasAlpha: boolean;
  hasTransparency: boolean;
  palette: Buffer;
  /** The zlib stream of filtered rows. */
  data: Buffer;
}

/** Null when the chunks cannot be followed to the end of the image, or are not as they were written. */
export function pngParts(file: Buffer): PngParts | null {
  const idat: Buffer[] = [];
  let palette = Buffer.alloc(0);
  let hasTransparency = false;
  let ended = false;
  for (let at = 8; at + 12 <= file.length && !ended;) {
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (at + 12 + length > file.length) return null;
    if (file.readUInt32BE(at + 8 + length) !== crc32(file.subarray(at + 4, at + 8 + length))) return null;
    if (type === 'IDAT') idat.push(body);
    else if (type === 'PLTE') palette = Buffer.from(body);
    else if (type === 'tRNS') hasTransparency = true;
    else if (type === 'IEND') ended = true;
    at += 12 + length;
  }
  if (!ended || idat.length === 0) return null;
  const colorType = file.readUInt8(25);
  return {
    width: file.readUInt32BE(16),
    height: file.readUInt32BE(20),
    bitDepth: file.readUInt8(24),
    colorType,
    interlaced: file.readUInt8(28) !== 0,
    hasAlpha: colorType === 4 || colorType === 6,
    hasTransparency,
    palette,
    data: Buffer.concat(idat),
  };
}
