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

export interface FairPlaces extends Places<SealedOrder> {
  yieldingOf(taken: Taken<SealedOrder>): Yielding;
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

export function fairPlaces({ queue, slots, spending, look }: FairPlacesOptions): FairPlaces {
  const { orders } = queue;
  const held = new Map<string, Held>();
  const overtime = new Overtime<Held>(overtimePlaces(slots));
  let timer: NodeJS.Timeout | undefined;
  const burnsTime = ({ accountId, isWasteful = false }: SealedOrder) =>
    isWasteful || spending.records.isWasteful(accountId);
  const isLast = (task: SealedOrder) => task.isVisitor === true || burnsTime(task);
  const inSlots = () => [...held.values()].filter((item) => !overtime.has(item));

  /** The groups that may not have a slot while these are busy. */
  function without(busy: readonly Held[]): Without {
    const never = lastMayStart(busy, { limit: slots, othersWait: false }) ? [] : [lastGroup];
    const many = [...new Set(busy.map(({ accountId }) => accountId))].filter((id) => !mayStart(busy, id, slots));
    // Where there is one slot, they have it when no other group waits.
    return { never, first: [...never, ...many, ...(slots === 1 ? [lastGroup] : [])] };
  }

  async function take({ never, first }: Without): Promise<Taken<SealedOrder> | undefined> {
    const taken = (await orders.take(first)) ?? (first.length > never.length ? await orders.take(never) : undefined);
    if (taken !== undefined) hold(taken);
    return taken;
  }

  function hold({ id, task, number }: Taken<SealedOrder>): void {
    const yielding = createYielding();
    const isWasteful = burnsTime(task);
    // An account that burns time gets only idle processor time.
    if (isWasteful) yielding.giveWay();
    held.set(id, {
      accountId: task.accountId,
      isLast: isLast(task),
      isWasteful,
      number,
      counted: task.cost ?? 0,
      yielding,
      began: performance.now(),
      usualMs: spending.usual.ms(task.tool),
      giveWay: () => yielding.giveWay(),
      end: (ranMs) => yielding.end(ranMs),
    });
  }

  /** Asks a long-running order to give up its slot to an account that has used less. @returns the groups that may not have it */
  async function relieve(isFull: boolean): Promise<Without | undefined> {
    clearTimeout(timer);
    if (isFull) {
      const now = performance.now();
      const soonest = Math.min(...inSlots().map((item) => overtime.patienceLeft(item, anybody, now)));
      if (soonest > 0) {
        timer = setTimeout(look, soonest).unref();
        return undefined;
      }
    }
    // Once for all slots; an order that comes later calls.
    const waiting = await orders.firsts();
    if (waiting.length === 0) return undefined;
    if (!isFull && isAlone(waiting)) return { never: [], first: [] };
    // One may have left meanwhile.
    const instead = isFull && inSlots().length < slots ? without(inSlots()) : await yieldOne(waiting);
    if (instead === undefined) timer = setTimeout(look, lookMs).unref();
    return instead;
  }

  async function yieldOne(waiting: readonly First<SealedOrder>[]): Promise<Without | undefined> {
    const now = performance.now();
    for (const item of inSlots().toSorted((a, b) => overrunOf(b, now) - overrunOf(a, now))) {
      const rest = without(inSlots().filter((other) => other !== item));
      const others = waiting.filter(({ task }) => task.accountId !== item.accountId);
      const able = others.find(({ group }) => !rest.first.includes(group));
      // Accounts that come last take slots only from each other.
      const next = able ?? (item.isLast ? others.find(({ group }) => group === lastGroup) : undefined);
      if (next === undefined || next.number >= item.number + (now - item.began) / 10) continue;
      const whose = { isLast: isLast(next.task) };
      if (overtime.patienceLeft(item, whose, now) > 0 || !overtime.admit(item, whose, now)) continue;
      // Its account's other orders come after that by then.
      await Promise.race([count(item), sleep(countMs, undefined, { ref: false })]);
      return able === undefined ? { ...rest, never: [] } : rest;
    }
    return undefined;
  }

  /** Only one account waits, and it is the only one that burns its time: it may have every slot. */
  const isAlone = (waiting: readonly First<SealedOrder>[]) =>
    waiting.every(({ task }) => task.isVisitor !== true && task.accountId === waiting[0]?.task.accountId) &&
    inSlots().every(({ accountId, isWasteful }) => !isWasteful || accountId === waiting[0]?.task.accountId);

  /** Its account's turns follow its real use; while the database is away, this is tried again. */
  function count(item: Held): Promise<void> {
    const hundredths = (performance.now() - item.began) / 10;
    const correct = async () => {
      const more = hundredths - item.counted;
      if (Math.abs(more) < tolerance) return;
      await queue.correctTurns(item.accountId, more / 100);
      item.counted = hundredths;
    };
    // One after the other, so that nothing is counted twice.
    const counting = () => retryUntilStored(correct).catch(() => {});
    return (item.counting = item.counting === undefined ? counting() : item.counting.then(counting));
  }

  return {
    async next() {
      const busy = inSlots();
      const isFull = busy.length >= slots;
      if (!isFull) {
        const free = without(busy);
        const taken = await take(free);
        if (taken !== undefined || free.never.length === 0) return taken;
      }
      const instead = await relieve(isFull);
      return instead === undefined ? undefined : await take(instead);
    },
    leave({ id }) {
      const item = held.get(id);
      if (item === undefined) return;
      held.delete(id);
      overtime.leave(item);
      void count(item);
    },
    yieldingOf: ({ id }) => held.get(id)?.yielding ?? createYielding(),
  };
}
