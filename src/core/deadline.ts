// The time limit of a conversion, as a signal that is passed to every engine.
import { withEffort, type WorkSignal } from './effort.ts';
import { whenAborted } from './when-aborted.ts';

/** The abort reason of a deadline. */
export class DeadlinePassed extends Error {
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`no result within ${timeoutMs} ms`);
    this.name = 'DeadlinePassed';
    this.timeoutMs = timeoutMs;
  }
}

export type Deadline = ReturnType<typeof deadline>;

/**
 * Returns a signal that aborts with {@link DeadlinePassed} after `timeoutMs` (of which `leftMs` are left), or with the reason of
 * `parent`, whichever comes first.
 * Dispose of it to clear the timer.
 */
export function deadline(timeoutMs: number, parent?: WorkSignal, leftMs = timeoutMs) {
  const controller = new AbortController();
  const end = performance.now() + leftMs;
  const timer = setTimeout(() => controller.abort(new DeadlinePassed(timeoutMs)), leftMs);
  const following = whenAborted(parent, (reason) => controller.abort(reason));
  return {
    signal: withEffort(controller.signal, parent?.effort),
    leftMs: () => Math.max(1, end - performance.now()),
    [Symbol.dispose]() {
      clearTimeout(timer);
      following[Symbol.dispose]();
    },
  };
}
