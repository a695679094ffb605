// The dispatcher of one process: its own worker, with a bounded queue that is fair between accounts.
import { Failure } from '#core/failure.ts';
import type { Permits } from '#conversion/perform.ts';
import type { Files } from '#service/files/files.ts';
import { createInProcessQueue } from '#service/queue/in-process.ts';
import { hasOverrun } from '#service/queue/overtime.ts';
import { QueueFull, WaitedTooLong, type Acquisition, type Queue } from '#service/queue/queue.ts';
import { inputsIn } from '#service/jobs/workspace.ts';
import type { Dispatcher, Order, Outcome } from './dispatcher.ts';
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
import { createUsual } from './usual.ts';
import { createYielding } from './yielding.ts';

interface DispatcherDependencies extends WorkerDependencies {
  files: Files;
  /** How many conversions run at once, and how many may wait. */
  concurrency: number;
  queueSize: number;
  /** As many inspections run at once as conversions; uploads that are still coming in may wait for one too. */
  uploads: number;
}

/** The stages for which an order needs a permit. */
const stages = ['inspect', 'convert'] as const satisfies Stage[];
type TimedStage = (typeof stages)[number];

/** The record of one order: the seconds that it has spent under permits, and the usual milliseconds of these stages. */
interface Own {
  spent: Record<TimedStage, number>;
  usualMs: Readonly<Record<TimedStage, number>>;
  overtime: NonNullable<Acquisition['overtime']>;
}

/** More conversions at once than `concurrency`, of tools that are done in a moment: they need not wait for those that are not. */
const shortWorkers = 1;

export function createInProcessDispatcher(parts: DispatcherDependencies): Dispatcher {
  const { files, concurrency, queueSize } = parts;
  const { records, usual } = parts.spending;
  const slots = { workers: concurrency, shortWorkers, records };
  const conversions = createInProcessQueue({ ...slots, size: queueSize });
  const inspections = createInProcessQueue({ ...slots, size: parts.uploads + queueSize });
  const pace = createPace();
  /** The usual duration of inspecting the files of a tool. */
  const usualInspection = createUsual();
  const workOf = ({ tool, isVisitor = false }: Pick<Order, 'tool' | 'isVisitor'>) => ({
    isShort: parts.tools.find(({ id }) => id === tool)?.isShort === true,
    isVisitor,
  });
  const retryAfterSeconds = () =>
    pace.retryAfterSeconds({ running: conversions.running, waiting: conversions.waiting, slots: concurrency });

  /** The seconds of each permit are added to those `spent`. */
  function permitsOf(order: Order, signal: AbortSignal, { spent, usualMs, overtime }: Own): Permits {
    const startBy = performance.now() + order.startWithinMs;
    const work = workOf(order);
    /** Waits for a permit, and measures both the wait and the work under it. */
    const permit = async (queue: Queue, stage: TimedStage): Promise<Disposable> => {
      const asked = performance.now();
      const held = await queue
        .acquire(order.accountId, { signal, maxWaitMs: startBy - asked, ...work, usualMs: usualMs[stage], overtime })
        .catch((error: unknown) => {
          if (!(error instanceof QueueFull || error instanceof WaitedTooLong)) throw error;
          throw new Failure('server_busy', { retry_after: retryAfterSeconds() });
        });
      parts.onStage?.(order.tool, 'wait', secondsSince(asked));
      const began = performance.now();
      return timed(held, () => {
        const seconds = secondsSince(began);
        spent[stage] += seconds;
        parts.onStage?.(order.tool, stage, seconds);
      });
    };
    return {
      inspect: () => permit(inspections, 'inspect'),
      convert: () => permit(conversions, 'convert'),
      get canConvert() {
        return conversions.hasFree(work, order.accountId);
      },
    };
  }

  async function performed(order: Order, folder: string, stopped: AbortSignal): Promise<Outcome> {
    const overtime = createYielding();
    const spent = { inspect: 0, convert: 0 };
    const usualMs = { inspect: usualInspection.ms(order.tool), convert: usual.ms(order.tool) };
    const ended = await overtime.run(stopped, (signal) => {
      const permits = permitsOf(order, signal, { spent, usualMs, overtime });
      return tracedOrder(parts, order, () => performOrder(parts, order, { folder, permits, signal }));
    });
    const outcome = judged(
      ended,
      stages.some((stage) => hasOverrun(1000 * spent[stage], usualMs[stage])),
    );
    pace.note(outcome);
    if (outcome.kind === 'success') usualInspection.note(order.tool, spent.inspect);
    parts.spending.note(order, outcome, spent.inspect + spent.convert);
    return outcome;
  }

  return {
    slots: concurrency,
    isFull: (caller) => conversions.isFull(caller === undefined ? {} : workOf(caller), caller?.accountId),
    secondsOfOthers: ({ accountId }) =>
      Math.max(conversions.secondsOfOthers(accountId), inspections.secondsOfOthers(accountId)),
    get running() {
      return conversions.running;
    },
    get waiting() {
      return conversions.waiting;
    },
    get retryAfterSeconds() {
      return retryAfterSeconds();
    },
    async submit(order, folder) {
      return {
        async enqueue() {},
        outcome: (signal) => performed(order, folder, signal),
        async retainInputs() {
          const names = order.inputs.map(({ name }) => name);
          const inputs = (await inputsIn(folder)).map((path, n) => ({ name: names[n] ?? `input-${n + 1}`, path }));
          await files.putInputs(order.jobId, inputs);
        },
        async [Symbol.asyncDispose]() {},
      };
    },
    // A conversion in this process is stopped by its signal, and ends with it.
    async cancel() {},
    settleLost: () => Promise.resolve(null),
  };
}
