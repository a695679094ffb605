// The horizontal and vertical resolution that a picture states; they differ in faxes, and libvips reports only the horizontal one.
import type { Metadata } from 'sharp';
import { tiffTags } from './tiff.ts';

/** Pixels an inch. */
export interface Resolution {
  x: number;
  y: number;
}

const unstated: Resolution = { x: 96, y: 96 };
const perCentimetre = 2.54;

type Stated = Pick<Metadata, 'format' | 'density' | 'resolutionUnit'>;

/** 96 dpi if the file states no resolution; if it states only the ratio, 96 horizontally. */
export function resolutionOf(file: Buffer, page: number, metadata: Partial<Stated>): Resolution {
  const found =
    metadata.format === 'tiff'
      ? ofTiff(file, page)
      : metadata.format === 'png'
        ? ofPng(file)
        : metadata.format === 'jpeg'
          ? ofJpeg(file, metadata)
          : undefined;
  const isSane = found !== undefined && Object.values(found).every((dpi) => dpi >= 1 && dpi < 100_000);
  return isSane ? found : unstated;
}

/** XResolution, YResolution and ResolutionUnit: none, inch or centimetre. */
function ofTiff(file: Buffer, page: number): Resolution | undefined {
  const tags = tiffTags(file, page);
  const [x, y] = [tags?.get(282)?.value, tags?.get(283)?.value];
  if (x === undefined || y === undefined || !(x > 0 && y > 0)) return undefined;
  const unit = tags?.get(296)?.value ?? 2;
  if (unit === 1) return compared(x, y);
  return unit === 3 ? { x: x * perCentimetre, y: y * perCentimetre } : { x, y };
}

/** The pHYs chunk, in metres or without a unit (ISO/IEC 15948, 11.3.5.3). */
function ofPng(file: Buffer): Resolution | undefined {
  for (let at = 8; at + 21 <= file.length; at += 12 + file.readUInt32BE(at)) {
    const type = file.toString('latin1', at + 4, at + 8);
    if (type === 'IDAT') return undefined;
    if (type !== 'pHYs') continue;
    const [x, y] = [file.readUInt32BE(at + 8), file.readUInt32BE(at + 12)];
    if (x === 0 || y === 0) return undefined;
    const inches = (perMetre: number) => Math.round(perMetre * 0.0254 * 100) / 100;
    return file[at + 16] === 1 ? { x: inches(x), y: inches(y) } : compared(x, y);
  }
  return undefined;
}

/** The JFIF header (ITU-T T.871, 10.1); without one, the resolution that libvips found in the EXIF data. */
function ofJpeg(file: Buffer, { density, resolutionUnit }: Partial<Stated>): Resolution | undefined {
  if (file.toString('latin1', 6, 11) === 'JFIF\0' && file.length > 18) {
    const [unit, x, y] = [file[13], file.readUInt16BE(14), file.readUInt16BE(16)];
    if (x > 0 && y > 0 && unit === 0 && x !== y) return compared(x, y);
    if (x > 0 && y > 0 && unit === 1) return { x, y };
    if (x > 0 && y > 0 && unit === 2) return { x: x * perCentimetre, y: y * perCentimetre };
  }
  // It makes up 72, without a unit, for files without a resolution.
  return density === undefined || resolutionUnit === undefined ? undefined : { x: density, y: density };
}

const compared = (x: number, y: number): Resolution => ({ x: unstated.x, y: (unstated.x * y) / x });
