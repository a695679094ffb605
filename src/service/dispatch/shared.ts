// The dispatcher of many nodes: orders travel through the database to any free worker, and documents through the bucket.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { deadline } from '#core/deadline.ts';
import { Failure } from '#core/failure.ts';
import type { Background } from '#service/background.ts';
import type { Tables } from '#service/database/schema.ts';
import type { Files } from '#service/files/files.ts';
import type { StoredResult } from '#service/jobs/draw-preview.ts';
import { counted } from '#service/queue/virtual-time.ts';
import { leastEntitled, type Party } from '#service/queue/model.ts';
import { retryUntilStored } from '#service/retry.ts';
import { pictureOf } from '#service/jobs/preview-picture.ts';
import type { Draw } from '#service/jobs/previews.ts';
import type { Dispatcher, LiveOrder, Order, OrderUser, Outcome, QueueLength, Submission } from './dispatcher.ts';
import { expectEnds, lostOutcome, type Expectation, type Expectations } from './expected.ts';
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
  spending: Pick<Spending, 'typical' | 'records' | 'learn'>;
  nodeId: string;
  /** The number of orders that may wait on all nodes together. */
  queueSize: number;
}

/** The interval of checks whether an overdue order has begun. */
const pollMs = 1000;
/** The time limit from the click to the picture. */
const previewMs = 20_000;

export const createSharedDispatcher = (parts: DispatcherDependencies): SharedDispatcher => new SharedDispatcher(parts);

class SharedDispatcher implements Dispatcher, AsyncDisposable {
  readonly #parts: DispatcherDependencies;
  readonly #orders: OrderQueue['orders'];
  readonly #counts: OrderQueue['counts'];
  readonly #pace = createPace();
  readonly #ends: Expectations;
  readonly #previewEnds: Expectations;

  constructor(parts: DispatcherDependencies) {
    this.#parts = parts;
    const { orders, previews, counts } = parts.orderQueue;
    this.#orders = orders;
    this.#counts = counts;
    this.#ends = expectEnds(orders);
    this.#previewEnds = expectEnds(previews);
  }

  get running(): number {
    return this.#counts.running;
  }

  get waiting(): number {
    return this.#counts.waiting;
  }

  get slots(): number {
    return this.#counts.slots;
  }

  get retryAfterSeconds(): number {
    return this.#pace.retryAfterSeconds(this.#counts);
  }

  isFull(caller?: OrderUser): boolean {
    if (caller === undefined) return this.#isFull(this.#counts);
    return this.#isFull(this.#counts) && leastEntitled(this.#counts.tasks, this.#partyOf(caller)) === undefined;
  }

  secondsOfOthers({ accountId }: OrderUser): number {
    return this.#counts.secondsOfOthers(accountId);
  }

  async submit(order: Order, folder: string): Promise<Submission> {
    const id = taskId(order.jobId);
    const { files } = this.#parts;
    const discardInputs = () =>
      this.#inBackground(() => files.deleteInputs(order.jobId), 'the inputs of an order could not be deleted');
    await files.putInputs(order.jobId, inputsOf(order, folder)).catch((error: unknown) => {
      discardInputs();
      throw error;
    });
    const expectation = this.#ends.expect(id);
    let isRetained = false;
    let hasEnded = false;
    return {
      enqueue: (transaction) => this.#enqueue(transaction, order),
      outcome: async (signal) => {
        hasEnded = true;
        return await this.#outcome(order, expectation, signal, () => (hasEnded = false));
      },
      async retainInputs() {
        isRetained = true;
      },
      [Symbol.asyncDispose]: async () => {
        expectation[Symbol.dispose]();
        // Until the job is settled, another node could still settle it from the row.
        if (hasEnded)
          this.#inBackground(() => this.#orders.forget([id]), 'an order that has ended could not be removed');
        if (!isRetained) discardInputs();
      },
    };
  }

