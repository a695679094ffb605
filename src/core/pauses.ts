// Pauses between attempts, each twice as long as the one before.

export interface Pauses {
  firstMs: number;
  maxMs: number;
}

/** The pause after so many attempts that have failed, the first one not counted. */
export const pauseMs = (attempts: number, { firstMs, maxMs }: Pauses): number =>
  Math.min(maxMs, firstMs * 2 ** attempts);
