// The slots of a worker, for tasks that wait in the database, where a task's number is its position in virtual time.
import type { Party, Relief, Waiting } from '#service/queue/model.ts';
import { Slots, type Busy, type Item } from '#service/queue/slots.ts';
import { retryUntilStored } from '#service/retry.ts';
import type { OrderTable, Taken, WaitingTask } from './order-table.ts';
import type { Spending } from './spending.ts';
import type { TaskQueue } from './task-queue.ts';
import { createYielding, type Yielding } from './yielding.ts';

/** A task that has a slot, or continues in overtime. */
interface Held {
  item: Item;
  yielding: Yielding;
  /** The hundredths of a second that virtual time counts for the task. */
  counted: number;
  /** The running correction of virtual time. */
  counting?: Promise<void>;
}

interface Candidate extends Waiting {
  id: string;
}

interface WorkerSlotsOptions<Task extends object> {
  queue: Pick<TaskQueue<Task>, 'waiting' | 'take'> & { table: Pick<OrderTable, 'correct'> };
  slots: number;
  spending: Pick<Spending, 'records' | 'typical'>;
  /** Checks for tasks, because something may be able to start. */
  look: () => void;
}

/** The parts of a task that decide when it starts; previews have none, and orders from nodes of an earlier version only some. */
type Scheduled = Partial<Party> & { tool?: string; cost?: number };

/** A placeholder for any account, before the queue is queried. */
const anybody: Candidate = { id: '', accountId: '', isVisitor: false, isWasteful: false, used: -Infinity };
/** The error of virtual time, in hundredths of a second, below which it is not corrected. */
const tolerance = 50;

export class WorkerSlots<Task extends object> {
  readonly #options: WorkerSlotsOptions<Task>;
  readonly #slots: Slots;
  readonly #held = new Map<string, Held>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: WorkerSlotsOptions<Task>) {
    this.#options = options;
    this.#slots = new Slots(options.slots);
  }

  /** Claims the next task, which keeps its slot until it leaves. */
  async next(): Promise<Taken<Task> | undefined> {
    const { queue, look } = this.#options;
    clearTimeout(this.#timer);
    if (this.#choose([anybody]) === undefined) return undefined;
    const waiting = await queue.waiting();
    const chosen = waiting.length === 0 ? undefined : this.#choose(waiting.map((task) => this.#candidateOf(task)));
    if (chosen === undefined) return undefined;
    const taken = await queue.take(chosen.start.map(({ id }) => id));
    // Other workers were faster.
    if (taken === undefined) look();
    else this.#begin(taken, chosen);
    return taken;
  }

  /** Frees the slot of a task that has been performed or given up. */
  leave({ id }: Taken<Task>): void {
    const held = this.#held.get(id);
    if (held === undefined) return;
    this.#held.delete(id);
    this.#slots.leave(held.item);
    void this.#count(held);
  }

  yieldingOf({ id }: Taken<Task>): Yielding {
    return this.#held.get(id)?.yielding ?? createYielding();
  }

  /** Chooses the orders that can start now; if there are none, polls again when one may. */
  #choose(waiting: readonly Candidate[]): Relief<Candidate, Busy> | undefined {
    const chosen = this.#slots.choose(waiting);
    if (typeof chosen !== 'number') return chosen;
    if (chosen < Infinity) this.#timer = setTimeout(this.#options.look, chosen).unref();
    return undefined;
  }

  #candidateOf(task: WaitingTask): Candidate {
    const isWasteful = task.isWasteful || this.#options.spending.records.isWasteful(task.accountId);
    return { ...task, isWasteful, used: task.number / 100 };
  }

  #begin({ id, task, number }: Taken<Task>, chosen: Relief<Candidate, Busy>): void {
    const { records, typical } = this.#options.spending;
    const { accountId = '', isVisitor = false, isWasteful = false, tool, cost = 0 }: Scheduled = task;
    const yielding = createYielding();
    const work = {
      accountId,
      isVisitor,
      isWasteful: isWasteful || records.isWasteful(accountId),
      typicalMs: typical.ms(tool ?? ''),
      start: number / 100,
      yielding: tool === undefined ? undefined : yielding,
    };
    this.#held.set(id, { item: this.#slots.begin(work, chosen), yielding, counted: cost });
    // The account's other orders start later from now on.
    for (const held of this.#held.values()) if (held.item === chosen.displaced?.item) void this.#count(held);
  }

  /** Corrects virtual time to follow real time; retries while the database is unavailable. */
  #count(held: Held): Promise<void> {
    const { accountId, began, canYield } = held.item;
    const hundredths = (performance.now() - began) / 10;
    const correct = async () => {
      const cost = hundredths - held.counted;
      if (!canYield || Math.abs(cost) < tolerance) return;
      await this.#options.queue.table.correct({ accountId, cost });
      held.counted = hundredths;
    };
    // Runs one correction after the other, so that nothing is counted twice.
    const counting = () => retryUntilStored(correct).catch(() => {});
    return (held.counting = held.counting === undefined ? counting() : held.counting.then(counting));
  }
}
