// The typical duration of a tool's conversions: the recent geometric mean, on which outliers have little effect.

/** The duration assumed before anything has been measured. */
const assumedMs = 500;
/** The weight of the last conversion in the mean. */
const weight = 0.1;

export type Typical = ReturnType<typeof createTypical>;

export function createTypical() {
  const logs = new Map<string, number>();
  return {
    /** Returns the milliseconds that a conversion by this tool typically takes. */
    ms: (tool: string) => Math.exp(logs.get(tool) ?? Math.log(assumedMs)),
    /** Records that another conversion has ended. */
    note(tool: string, seconds: number): void {
      const log = Math.log(Math.max(1, seconds * 1000));
      logs.set(tool, (logs.get(tool) ?? log) * (1 - weight) + log * weight);
    },
  };
}
