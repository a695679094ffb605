// The minimum speed of an upload: a client that sends a few bytes now and then would hold its slot for hours.
import type { Pace } from '#service/limits/limits.ts';

const steps = 30;

/**
 * Calls `tooSlow` after a whole window that was too slow; the window slides by a thirtieth of its length. A window without
 * any bytes is left to the idle timeout. Time in which the service itself `isBlocked` does not count.
 */
export function watchPace(
  { windowMs, bytesPerSecond }: Pace,
  { tooSlow, isBlocked }: { tooSlow: () => void; isBlocked: () => boolean },
) {
  const minBytes = (bytesPerSecond * windowMs) / 1000;
  const window: number[] = [];
  let arrived = 0;
  let sum = 0;
  const timer = setInterval(() => {
    if (isBlocked()) {
      window.length = sum = arrived = 0;
      return;
    }
    window.push(arrived);
    sum += arrived;
    arrived = 0;
    if (window.length > steps) sum -= window.shift() ?? 0;
    if (window.length < steps || sum === 0 || sum >= minBytes) return;
    clearInterval(timer);
    tooSlow();
  }, windowMs / steps);
  return {
    count: (bytes: number) => void (arrived += bytes),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
