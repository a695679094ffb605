// A reaction to the abort of a signal.
import { addAbortListener } from 'node:events';

const nothing: Disposable = { [Symbol.dispose]() {} };

/** Calls `react` with the signal's reason when it aborts, at once if it has; disposing the listener removes it. */
export function whenAborted(signal: AbortSignal | undefined, react: (reason: unknown) => void): Disposable {
  if (signal === undefined) return nothing;
  if (!signal.aborted) return addAbortListener(signal, () => react(signal.reason));
  react(signal.reason);
  return nothing;
}
