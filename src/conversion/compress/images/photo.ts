// Samples as JPEG: the lowest quality, from the target's own upwards, at which they look the same.
import sharp from 'sharp';
import { cmykJpeg, cmykSamples } from '#conversion/compress/turbojpeg.ts';
import type { Coded } from './coding.ts';
import type { Samples } from './samples.ts';
import { similarity } from './similarity.ts';

export interface PhotoTarget {
  /** The picture is to be as like the original as a plain JPEG of this quality (libjpeg's 1 to 100) is, within the bounds. */
  quality: number;
  minSimilarity: number;
  enoughSimilarity: number;
  fullChroma: boolean;
}

/** The qualities of libjpeg that are tried. */
const qualities = Array.from({ length: 16 }, (_, n) => 34 + n * 4);
/** For larger pictures, a part from the middle is enough to decide. */
const probeSide = 640;

/** Null when no quality is good enough. Of 1, 3 (RGB) or 4 (CMYK) channels. */
export async function photo(samples: Samples, target: PhotoTarget): Promise<Coded | null> {
  const probe = middle(samples);
  const plain = await coded(probe, target.quality, { fullChroma: target.fullChroma, isPlain: true });
  const wanted = Math.min(target.enoughSimilarity, Math.max(target.minSimilarity, similarity(probe, plain.decoded)));
  const tried = async (of: Samples, quality: number, bound: number) => {
    const made = await coded(of, quality, { fullChroma: target.fullChroma || quality >= 90, isPlain: false });
    return similarity(of, made.decoded) >= bound ? made.data : null;
  };
  // Finds by bisection the lowest quality that is good enough for the probe.
  let [low, high] = [0, qualities.length];
  let found: Buffer | null = null;
  while (low < high) {
    const half = (low + high) >> 1;
    const data = await tried(probe, qualities[half] ?? 0, wanted);
    if (data === null) low = half + 1;
    else [high, found] = [half, data];
  }
  if (probe === samples) return found && jpeg(found);
  for (const quality of qualities.slice(low)) {
    const data = await tried(samples, quality, Math.min(wanted, target.minSimilarity));
    if (data !== null) return jpeg(data);
  }
  return null;
}

const jpeg = (data: Buffer): Coded => ({ data, bits: 8, filter: '/DCTDecode' });

function middle(samples: Samples): Samples {
  const { data, width, height, channels } = samples;
  if (width * height <= probeSide * probeSide * 1.5) return samples;
  const [w, h] = [Math.min(width, probeSide), Math.min(height, probeSide)];
  const [left, top] = [(width - w) >> 1, (height - h) >> 1];
  const rows = Array.from({ length: h }, (_, y) => {
    const from = ((top + y) * width + left) * channels;
    return data.subarray(from, from + w * channels);
  });
  return { width: w, height: h, channels, data: Buffer.concat(rows) };
}

async function coded(
  samples: Samples,
  quality: number,
  { fullChroma, isPlain }: { fullChroma: boolean; isPlain: boolean },
): Promise<{ data: Buffer; decoded: Samples }> {
  const { width, height, channels } = samples;
  if (channels === 4) {
    const data = cmykJpeg(samples.data, width, height, quality);
    return { data, decoded: { ...cmykSamples(data), channels } };
  }
  const raw = { width, height, channels: channels as 1 | 3 };
  const space = channels === 1 ? 'b-w' : 'srgb';
  const data = await sharp(samples.data, { raw, limitInputPixels: false })
    .toColourspace(space)
    .jpeg({ quality, mozjpeg: !isPlain, chromaSubsampling: fullChroma ? '4:4:4' : '4:2:0' })
    .toBuffer();
  const decoded = await sharp(data, { limitInputPixels: false }).toColourspace(space).raw().toBuffer();
  return { data, decoded: { ...samples, data: decoded } };
}

/** Whether halving the chroma would show: colours that change sharply where the luminance does not hide it. */
export function needsFullChroma({ data, width, height, channels }: Samples): boolean {
  if (channels !== 3) return false;
  let [sampled, sharp] = [0, 0];
  for (let y = 0; y + 1 < height; y += 3)
    for (let x = 0; x + 1 < width; x += 3) {
      const at = (y * width + x) * 3;
      const other = at + (width + 1) * 3;
      const difference = (a: number, b: number) => (data[a] ?? 0) - (data[b] ?? 0);
      const [red, green, blue] = [difference(at, other), difference(at + 1, other + 1), difference(at + 2, other + 2)];
      sampled += 1;
      if (Math.abs(red - green) + Math.abs(blue - green) > 110) sharp += 1;
    }
  return sharp > sampled * 0.01;
}
