// The length of the queue that all nodes share, counted every second, and whose orders wait in it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#service/database/database.ts';
import { Waits } from '#service/queue/waits.ts';
import type { QueueLength } from './dispatcher.ts';
import { lastGroup } from './group.ts';
import { forgetTurns, lengthOf } from './turns.ts';

const countMs = 1000;

export class Counts implements QueueLength, AsyncDisposable {
  readonly #waits = new Waits();
  readonly #closing = new AbortController();
  readonly #counting: Promise<void>;
  #length: Awaited<ReturnType<typeof lengthOf>> = { running: 0, waiting: 0, slots: 0, groups: [] };

  constructor(db: Database, queue: string) {
    this.#counting = this.#count(db, queue);
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

  /** Whether orders of a group would be refused now where so many may wait, though it may displace others; only a snapshot. */
  isFullFor(group: string, size: number): boolean {
    const { waiting, running, slots, groups } = this.#length;
    const mine = groups.find((one) => one.group === group)?.waiting ?? 0;
    return waiting >= size + Math.max(0, slots - running) && groups.every((other) => other.waiting <= mine + 1);
  }

  /** The seconds until a minute has passed since another account's order had to wait; 0 when it has. */
  secondsOfOthers(accountId: string): number {
    return this.#waits.ofOthers(accountId);
  }

  async #count(db: Database, queue: string): Promise<void> {
    while (!this.#closing.signal.aborted) {
      // The last count stands while the database is away; the error is reported elsewhere.
      this.#length = await lengthOf(db, queue).catch(() => this.#length);
      for (const { group, waitedMs } of this.#length.groups) if (group !== lastGroup) this.#waits.note(group, waitedMs);
      await forgetTurns(db, queue).catch(() => {});
      // Only the end of the queue cuts the pause short.
      await sleep(countMs, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#counting;
  }
}
