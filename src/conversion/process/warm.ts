// Prewarmed processes, each in its own sandbox, each for one document: they start before the caller arrives, on idle processors
// (priority.ts).
import type { SandboxedProgram } from './sandbox/sandbox.ts';
import { createSupervisor } from './supervisor.ts';

export interface WarmPool extends AsyncDisposable {
  /** One that is ready, or one that is started now. The taker disposes it. */
  take(): Promise<SandboxedProgram>;
  /** Begins to fill the pool; does not wait. */
  fill(): void;
}

/** Keeps `size` processes ready; with 0 each is started when it is wanted. */
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
