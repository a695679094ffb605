// Prewarmed processes, each in its own sandbox, each for one document: what a start costs is paid before the caller comes.
import type { SandboxedProgram } from './sandbox/sandbox.ts';

export interface WarmPool extends AsyncDisposable {
  /** One that is ready, or one that is started now. The taker disposes it. */
  take(): Promise<SandboxedProgram>;
  /** Begins to fill the pool; does not wait. */
  fill(): void;
}

/** New processes are started after this much quiet: starting them while documents are converted would slow those. */
const quietMs = 400;

/** Keeps `size` processes ready; with 0 each is started when it is wanted. */
export function createWarmPool(start: () => Promise<SandboxedProgram>, size: number): WarmPool {
  const ready: Promise<SandboxedProgram>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const fill = () => {
    if (closed) return;
    while (ready.length < size) {
      const starting = start();
      starting.catch(() => {}); // its taker gets the error
      ready.push(starting);
    }
  };
  const fillSoon = () => {
    clearTimeout(timer);
    if (size > 0 && !closed) timer = setTimeout(fill, quietMs).unref();
  };

  return {
    fill,
    async take() {
      fillSoon();
      for (let next = ready.shift(); next !== undefined; next = ready.shift()) {
        const sandbox = await next.catch(() => null);
        if (sandbox !== null && !sandbox.hasEnded) return sandbox;
        await sandbox?.[Symbol.asyncDispose]();
      }
      return start();
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      clearTimeout(timer);
      for (const starting of ready.splice(0)) await (await starting.catch(() => null))?.[Symbol.asyncDispose]();
    },
  };
}
