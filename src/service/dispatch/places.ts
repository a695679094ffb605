// The slots of a worker: any task in a free one, or orders of accounts that share the slots fairly.
import { Overtime, overrunOf, overtimePlaces, type Work } from '#service/queue/overtime.ts';
import { lastMayStart, mayStart } from '#service/queue/shares.ts';
import type { Places } from './lane.ts';
import { lastGroup, type OrderQueue, type SealedOrder } from './order-queue.ts';
import type { Spending } from './spending.ts';
import type { Taken, TaskQueue } from './task-queue.ts';
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
  yielding: Yielding;
  hasEnded: boolean;
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

/** A place of overtime may have become free, or what is in it may be ended by now. */
const lookMs = 250;
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

  /** Groups that may have no slot now, and those that may only have one that nobody else wants. */
  function without(busy: readonly Held[]): { never: string[]; first: string[] } {
    const never = lastMayStart(busy, { limit: slots, othersWait: false }) ? [] : [lastGroup];
    const many = [...new Set(busy.map(({ accountId }) => accountId))].filter((id) => !mayStart(busy, id, slots));
    // Where there is one slot, they have it when nobody else waits.
    return { never, first: [...never, ...many, ...(slots === 1 ? [lastGroup] : [])] };
  }

  async function take(busy: readonly Held[]): Promise<Taken<SealedOrder> | undefined> {
    const { never, first } = without(busy);
    const taken = (await orders.take(first)) ?? (first.length > never.length ? await orders.take(never) : undefined);
    if (taken !== undefined) hold(taken);
    return taken;
  }

  function hold({ id, task, number }: Taken<SealedOrder>): void {
    const yielding = createYielding();
    const isWasteful = burnsTime(task);
    // Whoever burns time gets what nobody else wants of the processors.
    if (isWasteful) yielding.giveWay();
    held.set(id, {
      accountId: task.accountId,
      isLast: isLast(task),
      isWasteful,
      number,
      counted: task.cost ?? 0,
      yielding,
      hasEnded: false,
      began: performance.now(),
      usualMs: spending.usual.ms(task.tool),
      giveWay: () => yielding.giveWay(),
      end: (ranMs) => yielding.end(ranMs),
    });
  }

  /** Asks one that has had its slot for long to give it free for somebody who has used less. */
  async function relieve(): Promise<boolean> {
    clearTimeout(timer);
    const now = performance.now();
    const anybody = { isLast: false };
    let soonest = Infinity;
    for (const item of inSlots().toSorted((a, b) => overrunOf(b, now) - overrunOf(a, now))) {
      soonest = Math.min(soonest, overtime.patienceLeft(item, anybody, now));
      if (overtime.patienceLeft(item, anybody, now) > 0) continue;
      const { first } = without(inSlots().filter((other) => other !== item));
      const waiting = await orders.peek([...first, item.accountId]);
      if (waiting === undefined || waiting.number >= item.number + (now - item.began) / 10) continue;
      const whose = { isLast: isLast(waiting.task) };
      if (overtime.patienceLeft(item, whose, now) > 0 || item.hasEnded || !overtime.admit(item, whose, now)) continue;
      count(item, (performance.now() - item.began) / 10);
      return true;
    }
    timer = setTimeout(look, Math.max(lookMs, soonest)).unref();
    return false;
  }

  /** Its account's turns follow what it has really used. */
  function count(item: Held, hundredths: number): void {
    const more = hundredths - item.counted;
    if (Math.abs(more) < tolerance) return;
    item.counted = hundredths;
    // The next one of this account tells again.
    void queue.correctTurns(item.accountId, more / 100).catch(() => {});
  }

  return {
    async next() {
      if (inSlots().length >= slots && !(await relieve())) return undefined;
      return await take(inSlots());
    },
    leave({ id }) {
      const item = held.get(id);
      if (item === undefined) return;
      held.delete(id);
      item.hasEnded = true;
      overtime.leave(item);
      count(item, (performance.now() - item.began) / 10);
    },
    yieldingOf: ({ id }) => held.get(id)?.yielding ?? createYielding(),
  };
}
