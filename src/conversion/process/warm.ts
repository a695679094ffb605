// Prewarmed processes, each in its own sandbox, each for one document: they start before the caller arrives, on idle processors
// (priority.ts).
import type { SandboxedProgram } from './sandbox/sandbox.ts';
import { createSupervisor } from './supervisor.ts';

export interface WarmPool extends AsyncDisposable {
  /** Takes a ready process, or starts one now; the caller disposes of it. */
  take(): Promise<SandboxedProgram>;
  /** Begins to fill the pool, without waiting. */
  fill(): void;
}

/** Keeps `size` processes ready; with 0, each starts on demand. */
export function createWarmPool(
  start: (priority: 'document' | 'ahead') => Promise<SandboxedProgram>,
  size: number,
): WarmPool {
  const ready = new Set<Promise<SandboxedProgram>>();
  const supervisor = createSupervisor(fill);

  function fill(): void {
    while (ready.size < size) {
      const starting = start('ahead');
      ready.add(starting);
      starting.then(supervisor.worked, () => {
        ready.delete(starting);
        supervisor.failed();
      });
    }
  }

  return {
    fill,
    async take() {
      if (size > 0) supervisor.refill();
      for (const next of ready) {
        ready.delete(next);
        const sandbox = await next.catch(() => null);
        if (sandbox !== null && !sandbox.hasEnded) {
          sandbox.goOn();
          return sandbox;
        }
        await sandbox?.[Symbol.asyncDispose]();
      }
      return start('document');
    },
    async [Symbol.asyncDispose]() {
      supervisor[Symbol.dispose]();
      for (const starting of ready) {
        ready.delete(starting);
        await (await starting.catch(() => null))?.[Symbol.asyncDispose]();
      }
    },
  };
}
