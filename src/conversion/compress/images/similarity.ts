// How alike two pictures look: the mean structural similarity of their luminance in windows of 8 by 8 pixels
// (Wang, Bovik, Sheikh, Simoncelli: Image Quality Assessment, 2004), 1 for the same picture.
import type { Samples } from './samples.ts';

const size = 8;
const c1 = (0.01 * 255) ** 2;
const c2 = (0.03 * 255) ** 2;
const maxWindows = 30_000;

/** Both are of the same width, height and channels. Of large pictures a sample of windows is compared. */
export function similarity(a: Samples, b: Samples): number {
  if (a.width < size || a.height < size) return sameShare(a, b);
  const [left, right] = [luminance(a), luminance(b)];
  const columns = Math.floor((a.width - size) / 4) + 1;
  const rows = Math.floor((a.height - size) / 4) + 1;
  const stride = Math.max(1, Math.round(Math.sqrt((columns * rows) / maxWindows))) * 4;
  let [sum, count] = [0, 0];
  for (let y = 0; y + size <= a.height; y += stride)
    for (let x = 0; x + size <= a.width; x += stride) {
      sum += windowSimilarity(left, right, y * a.width + x, a.width);
      count += 1;
    }
  return sum / count - tint(a, b);
}

/** Colour differences that luminance does not show: the average difference above the visible threshold. */
function tint(a: Samples, b: Samples): number {
  if (a.channels !== 3) return 0;
  let [off, sampled] = [0, 0];
  for (let at = 0; at + 2 < a.data.length; at += 3 * 7) {
    const difference = (n: number) => (a.data[at + n] ?? 0) - (b.data[at + n] ?? 0);
    const green = difference(1);
    off += Math.abs(difference(0) - green) + Math.abs(difference(2) - green);
    sampled += 1;
  }
  return Math.max(0, off / Math.max(1, sampled) - 12) * 0.01;
}

function windowSimilarity(a: Uint8Array, b: Uint8Array, from: number, width: number): number {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let y = 0; y < size; y++)
    for (let at = from + y * width, end = at + size; at < end; at++) {
      const [p, q] = [a[at] ?? 0, b[at] ?? 0];
      sumA += p;
      sumB += q;
      squaresA += p * p;
      squaresB += q * q;
      products += p * q;
    }
  const n = size * size;
  const [meanA, meanB] = [sumA / n, sumB / n];
  const varianceA = squaresA / n - meanA * meanA;
  const varianceB = squaresB / n - meanB * meanB;
  const covariance = products / n - meanA * meanB;
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) /
    ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
  );
}

/** One picture is compared many times. */
const known = new WeakMap<Samples, Uint8Array>();

function luminance(samples: Samples): Uint8Array {
  const { data, channels, width, height } = samples;
  if (channels === 1) return data;
  const before = known.get(samples);
  if (before !== undefined) return before;
  const result = new Uint8Array(width * height);
  for (let n = 0, at = 0; n < result.length; n++, at += channels)
    result[n] =
      channels === 3
        ? (77 * (data[at] ?? 0) + 151 * (data[at + 1] ?? 0) + 28 * (data[at + 2] ?? 0)) >> 8
        : // Ink covers: black more than any.
          ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0) + 3 * (data[at + 3] ?? 0)) / 6;
  known.set(samples, result);
  return result;
}

function sameShare(a: Samples, b: Samples): number {
  let off = 0;
  for (let n = 0; n < a.data.length; n++) off += Math.abs((a.data[n] ?? 0) - (b.data[n] ?? 0));
  return 1 - off / (255 * Math.max(1, a.data.length));
}
