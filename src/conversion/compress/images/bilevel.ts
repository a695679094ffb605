// Samples of one bit without loss: JBIG2 or CCITT Group 4, whichever is smaller.
import sharp from 'sharp';
import { faxPicture } from '#conversion/images/fax.ts';
import { smallest, type Coded } from './coding.ts';
import { jbig2 } from './jbig2.ts';
import { packed, type Samples } from './samples.ts';

const largestFax = 32_000;

/** `samples` are 0 and 255. */
export async function bilevel(samples: Samples, { mayUseJbig2 }: { mayUseJbig2: boolean }): Promise<Coded | null> {
  const { width, height } = samples;
  const generic: Coded | null = mayUseJbig2
    ? { data: jbig2(packed(samples, 1, false), width, height), bits: 1, filter: '/JBIG2Decode' }
    : null;
  return smallest([generic, height <= largestFax ? await group4(samples) : null]);
}

async function group4({ data, width, height }: Samples): Promise<Coded | null> {
  const tiff = await sharp(data, { raw: { width, height, channels: 1 }, limitInputPixels: false })
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, tileHeight: height })
    .toBuffer();
  const strip = faxPicture(tiff, 0);
  if (strip === null) return null;
  // Defaults of the filter are left out.
  const blackIs1 = strip.entries.includes('/BlackIs1 true');
  return {
    data: Buffer.from(strip.data),
    bits: 1,
    filter: '/CCITTFaxDecode',
    parameters: { '/K': -1, '/Columns': width, '/Rows': height, ...(blackIs1 ? { '/BlackIs1': true } : {}) },
  };
}
