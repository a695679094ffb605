// The slots of a worker: the model of all queues over tasks that wait in the database.
import {
  nextInSlot,
  overtimeBeside,
  relief,
  type Line,
  type Party,
  type Relief,
  type Running,
  type Waiting,
} from '#service/queue/model.ts';
import { retryUntilStored } from '#service/retry.ts';
import type { OrderTable, Taken, WaitingTask } from './order-table.ts';
import type { Spending } from './spending.ts';
import type { TaskQueue } from './task-queue.ts';
import { createYielding, type Yielding } from './yielding.ts';

/** A task that has a slot, or continues in overtime. */
interface Item extends Omit<Running, 'used'> {
  number: number;
  /** The hundredths of a second that virtual time counts for it. */
  counted: number;
  /** Ends when they do. */
  counting?: Promise<void>;
  yielding: Yielding;
}

interface Candidate extends Waiting {
  id: string;
}

interface Busy extends Running {
  item: Item;
}

interface WorkerSlotsOptions<Task extends object> {
  queue: Pick<TaskQueue<Task>, 'waiting' | 'take'> & { table: Pick<OrderTable, 'correct'> };
  slots: number;
  spending: Pick<Spending, 'records' | 'typical'>;
  /** Something may start by now. */
  look: () => void;
}

/** The parts of a task that decide when it starts; absent in previews, and partly in orders of a node of an earlier version. */
type Scheduled = Partial<Party> & { tool?: string; cost?: number };

/** Stands for any account, until the queue is asked. */
const anybody: Candidate = { id: '', accountId: '', isVisitor: false, isWasteful: false, used: -Infinity };
/** Virtual time that is wrong by fewer hundredths of a second is left alone. */
const tolerance = 50;

export class WorkerSlots<Task extends object> {
  readonly #options: WorkerSlotsOptions<Task>;
  readonly #items = new Map<string, Item>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: WorkerSlotsOptions<Task>) {
    this.#options = options;
  }

  /** The next task that has a slot, which it keeps until it has left. */
  async next(): Promise<Taken<Task> | undefined> {
    clearTimeout(this.#timer);
    if (this.#choose([anybody]) === undefined) return undefined;
    const { queue, look } = this.#options;
    const waiting = await queue.waiting();
    const chosen = waiting.length === 0 ? undefined : this.#choose(waiting.map((task) => this.#candidateOf(task)));
    if (chosen === undefined) return undefined;
    const taken = await queue.take(chosen.start.map(({ id }) => id));
    // Other workers were faster.
    if (taken === undefined) look();
    else this.#begin(taken, chosen);
    return taken;
  }

  /** The task was performed, or given up. */
  leave({ id }: Taken<Task>): void {
    const item = this.#items.get(id);
    if (item === undefined) return;
    this.#items.delete(id);
    void this.#count(item);
  }

  yieldingOf({ id }: Taken<Task>): Yielding {
    return this.#items.get(id)?.yielding ?? createYielding();
  }

  /** What can start now; where nothing can, it looks again when something may. */
  #choose(waiting: readonly Candidate[]): Relief<Candidate, Busy> | undefined {
    const line = this.#line(waiting);
    const start = nextInSlot(line);
    if (start.length > 0) return { start };
    const made = relief(line);
    if (typeof made !== 'number') return made;
    if (made < Infinity) this.#timer = setTimeout(this.#options.look, made).unref();
    return undefined;
  }

  #line(waiting: readonly Candidate[]): Line<Candidate, Busy> {
    const now = performance.now();
    const { slots } = this.#options;
    const running = [...this.#items.values()].map((item) => ({
      ...item,
      used: item.number / 100 + (now - item.began) / 1000,
      item,
    }));
    return { now, slots, overtime: overtimeBeside(slots), waiting, running };
  }

  #candidateOf(task: WaitingTask): Candidate {
    const isWasteful = task.isWasteful || this.#options.spending.records.isWasteful(task.accountId);
    return { ...task, isWasteful, used: task.number / 100 };
  }

  #begin({ id, task, number }: Taken<Task>, { displaced, ended }: Relief<Candidate, Busy>): void {
    const began = performance.now();
    if (ended !== undefined) {
      ended.item.isEnded = true;
      ended.item.yielding.end(began - ended.began);
    }
    if (displaced !== undefined && displaced !== ended) {
      displaced.item.overtimeSince = began;
      displaced.item.yielding.giveWay();
    }
    // The other orders of its account come later from now on.
    if (displaced !== undefined) void this.#count(displaced.item);
    const { records, typical } = this.#options.spending;
    const { accountId = '', isVisitor = false, tool, cost = 0, ...party }: Scheduled = task;
    const isWasteful = party.isWasteful === true || records.isWasteful(accountId);
    const yielding = createYielding();
    // An account that wastes time gets only idle processor time.
    if (isWasteful) yielding.giveWay();
    const typicalMs = typical.ms(tool ?? '');
    const canYield = tool !== undefined;
    this.#items.set(id, {
      accountId,
      isVisitor,
      isWasteful,
      number,
      counted: cost,
      yielding,
      began,
      typicalMs,
      canYield,
    });
  }

  /** Virtual time follows real time; while the database is away, this is tried again. */
  #count(item: Item): Promise<void> {
    if (!item.canYield) return Promise.resolve();
    const hundredths = (performance.now() - item.began) / 10;
    const correct = async () => {
      const cost = hundredths - item.counted;
      if (Math.abs(cost) < tolerance) return;
      await this.#options.queue.table.correct({ accountId: item.accountId, cost });
      item.counted = hundredths;
    };
    // One after the other, so that nothing is counted twice.
    const counting = () => retryUntilStored(correct).catch(() => {});
    return (item.counting = item.counting === undefined ? counting() : item.counting.then(counting));
  }
}
