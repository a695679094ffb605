// Memory of an idle service goes back to the system: V8 keeps what a burst has left until it needs the room.
import type { RunningJobs } from './jobs/running.ts';

/** Memory goes back after one to two times this long without a conversion: calls wait while it does, about 0.1 s. */
const lookEveryMs = 15_000;

/** Gives memory back after the start and after each burst of conversions, if Node was started with `--expose-gc`. */
export function startGivingMemoryBack(running: Pick<RunningJobs, 'begun' | 'ids'>): Disposable {
  let begunBefore = -1;
  let isGivenBack = false;
  const timer = setInterval(() => {
    const isBusy = running.begun !== begunBefore || running.ids().length > 0;
    begunBefore = running.begun;
    if (!isBusy && !isGivenBack) globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    isGivenBack = !isBusy;
  }, lookEveryMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
