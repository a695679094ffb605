// How fast an upload comes, over the last half minute: a client that drips bytes would keep its place for hours.
import type { Pace } from '#service/limits/limits.ts';

export interface PaceWatch extends Disposable {
  count(bytes: number): void;
}

const steps = 30;

/**
 * Calls `tooSlow` once a whole window was too slow; the window moves by a thirtieth of itself. One without any byte is
 * silence, which has a rule of its own. While `isHeldUp` by us nothing is held against the sender.
 */
export function watchPace(
  { windowMs, bytesPerSecond }: Pace,
  { tooSlow, isHeldUp }: { tooSlow: () => void; isHeldUp: () => boolean },
): PaceWatch {
  const least = (bytesPerSecond * windowMs) / 1000;
  const window: number[] = [];
  let arrived = 0;
  let sum = 0;
  const timer = setInterval(() => {
    if (isHeldUp()) {
      window.length = sum = arrived = 0;
      return;
    }
    window.push(arrived);
    sum += arrived;
    arrived = 0;
    if (window.length > steps) sum -= window.shift() ?? 0;
    if (window.length < steps || sum === 0 || sum >= least) return;
    clearInterval(timer);
    tooSlow();
  }, windowMs / steps);
  return {
    count: (bytes) => void (arrived += bytes),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
