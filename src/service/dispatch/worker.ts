// A worker of the shared queues: as many orders as it has slots, and one preview at a time, which never holds up a conversion.
import { Failure } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import type { Log } from '#core/log.ts';
import type { Permits } from '#conversion/perform.ts';
import { hasOverrun } from '#service/queue/model.ts';
import { drawPreview, type PreviewWorker } from '#service/jobs/draw-preview.ts';
import { outlivingOutage } from '#service/retry.ts';
import type { Order, Outcome } from './dispatcher.ts';
import { failed } from './failed.ts';
import { fetchInputs } from './fetch-inputs.ts';
import { startLane } from './lane.ts';
import type { OrderQueue, PreviewTask, SealedOrder } from './order-queue.ts';
import { performOrder, secondsSince, timed, tracedOrder, type WorkerDependencies } from './perform-order.ts';
import type { Sealer } from './sealed.ts';
import { judged } from './spending.ts';
import type { Taken } from './order-table.ts';
import { WorkerSlots } from './worker-slots.ts';

type SharedWorkerDependencies = WorkerDependencies &
  PreviewWorker & {
    orderQueue: OrderQueue;
    sealer: Sealer;
    concurrency: number;
    /** The identifier of this node. */
    workerId: string;
    log: Log;
  };

export type OrderWorker = ReturnType<typeof startWorker>;

export function startWorker(parts: SharedWorkerDependencies) {
  const { orderQueue, files, log, concurrency, spending } = parts;
  const enlisted = orderQueue.enlist(parts.workerId, concurrency);
  const slots = new WorkerSlots({ queue: orderQueue.orders, slots: concurrency, spending, look: () => orders.look() });
  const orders = startLane({
    queue: orderQueue.orders,
    slots,
    log,
    async perform(taken, signal) {
      const began = performance.now();
      const typicalMs = spending.typical.ms(taken.task.tool);
      const ended = await slots
        .yieldingOf(taken)
        .run(signal, (bounded) => tracedOrder(parts, taken.task, () => convert(parts, taken, bounded)));
      const seconds = secondsSince(began);
      const outcome = judged(ended, hasOverrun(1000 * seconds, typicalMs));
      spending.note(taken.task, outcome, seconds);
      const { workerId } = parts;
      return outcome.kind === 'failure' ? { ...outcome, seconds, workerId } : { ...outcome, workerId };
    },
    async onLost({ jobId, tool }) {
      log.warn({ job_id: jobId, tool }, 'this worker has lost an order');
      await files.deleteOutput(jobId);
    },
  });
  const previews = startLane({
    queue: orderQueue.previews,
    slots: new WorkerSlots({ queue: orderQueue.previews, slots: 1, spending, look: () => previews.look() }),
    log,
    perform: (taken) => draw(parts, taken),
    async onLost() {},
  });
  const lanes = [orders, previews];
  return {
    /** The number of running orders and previews. */
    get running(): number {
      return lanes.reduce((sum, { running }) => sum + running, 0);
    },
    /** Accepts no more orders or previews, and lets the running ones finish within `graceMs`. */
    async stop(graceMs: number): Promise<void> {
      await enlisted[Symbol.asyncDispose]();
      await Promise.all(lanes.map((lane) => lane.stop(graceMs)));
    },
  };
}

/** Draws and stores a preview, so that the node that asked for it finds it. */
async function draw(parts: PreviewWorker, { task, waitedMs }: Taken<PreviewTask>): Promise<Outcome> {
  const drawn = await drawPreview(parts, task.result, task.leftMs - waitedMs);
  return { kind: 'success', bytes: drawn?.picture.length ?? 0, report: {}, seconds: 0 };
}

/** Performs an order in a new folder, which is deleted when the order has ended. */
async function convert(
  parts: SharedWorkerDependencies,
  { task, waitedMs }: Taken<SealedOrder>,
  signal: AbortSignal,
): Promise<Outcome> {
  const { workspaces, clock, sealer } = parts;
  parts.onStage?.(task.tool, 'wait', waitedMs / 1000);
  // The client has already been answered.
  if (waitedMs > task.startWithinMs) return failed(new Failure('server_busy', { retry_after: 1 }));
  const options = sealer.unseal(task.options, task.jobId);
  const order: Order = { ...task, options, leftMs: Math.max(1, task.leftMs - waitedMs) };
  await using workspace = await workspaces.open(newId(clock.now()));
  const began = performance.now();
  await outlivingOutage(() => fetchInputs(parts.files, order, workspace.path), signal);
  parts.onStage?.(order.tool, 'fetch', secondsSince(began));
  return await performOrder(parts, order, { folder: workspace.path, permits: permitsOf(parts, order), signal });
}

/** Returns permits that never wait, because a slot covers the whole order; the stages are still measured. */
function permitsOf({ onStage }: SharedWorkerDependencies, { tool }: Order): Permits {
  const permit = (stage: 'inspect' | 'convert') => {
    const began = performance.now();
    return Promise.resolve(timed({ [Symbol.dispose]() {} }, () => onStage?.(tool, stage, secondsSince(began))));
  };
  return { inspect: () => permit('inspect'), convert: () => permit('convert'), canConvert: true };
}
