// Decides when a pool starts its next process: after some quiet time, and later after each failed start.
import { pauseMs } from '#core/pauses.ts';

export interface Supervisor extends Disposable {
  /** The number of failed starts since the last useful one. */
  readonly failures: number;
  /** Starts processes after the quiet time, or after `ms`, counted from now. */
  refill(ms?: number): void;
  /** Starts nothing until the next {@link refill}, because a document has arrived. */
  hold(): void;
  /**
   * A process could not start, or has ended before it was of use: the next one starts after a pause. Processes that were
   * started together fail together: until the next start, all failures count as one.
   */
  failed: () => void;
  /** Records that a process was useful. */
  worked: () => void;
}

/** The pauses before the next start: 1 s, 2 s, … up to a minute. */
const pauses = { firstMs: 1_000, maxMs: 60_000 };

/** `start` starts missing processes of the pool; `quietMs` is for processes whose start would slow documents. */
export function createSupervisor(start: () => void, { quietMs = 0 }: { quietMs?: number } = {}): Supervisor {
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let notBefore = 0;
  /** Whether a process has failed since the last start. */
  let hasFailed = false;
  let isClosed = false;

  function refill(ms = quietMs): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(startNext, Math.max(ms, notBefore - performance.now())).unref();
  }

  function startNext(): void {
    hasFailed = false;
    start();
  }

  return {
    get failures() {
      return failures;
    },
    refill,
    hold: () => clearTimeout(timer),
    failed() {
      if (hasFailed) return;
      hasFailed = true;
      notBefore = performance.now() + pauseMs(failures++, pauses);
      refill();
    },
    worked() {
      failures = 0;
      notBefore = 0;
      hasFailed = false;
    },
    [Symbol.dispose]() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
