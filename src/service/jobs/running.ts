// The conversions that this process is running, so that they can be stopped.
import { whenAborted } from '#core/when-aborted.ts';

/** Why a conversion was stopped from outside. */
export class Stopped extends Error {
  readonly by: 'client' | 'delete' | 'shutdown' | 'others';

  /** With `others`, the order is put back for other accounts, to start again. */
  constructor(by: Stopped['by']) {
    super(`stopped by ${by}`);
    this.name = 'Stopped';
    this.by = by;
  }
}

export type RunningJobs = ReturnType<typeof createRunningJobs>;

export function createRunningJobs() {
  const controllers = new Map<string, AbortController>();
  let whenIdle: (() => void) | undefined;
  let begun = 0;

  return {
    /** How many conversions have begun since the start. */
    get begun() {
      return begun;
    },
    /** Returns a signal that follows `parent` and that {@link stop} aborts; dispose of it when the job has ended. */
    begin(jobId: string, parent: AbortSignal): { signal: AbortSignal } & Disposable {
      const controller = new AbortController();
      controllers.set(jobId, controller);
      begun += 1;
      const following = whenAborted(parent, (reason) => controller.abort(reason));
      return {
        signal: controller.signal,
        [Symbol.dispose]() {
          following[Symbol.dispose]();
          controllers.delete(jobId);
          if (controllers.size === 0) whenIdle?.();
        },
      };
    },
    has: (jobId: string) => controllers.has(jobId),
    ids: () => [...controllers.keys()],
    stop: (jobId: string, by: Stopped['by']) => controllers.get(jobId)?.abort(new Stopped(by)),
    stopAll(by: Stopped['by']): void {
      for (const controller of controllers.values()) controller.abort(new Stopped(by));
    },
    /** Waits until nothing is running, at most for `timeoutMs`; returns whether everything has ended. */
    async idle(timeoutMs: number): Promise<boolean> {
      if (controllers.size === 0) return true;
      const { promise, resolve } = Promise.withResolvers<void>();
      whenIdle = resolve;
      const timer = setTimeout(resolve, timeoutMs);
      await promise;
      clearTimeout(timer);
      return controllers.size === 0;
    },
  };
}
