// One limit of time over a whole conversion, given down to every engine as a signal.

/** The reason of a signal that was aborted because the time was over. */
export class DeadlinePassed extends Error {
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`no result within ${timeoutMs} ms`);
    this.name = 'DeadlinePassed';
    this.timeoutMs = timeoutMs;
  }
}

export interface Deadline extends Disposable {
  signal: AbortSignal;
  leftMs(): number;
}

/**
 * A signal that aborts with {@link DeadlinePassed} after `timeoutMs` (of which `leftMs` are left), or with the reason of
 * `parent` before that.
 * Dispose it to give the timer back.
 */
export function deadline(timeoutMs: number, parent?: AbortSignal, leftMs = timeoutMs): Deadline {
  const controller = new AbortController();
  const end = performance.now() + leftMs;
  const timer = setTimeout(() => controller.abort(new DeadlinePassed(timeoutMs)), leftMs);
  const follow = () => controller.abort(parent?.reason);
  if (parent?.aborted) follow();
  parent?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    leftMs: () => Math.max(1, end - performance.now()),
    [Symbol.dispose]() {
      clearTimeout(timer);
      parent?.removeEventListener('abort', follow);
    },
  };
}
