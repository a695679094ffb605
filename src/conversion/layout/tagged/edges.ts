// The common parts of the edges of columns and rows: a line that is drawn between two cells, or the room between them.

/** Points between a cell's edge and its text where nothing is drawn: Word's own 0.19 cm. */
export const padding = 5.4;

/** Points that a drawn line may lie within the text of a cell. */
export const edgeSlack = 2;

/** The size of a cell in its tags; the units depend on the producer. */
export interface StatedSize {
  width?: number;
  height?: number;
}

/** The first drawn line after a position. */
export const lineAfter = (drawn: readonly number[], from: number): number | undefined =>
  drawn.filter((at) => at > from).toSorted((a, b) => a - b)[0];

/** The drawn line between two positions, else the position a cell's padding before the second. */
export function edgeBetween(low: number, high: number, drawn: readonly number[], pad: number): number {
  const candidates = drawn.filter((at) => at > low - edgeSlack && at < high + edgeSlack).toSorted((a, b) => b - a);
  const [best] = candidates;
  if (best !== undefined) return best;
  if (!Number.isFinite(low)) return high - pad;
  if (!Number.isFinite(high)) return low + pad;
  return high - low > pad * 2 ? high - pad : (low + high) / 2;
}
