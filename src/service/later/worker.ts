// Performs orders that nobody waits for: with more time, beside the slots of those that somebody waits for, on processor time that these leave.
import type { Order, Outcome } from '#service/dispatch/dispatcher.ts';
import { performOrder, secondsSince, tracedOrder, type WorkerDependencies } from '#service/dispatch/perform-order.ts';
import { createYielding } from '#service/dispatch/yielding.ts';
import { unlimited } from '#conversion/perform.ts';

export interface LaterWorker {
  /** How much this node performs at a time, of either kind. */
  readonly slots: number;
  /** How much it performs that somebody waits for. */
  busy(): number;
  /** Never throws: whatever goes wrong is an outcome. */
  perform(order: Order, circumstances: Circumstances): Promise<Outcome>;
}

interface Circumstances {
  folder: string;
  signal: AbortSignal;
  /** So many steps of a pipeline are done. */
  onStep: (done: number) => void;
}

interface Options {
  slots: number;
  busy: () => number;
  /** The time limit of a conversion that somebody waits for, and of one that nobody waits for. */
  conversionTimeoutMs: number;
  asyncTimeoutMs: number;
}

export function createLaterWorker(
  parts: WorkerDependencies,
  { slots, busy, conversionTimeoutMs, asyncTimeoutMs: timeoutMs }: Options,
): LaterWorker {
  const patience = Math.max(1, timeoutMs / conversionTimeoutMs);
  return {
    slots,
    busy,
    async perform(order, { folder, signal, onStep }) {
      const began = performance.now();
      const yielding = createYielding(patience);
      yielding.giveWay();
      const unhurried = { ...order, timeoutMs, leftMs: timeoutMs };
      const outcome = await yielding.run(signal, (bounded) =>
        tracedOrder(parts, order, () =>
          performOrder(parts, unhurried, { folder, permits: unlimited, signal: bounded, onStep }),
        ),
      );
      parts.spending.note(order, outcome, secondsSince(began));
      return outcome;
    },
  };
}
