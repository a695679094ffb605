// Chooses the coding of samples with the fewest bytes that looks the same: each kind of image has its candidates.
import type { PdfValue } from '#conversion/pdf/graph.ts';
import type { Quality } from '../quality.ts';
import { bilevel } from './bilevel.ts';
import { smallest, type Coded } from './coding.ts';
import { graphic, steppedGrey } from './graphic.ts';
import { needsFullChroma, photo } from './photo.ts';
import type { Samples } from './samples.ts';

export interface Choice {
  /** Whether samples may change at all: samples in an unknown colour space may not. */
  canLose: boolean;
  /** The samples were coded with loss before: a lossless coding would keep its noise. */
  hasLost: boolean;
  mayUseJbig2: boolean;
  /** The space of the samples, when a palette may be made of them. */
  paletteOf: PdfValue | null;
}

/** JPEG visibly damages the edges of drawings and letters. */
const graphicQuality = { quality: 75, minSimilarity: 0.98 };
/** Bytes a sample without loss, below which JPEG cannot do better. */
const beyondJpeg = 0.04;

export async function chooseCoding(
  samples: Samples,
  { quality, minSimilarity, enoughSimilarity }: Quality,
  { canLose, hasLost, mayUseJbig2, paletteOf }: Choice,
): Promise<Coded | null> {
  const target = { quality, minSimilarity, enoughSimilarity };
  const isDrawn = isGraphic(samples);
  if (!isDrawn && canLose && hasLost) return photo(samples, { ...target, fullChroma: needsFullChroma(samples) });
  const lossless = await graphic(samples, paletteOf);
  if (lossless?.bits === 1 && lossless.colourSpace === undefined)
    return smallest([lossless, await bilevel(samples, { mayUseJbig2 })]);
  if (!canLose) return lossless;
  if (!isDrawn) return smallest([lossless, await photo(samples, { ...target, fullChroma: needsFullChroma(samples) })]);
  const drawn = {
    quality: Math.max(quality, graphicQuality.quality),
    minSimilarity: Math.max(minSimilarity, graphicQuality.minSimilarity),
    enoughSimilarity: Math.max(enoughSimilarity, graphicQuality.minSimilarity),
    fullChroma: true,
  };
  const best = smallest([lossless, steppedGrey(samples, drawn.minSimilarity)]);
  return best !== null && best.data.length < samples.data.length * beyondJpeg
    ? best
    : smallest([best, await photo(samples, drawn)]);
}

/** Drawings and screenshots: a good part of the pixels are exactly like the one before and the one above. */
function isGraphic({ data, width, height, channels }: Samples): boolean {
  let [sampled, alike] = [0, 0];
  const row = width * channels;
  for (let y = 1; y < height; y += 2)
    for (let x = 1; x < width; x += 2) {
      const at = y * row + x * channels;
      sampled += 1;
      let same = true;
      for (let c = 0; c < channels && same; c++)
        same = data[at + c] === data[at + c - channels] && data[at + c] === data[at + c - row];
      if (same) alike += 1;
    }
  return alike > sampled * 0.5;
}
