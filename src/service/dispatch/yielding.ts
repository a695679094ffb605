// A running order that can give way to others or be ended; queue/model.ts decides when.
import { DeadlinePassed } from '#core/deadline.ts';
import { createEffort, withEffort, type WorkSignal } from '#core/effort.ts';
import { Stopped } from '#service/jobs/running.ts';

export type Yielding = ReturnType<typeof createYielding>;

export function createYielding(patience = 1) {
  const effort = createEffort({ patience });
  const ended = new AbortController();
  return {
    giveWay: () => effort.giveWay(),
    /** Ends the order with {@link DeadlinePassed}. */
    end: (ranMs: number) => ended.abort(new DeadlinePassed(Math.round(ranMs))),
    /** Stops the order, to start again later. */
    putBack: () => ended.abort(new Stopped('others')),
    get isPutBack() {
      return ended.signal.reason instanceof Stopped;
    },
    /** Runs work with a signal that aborts with `signal` or when the order is ended; the processes started for it also give way. */
    run: <Result>(signal: AbortSignal, work: (signal: WorkSignal) => Promise<Result>) =>
      work(withEffort(AbortSignal.any([signal, ended.signal]), effort)),
  };
}
