// How long a client should wait before it retries: the time to empty the queue at its recent pace.
import type { Outcome, QueueLength } from './dispatcher.ts';

/** The duration assumed before anything has been measured. */
const assumedSeconds = 2;
/** The weight of the last conversion in the mean. */
const weight = 0.1;
const maxSeconds = 60;

export function createPace() {
  let mean = assumedSeconds;
  return {
    /** Records that another order has ended. */
    note(outcome: Outcome): void {
      if (outcome.kind === 'success') mean += weight * (outcome.seconds - mean);
    },
    retryAfterSeconds({ slots, waiting }: QueueLength): number {
      const seconds = ((waiting + 1) * mean) / Math.max(1, slots);
      return Math.min(maxSeconds, Math.max(1, Math.ceil(seconds)));
    },
  };
}
