// Samples scaled down, each channel for itself; colours under a soft mask are weighted by it, so that hidden ones do not bleed.
import sharp from 'sharp';
import type { Samples } from './samples.ts';

export async function resample(samples: Samples, width: number, height: number, mask?: Samples): Promise<Samples> {
  if (samples.channels === 3 && mask?.width === samples.width && mask.height === samples.height) {
    const both = await scale(joined([planes(samples), planes(mask)].flat(), samples), width, height);
    return joined(planes(both).slice(0, 3), both);
  }
  if (samples.channels === 1 || samples.channels === 3) return scale(samples, width, height);
  const scaled: Samples[] = [];
  for (const plane of planes(samples))
    scaled.push(await scale({ ...samples, channels: 1, data: plane }, width, height));
  return joined(
    scaled.map(({ data }) => data),
    { width, height },
  );
}

async function scale({ data, channels, width, height }: Samples, toWidth: number, toHeight: number): Promise<Samples> {
  const image = sharp(data, { raw: { width, height, channels: channels as 1 | 3 | 4 }, limitInputPixels: false });
  const { data: result, info } = await image
    .resize(toWidth, toHeight, { fit: 'fill', kernel: 'cubic' })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== channels) throw new Error('sharp returned another number of channels');
  return { data: result, width: info.width, height: info.height, channels };
}

function planes({ data, channels, width, height }: Samples): Buffer[] {
  return Array.from({ length: channels }, (_, channel) => {
    const plane = Buffer.allocUnsafe(width * height);
    for (let n = 0, at = channel; n < plane.length; n++, at += channels) plane[n] = data[at] ?? 0;
    return plane;
  });
}

function joined(channels: readonly Buffer[], { width, height }: { width: number; height: number }): Samples {
  const data = Buffer.allocUnsafe(width * height * channels.length);
  for (const [channel, plane] of channels.entries())
    for (let n = 0, at = channel; n < plane.length; n++, at += channels.length) data[at] = plane[n] ?? 0;
  return { width, height, channels: channels.length, data };
}
