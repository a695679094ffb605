// An order under way that can be asked to give way to others, or be ended for having run too long. When that is: queue/overtime.ts.
import { DeadlinePassed } from '#core/deadline.ts';
import { createEffort } from '#core/effort.ts';

export interface Yielding {
  giveWay(): void;
  /** Ends it with {@link DeadlinePassed}. */
  end(ranMs: number): void;
  /** Works with a signal that aborts with `signal`, or when it is ended; whatever processes are started meanwhile give way with it. */
  run<Result>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

export function createYielding(): Yielding {
  const effort = createEffort();
  const ended = new AbortController();
  return {
    giveWay: () => effort.giveWay(),
    end: (ranMs) => ended.abort(new DeadlinePassed(Math.round(ranMs))),
    run: (signal, work) => effort.run(() => work(AbortSignal.any([signal, ended.signal]))),
  };
}
