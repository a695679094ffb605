// The dispatcher of many nodes: orders travel through the database to whichever worker is free, and documents through the bucket.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deadline } from '#core/deadline.ts';
import { Failure } from '#core/failure.ts';
import type { Background } from '#service/background.ts';
import type { Files } from '#service/files/files.ts';
import { counted } from '#service/queue/turns.ts';
import { retryUntilStored } from '#service/retry.ts';
import { pictureOf } from '#service/jobs/preview-picture.ts';
import type { Draw } from '#service/jobs/previews.ts';
import type { Dispatcher, Order, OrderUser, QueueLength, Submission } from './dispatcher.ts';
import { expectEnds, lostOutcome } from './expected.ts';
import { failed } from './failed.ts';
import { taskId, type OrderQueue } from './order-queue.ts';
import { createPace } from './pace.ts';
import type { Sealer } from './sealed.ts';
import type { Spending } from './spending.ts';

interface DispatcherDependencies {
  orderQueue: OrderQueue;
  files: Files;
  sealer: Sealer;
  background: Background;
  spending: Pick<Spending, 'usual' | 'records' | 'learn'>;
  nodeId: string;
  /** How many orders may wait, of all nodes together. */
  queueSize: number;
}

/** How often it is looked whether an order that is late has begun. */
const pollMs = 1000;
/** From the click to the picture. */
const previewMs = 20_000;

export interface SharedDispatcher extends Dispatcher, AsyncDisposable {
  draw: Draw;
}

export function createSharedDispatcher(parts: DispatcherDependencies): SharedDispatcher {
  const { orderQueue, files, sealer, background } = parts;
  const { orders } = orderQueue;
  const pace = createPace();
  /** Also when the database or the bucket is away. */
  const later = (work: () => Promise<void>, problem: string) => background.run(() => retryUntilStored(work), problem);
  const burnsTime = ({ accountId }: OrderUser) => parts.spending.records.isWasteful(accountId);
  /** An order that has been sent waits for a moment even where a slot is free. */
  const isFull = ({ waiting, running, slots }: QueueLength) =>
    waiting >= parts.queueSize + Math.max(0, slots - running);
  const ends = expectEnds(orders);
  const previewEnds = expectEnds(orderQueue.previews);

  /** Stops an order that no worker has started in time. */
  async function giveUp(id: string, afterMs: number, stop: AbortController): Promise<void> {
    await sleep(afterMs, undefined, { signal: stop.signal, ref: false });
    for (;;) {
      const state = await orders.find([id]).catch(() => undefined);
      if (state !== undefined && state.get(id)?.at !== 'waiting') return;
      if (state !== undefined) return stop.abort(busy());
      await sleep(pollMs, undefined, { signal: stop.signal, ref: false });
    }
  }

  const busy = () => new Failure('server_busy', { retry_after: pace.retryAfterSeconds(orderQueue) });

  return {
    isFull: (caller) =>
      caller === undefined
        ? isFull(orderQueue)
        : orderQueue.isFullFor({ ...caller, isWasteful: burnsTime(caller) }, parts.queueSize),
    secondsOfOthers: (user) => orderQueue.secondsOfOthers(user),
    get running() {
      return orderQueue.running;
    },
    get waiting() {
      return orderQueue.waiting;
    },
    get slots() {
      return orderQueue.slots;
    },
    get retryAfterSeconds() {
      return pace.retryAfterSeconds(orderQueue);
    },

    async submit(order, folder): Promise<Submission> {
      const id = taskId(order.jobId);
      const discardInputs = () =>
        later(() => files.deleteInputs(order.jobId), 'the inputs of an order could not be deleted');
      await files.putInputs(order.jobId, inputsOf(order, folder)).catch((error: unknown) => {
        discardInputs();
        throw error;
      });
      const expectation = ends.expect(id);
      let isRetained = false;
      let hasEnded = false;
      const cancel = async () => {
        // It had already ended, and its result is not needed.
        if (!(await orders.cancel(id))) await files.deleteOutput(order.jobId);
        await orders.forget([id]);
      };
      return {
        async enqueue(transaction) {
          const { options: _, ...rest } = order;
          const sealed = {
            ...rest,
            options: sealer.seal(order),
            isWasteful: burnsTime(order),
            cost: 100 * counted(parts.spending.usual.ms(order.tool) / 1000),
          };
          await orderQueue.sendOrder(transaction, sealed, async (turn) => {
            if (!isFull(turn)) return;
            const refusal = new Failure('server_busy', { retry_after: pace.retryAfterSeconds(turn) });
            if (!(await orderQueue.displace(transaction, sealed, failed(refusal)))) throw refusal;
          });
        },
        async outcome(signal) {
          const late = new AbortController();
          void giveUp(id, order.startWithinMs, late).catch(() => {});
          hasEnded = true;
          const outcome = await expectation.outcome(AbortSignal.any([signal, late.signal]), () => {
            hasEnded = false;
            later(cancel, 'an order could not be cancelled; it ends by its time limit');
          });
          late.abort();
          pace.note(outcome);
          // The worker of this node has noted its own.
          if (outcome.workerId !== parts.nodeId) parts.spending.learn(order, outcome, outcome.seconds ?? 0);
          // The files that its worker may have stored before it died.
          if (outcome === lostOutcome)
            later(() => files.deleteOutput(order.jobId), 'the output of a lost order could not be deleted');
          return outcome;
        },
        async retainInputs() {
          isRetained = true;
        },
        async [Symbol.asyncDispose]() {
          expectation[Symbol.dispose]();
          // Until the job is settled, another node could still do so by the row.
          if (hasEnded) later(() => orders.forget([id]), 'an order that has ended could not be removed');
          if (!isRetained) discardInputs();
        },
      };
    },

    async draw(result) {
      const id = randomUUID();
      using expectation = previewEnds.expect(id);
      await orderQueue.sendPreview(id, { result, leftMs: previewMs });
      using limit = deadline(previewMs);
      await expectation.outcome(limit.signal, () => {});
      return pictureOf(await files.readPreview(result.id, result.page));
    },

    async cancel(jobId) {
      await orders.cancel(taskId(jobId));
    },

    async settleLost(jobId) {
      const id = taskId(jobId);
      const state = (await orders.find([id])).get(id);
      if (state === undefined) return null;
      if (state.at !== 'ended') await orders.cancel(id);
      await orders.forget([id]);
      return state.at === 'ended' ? state.outcome : null;
    },

    async [Symbol.asyncDispose]() {
      for (const watched of [ends, previewEnds]) watched[Symbol.dispose]();
    },
  };
}

const inputsOf = ({ inputs }: Order, folder: string) =>
  inputs.map(({ file, name }) => ({ path: join(folder, file), name }));
