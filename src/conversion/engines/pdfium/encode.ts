// Samples of a drawn page to PNG or JPEG: grey where there is no colour, filtered where neighbouring pixels differ.
import { crc32 } from 'node:zlib';
import sharp from 'sharp';

export async function encodePage(
  rgb: Buffer,
  width: number,
  height: number,
  format: 'png' | 'jpg',
  dpi: number,
): Promise<Buffer> {
  const grey = greyOf(rgb);
  const image = sharp(grey ?? rgb, {
    raw: { width, height, channels: grey === null ? 3 : 1 },
    limitInputPixels: false,
  }).toColourspace(grey === null ? 'srgb' : 'b-w');
  if (format === 'png')
    return withPngDensity(
      await image.png({ compressionLevel: 6, adaptiveFiltering: grey === null && isPhotographic(rgb) }).toBuffer(),
      dpi,
    );
  // Optimised Huffman tables would cost a second pass over the coefficients for a few per cent.
  return withJpegDensity(await image.jpeg({ quality: 80, optimiseCoding: false }).toBuffer(), dpi);
}

/** One channel when no pixel has a colour. */
function greyOf(rgb: Buffer): Buffer | null {
  for (let i = 0; i < rgb.length; i += 3) if (rgb[i] !== rgb[i + 1] || rgb[i] !== rgb[i + 2]) return null;
  const grey = Buffer.allocUnsafe(rgb.length / 3);
  for (let i = 0, n = 0; i < rgb.length; i += 3) grey[n++] = rgb[i] ?? 0;
  return grey;
}

/** Whether fewer than half of the pixels (every 17th is looked at) are like the one before. */
function isPhotographic(rgb: Buffer): boolean {
  let looked = 0;
  let alike = 0;
  for (let i = 3; i + 2 < rgb.length; i += 51) {
    looked += 1;
    if (rgb[i] === rgb[i - 3] && rgb[i + 1] === rgb[i - 2] && rgb[i + 2] === rgb[i - 1]) alike += 1;
  }
  return alike * 2 < looked;
}

/** Adds the pHYs chunk behind the header: sharp sets a resolution only together with a colour profile. */
function withPngDensity(png: Buffer, dpi: number): Buffer {
  const perMetre = Math.round(dpi / 0.0254);
  const chunk = Buffer.alloc(21);
  chunk.writeUInt32BE(9, 0);
  chunk.write('pHYs', 4, 'latin1');
  chunk.writeUInt32BE(perMetre, 8);
  chunk.writeUInt32BE(perMetre, 12);
  chunk.writeUInt8(1, 16);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 17)), 17);
  const headerEnd = 33;
  return Buffer.concat([png.subarray(0, headerEnd), chunk, png.subarray(headerEnd)]);
}

/** Writes the resolution into the JFIF header, where libjpeg leaves 1 × 1. */
function withJpegDensity(jpeg: Buffer, dpi: number): Buffer {
  if (jpeg.toString('latin1', 6, 10) !== 'JFIF') return jpeg;
  jpeg.writeUInt8(1, 13);
  jpeg.writeUInt16BE(dpi, 14);
  jpeg.writeUInt16BE(dpi, 16);
  return jpeg;
}
