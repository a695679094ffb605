// Representative values of lists of numbers.

/** Returns the value below which this share of all values lies; undefined without values. */
export const quantile = (values: readonly number[], share: number): number | undefined =>
  Float64Array.from(values).sort()[Math.floor(values.length * share)];

/** Returns the median, the larger of the two middle values; undefined without values. */
export const median = (values: readonly number[]): number | undefined => quantile(values, 0.5);

/** Returns the most frequent value, the first of several; undefined without values. */
export function mostFrequent<Value>(values: Iterable<Value>): Value | undefined {
  const votes = new Map<Value, number>();
  for (const value of values) votes.set(value, (votes.get(value) ?? 0) + 1);
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0];
}
