// The dispatcher of one process: its own worker, with a bounded queue that is fair between accounts.
import { Failure } from '#core/failure.ts';
import type { Permits } from '#conversion/perform.ts';
import type { Files } from '#service/files/files.ts';
import { createInProcessQueue } from '#service/queue/in-process.ts';
import { QueueFull, WaitedTooLong, type Queue } from '#service/queue/queue.ts';
import { inputsIn } from '#service/jobs/workspace.ts';
import type { Dispatcher, Order } from './dispatcher.ts';
import { createPace } from './pace.ts';
import {
  performOrder,
  secondsSince,
  timed,
  tracedOrder,
  type Stage,
  type WorkerDependencies,
} from './perform-order.ts';

interface DispatcherDependencies extends WorkerDependencies {
  files: Files;
  /** How many conversions run at once, and how many may wait. */
  concurrency: number;
  queueSize: number;
  /** As many inspections as conversions run at once; uploads that are still coming in may wait for one too. */
  uploads: number;
}

/** More conversions at once than `concurrency`, of tools that are done in a moment: they need not wait for those that are not. */
const shortWorkers = 1;

export function createInProcessDispatcher(parts: DispatcherDependencies): Dispatcher {
  const { files, concurrency, queueSize } = parts;
  const conversions = createInProcessQueue({ workers: concurrency, shortWorkers, size: queueSize });
  const inspections = createInProcessQueue({ workers: concurrency, shortWorkers, size: parts.uploads + queueSize });
  const pace = createPace();
  const isShort = (tool?: string) => parts.tools.find(({ id }) => id === tool)?.isShort === true;
  const retryAfterSeconds = () =>
    pace.retryAfterSeconds({ running: conversions.running, waiting: conversions.waiting, slots: concurrency });

  function permitsOf(order: Order, signal: AbortSignal): Permits {
    const startBy = performance.now() + order.startWithinMs;
    /** Waits for a permit, and measures both the wait and the work under it. */
    const permit = async (queue: Queue, stage: Stage): Promise<Disposable> => {
      const asked = performance.now();
      const held = await queue
        .acquire(order.accountId, { signal, maxWaitMs: startBy - asked, isShort: isShort(order.tool) })
        .catch((error: unknown) => {
          if (!(error instanceof QueueFull || error instanceof WaitedTooLong)) throw error;
          throw new Failure('server_busy', { retry_after: retryAfterSeconds() });
        });
      parts.onStage?.(order.tool, 'wait', secondsSince(asked));
      const began = performance.now();
      return timed(held, () => {
        parts.onStage?.(order.tool, stage, secondsSince(began));
      });
    };
    return {
      inspect: () => permit(inspections, 'inspect'),
      convert: () => permit(conversions, 'convert'),
      get canConvert() {
        return conversions.hasFree(isShort(order.tool));
      },
    };
  }

  return {
    slots: concurrency,
    isFull: (tool) => conversions.isFull(isShort(tool)),
    get running() {
      return conversions.running;
    },
    get waiting() {
      return conversions.waiting;
    },
    get retryAfterSeconds() {
      return retryAfterSeconds();
    },
    async submit(order, folder) {
      return {
        async enqueue() {},
        async outcome(signal) {
          const outcome = await tracedOrder(parts, order, () =>
            performOrder(parts, order, { folder, permits: permitsOf(order, signal), signal }),
          );
          pace.note(outcome);
          return outcome;
        },
        async retainInputs() {
          const names = order.inputs.map(({ name }) => name);
          const inputs = (await inputsIn(folder)).map((path, n) => ({ name: names[n] ?? `input-${n + 1}`, path }));
          await files.putInputs(order.jobId, inputs);
        },
        async [Symbol.asyncDispose]() {},
      };
    },
    // What runs in this process is stopped by its signal, and ends with it.
    async cancel() {},
    settleLost: () => Promise.resolve(null),
  };
}
