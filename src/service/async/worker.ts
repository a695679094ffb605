// Performs asynchronous orders, with a longer time limit, and at low priority while synchronous calls run.
import type { OnProgress } from '#core/progress.ts';
import type { Order, Outcome } from '#service/dispatch/dispatcher.ts';
import { performOrder, secondsSince, tracedOrder, type WorkerDependencies } from '#service/dispatch/perform-order.ts';
import { judged } from '#service/dispatch/spending.ts';
import { createYielding, type Yielding } from '#service/dispatch/yielding.ts';
import { patienceMs, hasOverrun } from '#service/queue/model.ts';
import { unlimited } from '#conversion/perform.ts';
import { AsyncSlots } from './slots.ts';

export interface AsyncWorker {
  readonly slots: AsyncSlots;
  /** Performs an order, and never throws: every error is an outcome. */
  perform(order: Order, circumstances: Circumstances): Promise<Outcome>;
  /** Creates the yielding of one order, whose engines have longer time limits. */
  yielding(): Yielding;
}

interface Circumstances {
  folder: string;
  signal: AbortSignal;
  onProgress: OnProgress;
  /** How the order yields to others. */
  yielding: Yielding;
}

interface Options {
  /** The number of slots on this node. */
  concurrency: number;
  /** Returns the number of synchronous calls that this node performs. */
  busyElsewhere: () => number;
  /** The time limits of synchronous calls and of asynchronous jobs. */
  conversionTimeoutMs: number;
  asyncTimeoutMs: number;
}

export function createAsyncWorker(
  parts: WorkerDependencies,
  { concurrency, busyElsewhere, conversionTimeoutMs, asyncTimeoutMs: timeoutMs }: Options,
): AsyncWorker {
  const { spending } = parts;
  return {
    slots: new AsyncSlots({ slots: concurrency, busyElsewhere, spending }),
    yielding: () => createYielding(Math.max(1, timeoutMs / conversionTimeoutMs)),
    async perform(order, { folder, signal, onProgress, yielding }) {
      const began = performance.now();
      const typicalMs = spending.typical.ms(order.tool);
      using _giving = givingWay(yielding, { busyElsewhere, afterMs: patienceMs(typicalMs) });
      // Its tool may need more than the usual limit.
      const limitMs = order.timeoutMs > conversionTimeoutMs ? Math.max(timeoutMs, order.timeoutMs) : timeoutMs;
      const unhurried = { ...order, timeoutMs: limitMs, leftMs: limitMs };
      const ended = await yielding.run(signal, (bounded) =>
        tracedOrder(parts, order, () =>
          performOrder(parts, unhurried, { folder, permits: unlimited, signal: bounded, onProgress }),
        ),
      );
      const seconds = secondsSince(began);
      const outcome = judged(ended, hasOverrun(1000 * seconds, typicalMs));
      spending.note(order, outcome, seconds);
      return outcome.kind === 'failure' && yielding.isPutBack ? { ...outcome, stoppedBy: 'others' } : outcome;
    },
  };
}

const lookMs = 50;

/** Makes an order give way after a while, or as soon as a synchronous call runs, until disposed of. */
function givingWay(
  yielding: Yielding,
  { busyElsewhere, afterMs }: { busyElsewhere: () => number; afterMs: number },
): Disposable {
  const end = performance.now() + afterMs;
  const look = () => {
    if (busyElsewhere() === 0 && performance.now() < end) return;
    clearInterval(timer);
    yielding.giveWay();
  };
  const timer = setInterval(look, lookMs).unref();
  look();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
