// The usual duration of conversions of a tool: the recent geometric mean, which a few very long ones move little.

/** Before anything has been measured. */
const assumedMs = 500;
/** The weight of the last conversion in the mean. */
const weight = 0.1;

export interface Usual {
  /** The milliseconds that a conversion by this tool usually takes. */
  ms(tool: string): number;
  /** One more has taken so long. */
  note(tool: string, seconds: number): void;
}

export function createUsual(): Usual {
  const logs = new Map<string, number>();
  return {
    ms: (tool) => Math.exp(logs.get(tool) ?? Math.log(assumedMs)),
    note(tool, seconds) {
      const log = Math.log(Math.max(1, seconds * 1000));
      logs.set(tool, (logs.get(tool) ?? log) * (1 - weight) + log * weight);
    },
  };
}
