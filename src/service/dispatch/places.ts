// The slots of a worker: any task in a free one, or orders of accounts that share the slots fairly.
import { setTimeout as sleep } from 'node:timers/promises';
import { Overtime, overrunOf, overtimePlaces, type Work } from '#service/queue/overtime.ts';
import { lastMayStart, mayStart } from '#service/queue/shares.ts';
import { retryUntilStored } from '#service/retry.ts';
import type { Places } from './lane.ts';
import { lastGroup } from './group.ts';
import type { OrderQueue, SealedOrder } from './order-queue.ts';
import type { Spending } from './spending.ts';
import type { First, Taken, TaskQueue } from './task-queue.ts';
import { createYielding, type Yielding } from './yielding.ts';

/** One task after the other. */
export function onePlace<Task extends object>(queue: Pick<TaskQueue<Task>, 'take'>): Places<Task> {
  let isTaken = false;
  return {
    async next() {
      if (isTaken) return undefined;
      isTaken = true;
      const taken = await queue.take([]).catch((error: unknown) => {
        isTaken = false;
        throw error;
      });
      isTaken = taken !== undefined;
      return taken;
    },
    leave: () => void (isTaken = false),
  };
}

/** An order that has a slot, or goes on in overtime. */
interface Held extends Work {
  number: number;
  /** The hundredths of seconds that its turns count for it. */
  counted: number;
  /** Ends when they do. */
  counting?: Promise<void>;
  yielding: Yielding;
}

interface FairPlacesOptions {
  queue: Pick<OrderQueue, 'orders' | 'correctTurns'>;
  slots: number;
  spending: Pick<Spending, 'records' | 'usual'>;
  /** A place may be had by now. */
  look: () => void;
}

/** A place of overtime may have become free, or its work may be ended by now. */
const lookMs = 250;
/** Groups that may not have a slot, and groups that may have it only when no other group waits. */
interface Without {
  never: string[];
  first: string[];
}
/** Stands for any account, until the queue is asked. */
const anybody = { isLast: false };
/** How long an order waits for a correction of turns. */
const countMs = 500;
/** Turns that are wrong by less than this many hundredths of seconds are left alone. */
const tolerance = 50;

export const fairPlaces = (options: FairPlacesOptions): FairPlaces => new FairPlaces(options);

