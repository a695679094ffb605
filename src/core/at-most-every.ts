// Caches results that are expensive to obtain and seldom change.

/** Probes at most every `ms`, and repeats the last result in between. */
export function atMostEvery<Result>(ms: number, probe: () => Promise<Result>): () => Promise<Result> {
  let probedAt = -Infinity;
  let last: Promise<Result>;
  return () => {
    const now = performance.now();
    if (now - probedAt >= ms) {
      probedAt = now;
      last = probe();
    }
    return last;
  };
}
