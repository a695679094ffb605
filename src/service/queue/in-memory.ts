// The in-memory queue of one process. Short work has additional slots, so that a page is rotated while every other slot lays
// out a book; accounts share these slots separately.
import { whenAborted } from '#core/when-aborted.ts';
import { isLast, leastEntitled, type Party, type Waiting } from './model.ts';
import { QueueFull, WaitedTooLong, type Acquisition, type Queue, type Work } from './queue.ts';
import { Records } from './records.ts';
import { TimedSlots } from './timed-slots.ts';
import { Waits } from './waits.ts';

interface Waiter extends Omit<Acquisition, 'signal' | 'maxWaitMs'> {
  accountId: string;
  /** When the work arrived, by `performance.now()`. */
  came: number;
  start(slot: Disposable): void;
  refuse(reason: Error): void;
}

interface Candidate extends Waiting {
  waiter: Waiter;
}

/** Slots for one kind of work, with their own virtual time. */
interface Kind {
  readonly isForShort: boolean;
  readonly slots: TimedSlots;
}

interface QueueSize {
  /** The number of slots. */
  workers: number;
  /** The number of additional slots for short work. */
  shortWorkers?: number;
  /** How much work can wait. */
  size: number;
  records?: Pick<Records, 'isWasteful'>;
}

const assumedMs = 500;

export const createInMemoryQueue = (options: QueueSize): Queue => new InMemoryQueue(options);

class InMemoryQueue implements Queue {
  readonly #size: number;
  readonly #records: Pick<Records, 'isWasteful'>;
  /** The kinds of slots; slots only for short work are taken last. */
  readonly #kinds: readonly Kind[];
  /** The waiters in order of arrival. */
  #waiters: readonly Waiter[] = [];
  readonly #waits = new Waits();
  #look: NodeJS.Timeout | undefined;

  constructor({ workers, shortWorkers = 0, size, records = new Records() }: QueueSize) {
    this.#size = size;
    this.#records = records;
    this.#kinds = [
      { isForShort: false, slots: new TimedSlots(workers) },
      { isForShort: true, slots: new TimedSlots(shortWorkers) },
    ];
  }

  get running(): number {
    return this.#kinds.reduce((sum, { slots }) => sum + slots.running, 0);
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  hasFree(work: Work = {}, accountId = ''): boolean {
    const one = { ...work, accountId, came: performance.now(), start() {}, refuse() {} };
    const waiters = [...this.#waiters, one];
    return this.#kinds.some((kind) =>
      kind.slots.startable(this.#candidates(kind, waiters)).some(({ waiter }) => waiter === one),
    );
  }

  isFull(work?: Work, accountId?: string): boolean {
    if (this.hasFree(work, accountId) || this.waiting < this.#size) return false;
    return accountId === undefined || this.#leastEntitled({ accountId, ...work }) === undefined;
  }

  secondsOfOthers(accountId: string): number {
    for (const waiter of this.#waiters) this.#noteWait(waiter);
    return this.#waits.ofOthers(accountId);
  }

  async acquire(accountId: string, { signal, maxWaitMs, ...work }: Acquisition): Promise<Disposable> {
    signal.throwIfAborted();
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<Disposable>();
    const waiter: Waiter = { ...work, accountId, came: performance.now(), start, refuse };
    this.#waiters = [...this.#waiters, waiter];
    this.#advance();
    if (!this.#waiters.includes(waiter)) return await promise;

    if (this.waiting > this.#size) this.#makeRoomFor(waiter);
    const giveUp = (reason: unknown) => {
      if (this.#leave(waiter)) refuse(reason);
    };
    const timer = maxWaitMs === undefined ? undefined : setTimeout(() => giveUp(new WaitedTooLong()), maxWaitMs);
    using _leaving = whenAborted(signal, giveUp);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#noteWait(waiter);
    }
  }

  /** Makes room for a waiter. @throws {@link QueueFull} unless the last waiter of another account has to leave for it */
  #makeRoomFor(waiter: Waiter): void {
    this.#leave(waiter);
    const other = this.#leastEntitled(waiter);
    if (other === undefined) throw new QueueFull();
    this.#leave(other);
    other.refuse(new QueueFull());
    this.#waiters = [...this.#waiters, waiter];
  }

  #leastEntitled(newcomer: Work & { accountId: string }): Waiter | undefined {
    const waiting = this.#waiters.map((waiter) => ({ waiter, ...this.#partyOf(waiter) }));
    return leastEntitled(waiting, this.#partyOf(newcomer))?.waiter;
  }

  /** Starts all work that can start, first in free slots of any kind, then in place of other work. */
  #advance(): void {
    clearTimeout(this.#look);
    for (const kind of this.#kinds)
      for (let next = this.#next(kind); next !== undefined; next = this.#next(kind))
        this.#begin(kind, next, { isInSlot: true });
    let soonest = Infinity;
    for (const kind of this.#kinds) {
      const chosen = kind.slots.choose(this.#candidates(kind));
      if (typeof chosen === 'number') {
        soonest = Math.min(soonest, chosen);
        continue;
      }
      const [next] = chosen.start;
      if (next !== undefined) this.#begin(kind, next.waiter, chosen);
      return this.#advance();
    }
    if (soonest < Infinity) this.#look = setTimeout(() => this.#advance(), soonest).unref();
  }

  #next(kind: Kind): Waiter | undefined {
    return kind.slots.startable(this.#candidates(kind))[0]?.waiter;
  }

  #begin({ slots }: Kind, waiter: Waiter, chosen: Parameters<TimedSlots['occupy']>[1]): void {
    this.#leave(waiter);
    const { typicalMs = assumedMs, yielding, putBack } = waiter;
    const slot = slots.occupy({ ...this.#partyOf(waiter), typicalMs, putBack, yielding }, chosen, () => {
      this.#advance();
      if (slots.running === 0 && this.waiting === 0) slots.reset();
    });
    waiter.start(slot);
  }

  /** Returns the waiters whose work can use this kind of slot. */
  #candidates({ isForShort, slots }: Kind, waiters = this.#waiters): Candidate[] {
    return waiters
      .filter(({ isShort = false, isVisitor = false }) => !isForShort || (isShort && !isVisitor))
      .map((waiter) => {
        const { accountId, putBack } = waiter;
        return { ...this.#partyOf(waiter), used: slots.usedBy(accountId), putBack, waiter };
      });
  }

  #partyOf({ accountId, isVisitor = false }: Work & { accountId: string }): Party {
    return { accountId, isVisitor, isWasteful: this.#records.isWasteful(accountId) };
  }

  #noteWait(waiter: Waiter): void {
    if (!isLast(this.#partyOf(waiter))) this.#waits.note(waiter.accountId, performance.now() - waiter.came);
  }

  #leave(waiter: Waiter): boolean {
    const isThere = this.#waiters.includes(waiter);
    this.#waiters = this.#waiters.filter((other) => other !== waiter);
    return isThere;
  }
}