class FairPlaces implements Places<SealedOrder> {
  readonly #options: FairPlacesOptions;
  readonly #held = new Map<string, Held>();
  readonly #overtime: Overtime<Held>;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FairPlacesOptions) {
    this.#options = options;
    this.#overtime = new Overtime(overtimePlaces(options.slots));
  }

  async next(): Promise<Taken<SealedOrder> | undefined> {
    const busy = this.#inSlots();
    const isFull = busy.length >= this.#options.slots;
    if (!isFull) {
      const free = this.#without(busy);
      const taken = await this.#take(free);
      if (taken !== undefined || free.never.length === 0) return taken;
    }
    const instead = await this.#relieve(isFull);
    return instead === undefined ? undefined : await this.#take(instead);
  }

  leave({ id }: Taken<SealedOrder>): void {
    const item = this.#held.get(id);
    if (item === undefined) return;
    this.#held.delete(id);
    this.#overtime.leave(item);
    void this.#count(item);
  }

  yieldingOf({ id }: Taken<SealedOrder>): Yielding {
    return this.#held.get(id)?.yielding ?? createYielding();
  }

  /** The groups that may not have a slot while these are busy. */
  #without(busy: readonly Held[]): Without {
    const { slots } = this.#options;
    const never = lastMayStart(busy, { limit: slots, othersWait: false }) ? [] : [lastGroup];
    const many = [...new Set(busy.map(({ accountId }) => accountId))].filter((id) => !mayStart(busy, id, slots));
    // Where there is one slot, they have it when no other group waits.
    return { never, first: [...never, ...many, ...(slots === 1 ? [lastGroup] : [])] };
  }

  async #take({ never, first }: Without): Promise<Taken<SealedOrder> | undefined> {
    const { orders } = this.#options.queue;
    const taken = (await orders.take(first)) ?? (first.length > never.length ? await orders.take(never) : undefined);
    if (taken !== undefined) this.#hold(taken);
    return taken;
  }

  #hold({ id, task, number }: Taken<SealedOrder>): void {
    const yielding = createYielding();
    const isWasteful = this.#burnsTime(task);
    // An account that burns time gets only idle processor time.
    if (isWasteful) yielding.giveWay();
    this.#held.set(id, {
      accountId: task.accountId,
      isLast: this.#isLast(task),
      isWasteful,
      number,
      counted: task.cost ?? 0,
      yielding,
      began: performance.now(),
      usualMs: this.#options.spending.usual.ms(task.tool),
      giveWay: () => yielding.giveWay(),
      end: (ranMs) => yielding.end(ranMs),
    });
  }

  /** Asks a long-running order to give up its slot to an account that has used less. @returns the groups that may not have it */
  async #relieve(isFull: boolean): Promise<Without | undefined> {
    const { queue, slots, look } = this.#options;
    clearTimeout(this.#timer);
    if (isFull) {
      const now = performance.now();
      const soonest = Math.min(...this.#inSlots().map((item) => this.#overtime.patienceLeft(item, anybody, now)));
      if (soonest > 0) {
        this.#timer = setTimeout(look, soonest).unref();
        return undefined;
      }
    }
    // Once for all slots; an order that comes later calls.
    const waiting = await queue.orders.firsts();
    if (waiting.length === 0) return undefined;
    if (!isFull && this.#isAlone(waiting)) return { never: [], first: [] };
    // One may have left meanwhile.
    const busy = this.#inSlots();
    const instead = isFull && busy.length < slots ? this.#without(busy) : await this.#yieldOne(waiting);
    if (instead === undefined) this.#timer = setTimeout(look, lookMs).unref();
    return instead;
  }

  async #yieldOne(waiting: readonly First<SealedOrder>[]): Promise<Without | undefined> {
    const now = performance.now();
    for (const item of this.#inSlots().toSorted((a, b) => overrunOf(b, now) - overrunOf(a, now))) {
      const rest = this.#without(this.#inSlots().filter((other) => other !== item));
      const others = waiting.filter(({ task }) => task.accountId !== item.accountId);
      const able = others.find(({ group }) => !rest.first.includes(group));
      // Accounts that come last take slots only from each other.
      const next = able ?? (item.isLast ? others.find(({ group }) => group === lastGroup) : undefined);
      if (next === undefined || next.number >= item.number + (now - item.began) / 10) continue;
      const whose = { isLast: this.#isLast(next.task) };
      if (this.#overtime.patienceLeft(item, whose, now) > 0 || !this.#overtime.admit(item, whose, now)) continue;
      // Its account's other orders come after that by then; a database that is slow to answer does not hold up the slot.
      await Promise.race([this.#count(item), sleep(countMs, undefined, { ref: false })]);
      return able === undefined ? { ...rest, never: [] } : rest;
    }
    return undefined;
  }

  /** Only one account waits, and it is the only one that burns its time: it may have every slot. */
  #isAlone(waiting: readonly First<SealedOrder>[]): boolean {
    const only = waiting[0]?.task.accountId;
    return (
      waiting.every(({ task }) => task.isVisitor !== true && task.accountId === only) &&
      this.#inSlots().every(({ accountId, isWasteful }) => !isWasteful || accountId === only)
    );
  }

  /** Its account's turns follow its real use; while the database is away, this is tried again. */
  #count(item: Held): Promise<void> {
    const hundredths = (performance.now() - item.began) / 10;
    const correct = async () => {
      const more = hundredths - item.counted;
      if (Math.abs(more) < tolerance) return;
      await this.#options.queue.correctTurns(item.accountId, more / 100);
      item.counted = hundredths;
    };
    // One after the other, so that nothing is counted twice.
    const counting = () => retryUntilStored(correct).catch(() => {});
    return (item.counting = item.counting === undefined ? counting() : item.counting.then(counting));
  }

  #inSlots(): Held[] {
    return [...this.#held.values()].filter((item) => !this.#overtime.has(item));
  }

  #burnsTime({ accountId, isWasteful = false }: SealedOrder): boolean {
    return isWasteful || this.#options.spending.records.isWasteful(accountId);
  }

  #isLast(task: SealedOrder): boolean {
    return task.isVisitor === true || this.#burnsTime(task);
  }
}
