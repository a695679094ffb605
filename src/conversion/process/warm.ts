// Prewarmed processes, each in its own sandbox, each for one document: they start before the caller arrives, on idle processors
// (priority.ts).
import type { SandboxedProgram } from './sandbox/sandbox.ts';
import { createSupervisor } from './supervisor.ts';

export interface WarmPool extends AsyncDisposable {
  /** Passes a ready process to `work`, or one that starts now, and ends it. */
  use<Result>(work: (program: SandboxedProgram) => Promise<Result>): Promise<Result>;
  /** Begins to fill the pool, without waiting. */
  fill(): void;
}

/** The start of the next process slows a document down by a fifth; it waits for the document's end, but not for longer than this. */
const quietMs = 500;

/** Keeps `size` processes ready; with 0, each starts on demand. */
export function createWarmPool(
  start: (priority: 'document' | 'ahead') => Promise<SandboxedProgram>,
  size: number,
): WarmPool {
  const ready = new Set<Promise<SandboxedProgram>>();
  const supervisor = createSupervisor(fill, { quietMs });
  let inUse = 0;
  let isRefillDue = false;

  function fill(): void {
    isRefillDue = false;
    while (ready.size < size) {
      const starting = start('ahead');
      ready.add(starting);
      starting.then(supervisor.worked, () => {
        ready.delete(starting);
        supervisor.failed();
      });
    }
  }

  /** Removes a process from the pool, or starts one now. */
  async function take(): Promise<SandboxedProgram> {
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
  }

  return {
    fill,
    async use(work) {
      inUse += 1;
      if (size > 0 && !isRefillDue) supervisor.refill();
      isRefillDue = true;
      try {
        await using program = await take();
        return await work(program);
      } finally {
        inUse -= 1;
        if (size > 0 && inUse === 0) supervisor.refill(0);
      }
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
