// Whether somebody waits for something short: what takes long gives way meanwhile.

/** What takes longer is not short, whatever was expected of it. */
const longestMs = 1_000;

let running = 0;
const listeners = new Set<(isRunning: boolean) => void>();

/** From now on, until it is disposed of or has taken a second. */
export function beginShortWork(): Disposable {
  if (++running === 1) tell(true);
  let isOver = false;
  const end = () => {
    if (!isOver && --running === 0) tell(false);
    isOver = true;
    clearTimeout(timer);
  };
  const timer = setTimeout(end, longestMs).unref();
  return { [Symbol.dispose]: end };
}

export const isShortWorkRunning = (): boolean => running > 0;

/** Calls `listener` whenever that changes. */
export function onShortWork(listener: (isRunning: boolean) => void): void {
  listeners.add(listener);
}

function tell(isRunning: boolean): void {
  for (const listener of listeners) listener(isRunning);
}
