// Grey TIFF pages with alpha of less than 8 bits each, which neither libvips nor libtiff's tools take: their samples are spread to bytes.
import { deflateSync, inflateSync } from 'node:zlib';
import type { Picture } from './picture.ts';
import { tiffTags } from './tiff.ts';

const none = 1;
const deflates = new Set([8, 32_946]);
const whiteIsZero = 0;
const maxPixels = 1 << 28;

/** Null for every other kind of TIFF; `page` counts from 0. */
export function packedGreyPicture(file: Buffer, page: number): Picture | null {
  const tags = tiffTags(file, page);
  const value = (tag: number, unstated = 0) => tags?.get(tag)?.value ?? unstated;
  const [width, height, bits, photometric] = [value(256), value(257), value(258, 1), value(262, 2)];
  const compression = value(259, none);
  const isKnown = bits < 8 && value(277, 1) === 2 && photometric <= 1 && value(284, 1) === 1 && value(317, 1) === 1;
  if (tags === null || !isKnown || (compression !== none && !deflates.has(compression))) return null;
  if (width === 0 || height === 0 || width * height > maxPixels) return null;
  const lengths = tags.get(279)?.all() ?? [];
  const strips = (tags.get(273)?.all() ?? []).map((at, n) => file.subarray(at, at + (lengths[n] ?? 0)));
  const rowBytes = Math.ceil((width * 2 * bits) / 8);
  const rows = Buffer.concat(
    strips.map((strip) => (compression === none ? strip : inflateSync(strip, { maxOutputLength: rowBytes * height }))),
  );
  if (rows.length < rowBytes * height) throw new Error('the picture ends early');
  const [grey, alpha] = [Buffer.alloc(width * height), Buffer.alloc(width * height)];
  const largest = (1 << bits) - 1;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width * 2; x++) {
      const bit = x * bits;
      const byte = rows[y * rowBytes + (bit >> 3)] ?? 0;
      const sample = Math.round((((byte >> (8 - bits - (bit & 7))) & largest) * 255) / largest);
      const to = y * width + (x >> 1);
      if (x % 2 === 1) alpha[to] = sample;
      else grey[to] = photometric === whiteIsZero ? 255 - sample : sample;
    }
  const orientation = value(274, 1);
  const of = (samples: Buffer): Picture => ({
    width,
    height,
    colorSpace: { name: 'DeviceGray', components: 1 },
    bitsPerComponent: 8,
    entries: '/Filter /FlateDecode',
    data: deflateSync(samples),
    orientation,
  });
  return { ...of(grey), softMask: of(alpha) };
}
