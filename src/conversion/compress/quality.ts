// The meaning of the three qualities.
export interface Quality {
  /** Dots per inch at the size at which a picture is drawn. */
  dpi: number;
  /** Pictures stay as like the original as a plain JPEG of this quality (libjpeg's 1 to 100) is … */
  quality: number;
  /** … but never less than this similarity (SSIM) to the original at the target resolution … */
  minSimilarity: number;
  /** … and need no more than this. */
  enoughSimilarity: number;
}

export const qualities = {
  low: { dpi: 72, quality: 55, minSimilarity: 0.9, enoughSimilarity: 0.95 },
  medium: { dpi: 150, quality: 62, minSimilarity: 0.92, enoughSimilarity: 0.96 },
  high: { dpi: 300, quality: 80, minSimilarity: 0.96, enoughSimilarity: 0.985 },
} as const satisfies Record<string, Quality>;

export type QualityName = keyof typeof qualities;
