// Pauses between attempts, each twice as long as the previous one.

export interface Pauses {
  firstMs: number;
  maxMs: number;
}

/** Returns the pause after n failed retries. */
export const pauseMs = (attempts: number, { firstMs, maxMs }: Pauses): number =>
  Math.min(maxMs, firstMs * 2 ** attempts);
