// Samples without loss under Flate: as few bits as they need, through a palette where there are few colours, else PNG's predictors.
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { deflated } from '#conversion/compress/deflate.ts';
import { pngParts } from '#conversion/images/png.ts';
import type { PdfValue } from '#conversion/pdf/graph.ts';
import { smallest, type Coded } from './coding.ts';
import { packed, type Samples } from './samples.ts';
import { similarity } from './similarity.ts';

/** `colourSpace` is that of the samples; a palette of it is made. */
export async function graphic(samples: Samples, colourSpace: PdfValue | null): Promise<Coded | null> {
  const { channels } = samples;
  if (channels === 1) {
    const bits = bitsOfGrey(samples.data);
    if (bits < 8) return plain(packed(samples, bits as 1 | 2 | 4, false), bits);
  }
  const palette = colourSpace === null ? null : paletteOf(samples);
  return smallest([
    palette === null || colourSpace === null ? null : withPalette(samples, palette, colourSpace),
    await predicted(samples),
  ]);
}

/** Grey in sixteen steps, when that looks the same: the soft edges of scaled text need no more. */
export function steppedGrey(samples: Samples, minSimilarity: number): Coded | null {
  if (samples.channels !== 1) return null;
  const steps = { ...samples, data: Buffer.from(samples.data.map((value) => Math.round(value / 17) * 17)) };
  if (similarity(samples, steps) < minSimilarity) return null;
  const rows = packed(steps, 4, false);
  const rowBytes = Math.ceil(samples.width / 2);
  const above = Buffer.concat(
    Array.from({ length: samples.height }, (_, y) => {
      const row = Buffer.alloc(rowBytes + 1, 2); // PNG's filter "Up"
      for (let x = 0; x < rowBytes; x++)
        row[x + 1] = (rows[y * rowBytes + x] ?? 0) - (y === 0 ? 0 : (rows[(y - 1) * rowBytes + x] ?? 0));
      return row;
    }),
  );
  const parameters = { '/Predictor': 15, '/BitsPerComponent': 4, '/Columns': samples.width };
  return smallest([plain(rows, 4), { ...plain(above, 4), parameters }]);
}

/** Indices into a palette that the image has already. */
export function indices(samples: Samples, hival: number): Coded {
  const bits = bitsFor(hival + 1);
  return smallest([
    plain(bits === 8 ? samples.data : packed(samples, bits, true), bits),
    plain(samples.data, 8),
  ]) as Coded;
}

const plain = (data: Buffer, bits: 1 | 2 | 4 | 8): Coded => ({ data: deflated(data), bits, filter: '/FlateDecode' });

const bitsFor = (colours: number) => (colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8);

/** The fewest bits that hold every sample as it is: 0 to 255 spread evenly. */
export function bitsOfGrey(data: Buffer): 1 | 2 | 4 | 8 {
  const seen = new Uint8Array(256);
  for (const value of data) seen[value] = 1;
  const only = (step: number) => seen.every((is, value) => is === 0 || value % step === 0);
  return only(255) ? 1 : only(85) ? 2 : only(17) ? 4 : 8;
}

interface Palette {
  colours: number[];
  indexOf: Map<number, number>;
}

/** Null when there are more than 256 colours, or nothing to win. */
function paletteOf({ data, channels }: Samples): Palette | null {
  if (channels > 4) return null;
  const indexOf = new Map<number, number>();
  for (let at = 0; at < data.length; at += channels) {
    const colour = data.readUIntBE(at, channels);
    if (indexOf.has(colour)) continue;
    if (indexOf.size === (channels === 1 ? 16 : 256)) return null;
    indexOf.set(colour, indexOf.size);
  }
  // In the order of their values, neighbours have neighbouring indices.
  const colours = [...indexOf.keys()].sort((a, b) => a - b);
  return { colours, indexOf: new Map(colours.map((colour, index) => [colour, index])) };
}

function withPalette(samples: Samples, { colours, indexOf }: Palette, base: PdfValue): Coded {
  const { data, channels, width, height } = samples;
  const table = Buffer.alloc(colours.length * channels);
  for (const [index, colour] of colours.entries()) table.writeUIntBE(colour, index * channels, channels);
  const result = Buffer.allocUnsafe(width * height);
  for (let at = 0, to = 0; at < data.length; at += channels)
    result[to++] = indexOf.get(data.readUIntBE(at, channels)) ?? 0;
  const coded = indices({ width, height, channels: 1, data: result }, colours.length - 1);
  return { ...coded, colourSpace: ['/Indexed', base, colours.length - 1, `b:${table.toString('hex')}`] };
}

async function predicted(samples: Samples): Promise<Coded | null> {
  const { data, width, height, channels } = samples;
  const without: Coded = { data: deflated(data), bits: 8, filter: '/FlateDecode' };
  if (channels !== 1 && channels !== 3) return without;
  const image = sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
  const file = await image
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .png({ compressionLevel: 1, adaptiveFiltering: true })
    .toBuffer();
  const png = pngParts(file);
  if (png === null || png.bitDepth !== 8 || png.colorType !== (channels === 1 ? 0 : 2)) return without;
  const parameters = { '/Predictor': 15, '/Colors': channels, '/BitsPerComponent': 8, '/Columns': width };
  const filtered: Coded = { data: deflated(inflateSync(png.data)), bits: 8, filter: '/FlateDecode', parameters };
  return smallest([without, filtered]);
}
