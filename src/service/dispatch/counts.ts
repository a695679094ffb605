// The length and the waiting orders of the shared queue, read once a second.
import { setTimeout as sleep } from 'node:timers/promises';
import { isLast } from '#service/queue/model.ts';
import { Waits } from '#service/queue/waits.ts';
import type { QueueLength } from './dispatcher.ts';
import type { OrderTable, WaitingTask } from './order-table.ts';

const countMs = 1000;

export class Counts implements QueueLength, AsyncDisposable {
  readonly #waits = new Waits();
  readonly #closing = new AbortController();
  readonly #counting: Promise<void>;
  #length: QueueLength = { running: 0, waiting: 0, slots: 0 };
  #tasks: readonly WaitingTask[] = [];

  constructor(table: OrderTable) {
    this.#counting = this.#count(table);
  }

  get running(): number {
    return this.#length.running;
  }

  get waiting(): number {
    return this.#length.waiting;
  }

  get slots(): number {
    return this.#length.slots;
  }

  /** The orders that were waiting at the last count. */
  get tasks(): readonly WaitingTask[] {
    return this.#tasks;
  }

  /** Returns the seconds until a minute has passed since another account's order had to wait; 0 afterwards. */
  secondsOfOthers(accountId: string): number {
    return this.#waits.ofOthers(accountId);
  }

  async #count(table: OrderTable): Promise<void> {
    while (!this.#closing.signal.aborted) {
      // The last count remains while the database is unavailable; the error is reported elsewhere.
      this.#length = await table.length().catch(() => this.#length);
      this.#tasks = await table.waiting().catch(() => this.#tasks);
      for (const task of this.#tasks) if (!isLast(task)) this.#waits.note(task.accountId, task.waitedMs);
      await table.forgetIdle().catch(() => {});
      // Only the end of the queue cuts the pause short.
      await sleep(countMs, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#counting;
  }
}
