// The dispatcher of a single process, which is its own worker, with a bounded queue that is fair between accounts.
import { Failure } from '#core/failure.ts';
import type { Permits } from '#conversion/perform.ts';
import type { Files } from '#service/files/files.ts';
import { createInMemoryQueue } from '#service/queue/in-memory.ts';
import { hasOverrun } from '#service/queue/model.ts';
import { QueueFull, WaitedTooLong, type Acquisition, type Queue, type Work } from '#service/queue/queue.ts';
import { inputsIn } from '#service/jobs/workspace.ts';
import type { Dispatcher, LiveOrder, Order, OrderUser, Outcome, Submission } from './dispatcher.ts';
import { createPace } from './pace.ts';
import {
  performOrder,
  secondsSince,
  timed,
  tracedOrder,
  type Stage,
  type WorkerDependencies,
} from './perform-order.ts';
import { judged } from './spending.ts';
import { createTypical } from './typical.ts';
import { createYielding } from './yielding.ts';

interface DispatcherDependencies extends WorkerDependencies {
  files: Files;
  /** How many conversions run at once, and how many may wait. */
  concurrency: number;
  queueSize: number;
  /** The number of uploads at once; each of them may wait for its inspection. */
  uploads: number;
}

/** The stages for which an order needs a permit. */
const stages = ['inspect', 'convert'] as const satisfies Stage[];
type TimedStage = (typeof stages)[number];

/** The record of one order: the seconds spent under permits, and the typical milliseconds of these stages. */
interface Own {
  spent: Record<TimedStage, number>;
  typicalMs: Readonly<Record<TimedStage, number>>;
  yielding: NonNullable<Acquisition['yielding']>;
  /** When the order was submitted and when it first got a permit, by `performance.now()`, and the permits that it has now. */
  submitted: number;
  began?: number;
  permits: number;
}

/** The number of additional slots for quick tools, so that they do not wait for long conversions. */
const shortWorkers = 1;

export const createInProcessDispatcher = (parts: DispatcherDependencies): Dispatcher => new InProcessDispatcher(parts);

class InProcessDispatcher implements Dispatcher {
  readonly slots: number;
  readonly #parts: DispatcherDependencies;
  readonly #conversions: Queue;
  readonly #inspections: Queue;
  readonly #pace = createPace();
  readonly #live = new Map<Order, Own>();
  /** The typical duration of inspecting the files of a tool. */
  readonly #typicalInspection = createTypical();

  constructor(parts: DispatcherDependencies) {
    const { concurrency, queueSize, uploads, spending } = parts;
    const slots = { workers: concurrency, shortWorkers, records: spending.records };
    this.#parts = parts;
    this.slots = concurrency;
    this.#conversions = createInMemoryQueue({ ...slots, size: queueSize });
    this.#inspections = createInMemoryQueue({ ...slots, size: uploads + queueSize });
  }

  get running(): number {
    return this.#conversions.running;
  }

  get waiting(): number {
    return this.#conversions.waiting;
  }

  get retryAfterSeconds(): number {
    return this.#pace.retryAfterSeconds(this);
  }

  isFull(caller?: OrderUser & { tool: string }): boolean {
    return this.#conversions.isFull(caller === undefined ? {} : this.#workOf(caller), caller?.accountId);
  }

  secondsOfOthers({ accountId }: OrderUser): number {
    return Math.max(...[this.#conversions, this.#inspections].map((queue) => queue.secondsOfOthers(accountId)));
  }

  async submit(order: Order, folder: string): Promise<Submission> {
    return {
      async enqueue() {},
      outcome: (signal) => this.#perform(order, folder, signal),
      retainInputs: async () => {
        const names = order.inputs.map(({ name }) => name);
        const inputs = (await inputsIn(folder)).map((path, n) => ({ name: names[n] ?? `input-${n + 1}`, path }));
        await this.#parts.files.putInputs(order.jobId, inputs);
      },
      async [Symbol.asyncDispose]() {},
    };
  }

  async orders(): Promise<LiveOrder[]> {
    const now = performance.now();
    return [...this.#live].map(
      ([{ jobId, accountId, tool, isVisitor = false, isInspection = false }, { submitted, began = now, permits }]) => ({
        jobId,
        accountId,
        tool,
        isVisitor,
        isInspection,
        ageMs: now - submitted,
        ranMs: permits > 0 ? now - began : null,
      }),
    );
  }

  /** Does nothing: a conversion in this process is stopped by its signal. */
  async cancel(): Promise<void> {}

  async settleLost(): Promise<null> {
    return null;
  }

  async #perform(order: Order, folder: string, stopped: AbortSignal): Promise<Outcome> {
    const { spending } = this.#parts;
    const { tool } = order;
    const yielding = createYielding();
    const spent = { inspect: 0, convert: 0 };
    const typicalMs = { inspect: this.#typicalInspection.ms(tool), convert: spending.typical.ms(tool) };
    const own: Own = { spent, typicalMs, yielding, submitted: performance.now(), permits: 0 };
    this.#live.set(order, own);
    const ended = await yielding.run(stopped, (signal) => {
      const permits = this.#permitsOf(order, signal, own);
      return tracedOrder(this.#parts, order, () => performOrder(this.#parts, order, { folder, permits, signal }));
    });
    this.#live.delete(order);
    const hasRunOver = stages.some((stage) => hasOverrun(1000 * spent[stage], typicalMs[stage]));
    const outcome = judged(ended, hasRunOver);
    this.#pace.note(outcome);
    if (outcome.kind === 'success') this.#typicalInspection.note(tool, spent.inspect);
    spending.note(order, outcome, spent.inspect + spent.convert);
    return outcome;
  }

  /** Creates the permits of an order, which add their seconds to `spent`. */
  #permitsOf(order: Order, signal: AbortSignal, own: Own): Permits {
    const { spent, typicalMs, yielding } = own;
    const { onStage } = this.#parts;
    const startBy = performance.now() + order.startWithinMs;
    const work = this.#workOf(order);
    /** Waits for a permit, and measures both the wait and the work under it. */
    const permit = async (queue: Queue, stage: TimedStage): Promise<Disposable> => {
      const asked = performance.now();
      const held = await queue
        .acquire(order.accountId, {
          signal,
          maxWaitMs: startBy - asked,
          ...work,
          typicalMs: typicalMs[stage],
          yielding,
        })
        .catch((error: unknown) => {
          if (!(error instanceof QueueFull || error instanceof WaitedTooLong)) throw error;
          throw new Failure('server_busy', { retry_after: this.retryAfterSeconds });
        });
      onStage?.(order.tool, 'wait', secondsSince(asked));
      const began = performance.now();
      own.began ??= began;
      own.permits += 1;
      return timed(held, () => {
        own.permits -= 1;
        const seconds = secondsSince(began);
        spent[stage] += seconds;
        onStage?.(order.tool, stage, seconds);
      });
    };
    const conversions = this.#conversions;
    return {
      inspect: () => permit(this.#inspections, 'inspect'),
      convert: () => permit(conversions, 'convert'),
      get canConvert() {
        return conversions.hasFree(work, order.accountId);
      },
    };
  }

  #workOf({ tool, isVisitor = false }: Pick<Order, 'tool' | 'isVisitor'>): Work {
    return { isShort: this.#parts.tools.find(({ id }) => id === tool)?.isShort === true, isVisitor };
  }
}
