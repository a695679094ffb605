// A reaction to the abort of a signal.
import { addAbortListener } from 'node:events';

const nothing: Disposable = { [Symbol.dispose]() {} };

/** Calls `react` with the signal's reason when it aborts, or at once if it already has; disposing the result removes the listener. */
export function whenAborted(signal: AbortSignal | undefined, react: (reason: unknown) => void): Disposable {
  if (signal === undefined) return nothing;
  if (!signal.aborted) return addAbortListener(signal, () => react(signal.reason));
  react(signal.reason);
  return nothing;
}
