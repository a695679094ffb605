// A running order that can be made to give way to others, or be ended. queue/model.ts decides when.
import { DeadlinePassed } from '#core/deadline.ts';
import { createEffort, withEffort, type WorkSignal } from '#core/effort.ts';
import { Stopped } from '#service/jobs/running.ts';

export type Yielding = ReturnType<typeof createYielding>;

export function createYielding(patience = 1) {
  const effort = createEffort({ patience });
  const ended = new AbortController();
  return {
    giveWay: () => effort.giveWay(),
    /** Ends it with {@link DeadlinePassed}. */
    end: (ranMs: number) => ended.abort(new DeadlinePassed(Math.round(ranMs))),
    /** Stops it, to start again later. */
    putBack: () => ended.abort(new Stopped('others')),
    get isPutBack() {
      return ended.signal.reason instanceof Stopped;
    },
    /** Works with a signal that aborts with `signal`, or when it is ended; the processes that are started for it give way with it. */
    run: <Result>(signal: AbortSignal, work: (signal: WorkSignal) => Promise<Result>) =>
      work(withEffort(AbortSignal.any([signal, ended.signal]), effort)),
  };
}