  async draw(result: StoredResult): ReturnType<Draw> {
    const id = randomUUID();
    using expectation = this.#previewEnds.expect(id);
    await this.#parts.orderQueue.sendPreview(id, { result, leftMs: previewMs });
    using limit = deadline(previewMs);
    await expectation.outcome(limit.signal, () => {});
    return pictureOf(await this.#parts.files.readPreview(result.id, result.page));
  }

  orders(): Promise<LiveOrder[]> {
    return this.#orders.table.live();
  }

  async cancel(jobId: string): Promise<void> {
    await this.#orders.cancel(taskId(jobId));
  }

  async settleLost(jobId: string): Promise<Outcome | null> {
    const id = taskId(jobId);
    const state = (await this.#orders.find([id])).get(id);
    if (state === undefined) return null;
    if (state.at !== 'ended') await this.#orders.cancel(id);
    await this.#orders.forget([id]);
    return state.at === 'ended' ? state.outcome : null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const watched of [this.#ends, this.#previewEnds]) watched[Symbol.dispose]();
  }

  async #enqueue(transaction: Transaction<Tables>, order: Order): Promise<void> {
    const { options: _, ...rest } = order;
    const { sealer, spending, orderQueue } = this.#parts;
    const sealed = {
      ...rest,
      options: sealer.seal(order),
      ...this.#partyOf(order),
      cost: 100 * counted(spending.typical.ms(order.tool) / 1000),
    };
    await orderQueue.sendOrder(transaction, sealed, async (length) => {
      if (!this.#isFull(length)) return;
      const refusal = this.#busy(length);
      const least = leastEntitled(await this.#orders.table.waiting({ on: transaction }), sealed);
      if (least === undefined || !(await this.#orders.endWaiting(transaction, least.id, failed(refusal))))
        throw refusal;
    });
  }

  /** Waits for the end of an order; calls `cancelled` if the order was cancelled. */
  async #outcome(order: Order, expectation: Expectation, signal: AbortSignal, cancelled: () => void): Promise<Outcome> {
    const { files, nodeId, spending } = this.#parts;
    const late = new AbortController();
    void this.#giveUp(order, late).catch(() => {});
    const outcome = await expectation.outcome(AbortSignal.any([signal, late.signal]), () => {
      cancelled();
      this.#inBackground(() => this.#remove(order), 'an order could not be cancelled; it ends by its time limit');
    });
    late.abort();
    this.#pace.note(outcome);
    // This node's worker has recorded its own orders.
    if (outcome.workerId !== nodeId) spending.learn(order, outcome, outcome.seconds ?? 0);
    // Deletes files that the worker may have stored before it died.
    if (outcome === lostOutcome)
      this.#inBackground(() => files.deleteOutput(order.jobId), 'the output of a lost order could not be deleted');
    return outcome;
  }

  /** Stops an order that no worker has started in time. */
  async #giveUp({ jobId, startWithinMs }: Order, stop: AbortController): Promise<void> {
    const id = taskId(jobId);
    await sleep(startWithinMs, undefined, { signal: stop.signal, ref: false });
    for (;;) {
      const state = await this.#orders.find([id]).catch(() => undefined);
      if (state !== undefined && state.get(id)?.at !== 'waiting') return;
      if (state !== undefined) return stop.abort(this.#busy(this.#counts));
      await sleep(pollMs, undefined, { signal: stop.signal, ref: false });
    }
  }

  async #remove({ jobId }: Order): Promise<void> {
    const id = taskId(jobId);
    // The order had already ended, and its result is not needed.
    if (!(await this.#orders.cancel(id))) await this.#parts.files.deleteOutput(jobId);
    await this.#orders.forget([id]);
  }

  /** Retries the work in the background, even while the database or the bucket is unavailable. */
  #inBackground(work: () => Promise<void>, problem: string): void {
    this.#parts.background.run(() => retryUntilStored(work), problem);
  }

  #partyOf({ accountId, isVisitor = false }: OrderUser): Party {
    return { accountId, isVisitor, isWasteful: this.#parts.spending.records.isWasteful(accountId) };
  }

  /** Returns whether the queue is full; a sent order waits for a moment even if a slot is free. */
  #isFull({ waiting, running, slots }: QueueLength): boolean {
    return waiting >= this.#parts.queueSize + Math.max(0, slots - running);
  }

  #busy(length: QueueLength): Failure {
    return new Failure('server_busy', { retry_after: this.#pace.retryAfterSeconds(length) });
  }
}

const inputsOf = ({ inputs }: Order, folder: string) =>
  inputs.map(({ file, name }) => ({ path: join(folder, file), name }));
