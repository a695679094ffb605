// The dispatcher of one process: its own worker, with a bounded queue that is fair between accounts.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { deadline } from '#core/deadline.ts';
import { Failure } from '#core/failure.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { perform, type Permits } from '#conversion/perform.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { createInProcessQueue } from '#service/queue/in-process.ts';
import type { Queue } from '#service/queue/queue.ts';
import type { Dispatcher, Order, Outcome } from './dispatcher.ts';
import { failed } from './failed.ts';

/** What an order spends its time with. */
export type Stage = 'wait' | 'inspect' | 'convert';

interface DispatcherDependencies {
  tools: readonly Tool[];
  engines: Engines;
  /** The folder of a job's files. */
  workspace: (jobId: string) => string;
  /** How many conversions run at once, and how many may wait. */
  concurrency: number;
  queueSize: number;
  /** As many inspections as conversions run at once; uploads that are still coming in may wait for one too. */
  uploads: number;
  onPerformed?: (tool: string, seconds: number) => void;
  onStage?: (tool: string, stage: Stage, seconds: number) => void;
}

export function createInProcessDispatcher(parts: DispatcherDependencies): Dispatcher {
  const { tools, engines, concurrency, queueSize } = parts;
  const conversions = createInProcessQueue({ workers: concurrency, size: queueSize });
  const inspections = createInProcessQueue({ workers: concurrency, size: parts.uploads + queueSize });

  async function work(order: Order, signal: AbortSignal): Promise<Outcome> {
    const tool = tools.find(({ id }) => id === order.tool);
    if (tool === undefined) throw new Failure('tool_not_found');
    const folder = parts.workspace(order.jobId);
    const output = join(folder, order.output);
    let began = performance.now();
    const startBy = performance.now() + order.startWithinMs;
    const wait = () => ({ signal, maxWaitMs: startBy - performance.now() });
    const stage = (name: Stage) => {
      const from = performance.now();
      return () => parts.onStage?.(order.tool, name, (performance.now() - from) / 1000);
    };
    /** Waits for a permit, and measures both the wait and the work under it. */
    const permit = async (queue: Queue, name: Stage): Promise<Disposable> => {
      const waited = stage('wait');
      const held = await queue.acquire(order.accountId, wait());
      waited();
      const ended = stage(name);
      return {
        [Symbol.dispose]() {
          ended();
          held[Symbol.dispose]();
        },
      };
    };
    const permits: Permits = {
      inspect: () => permit(inspections, 'inspect'),
      async convert() {
        const held = await permit(conversions, 'convert');
        began = performance.now();
        return held;
      },
      get canConvert() {
        return conversions.running < concurrency;
      },
    };
    const arrivals = order.inputs.map(({ file, name }) => ({ path: join(folder, file), name }));
    const report = await perform({ tool, arrivals, options: { ...order.options }, output, signal }, engines, permits);
    parts.onPerformed?.(order.tool, (performance.now() - began) / 1000);
    return { kind: 'success', bytes: (await stat(output)).size, report };
  }

  return {
    get isFull() {
      return conversions.isFull;
    },
    get running() {
      return conversions.running;
    },
    get waiting() {
      return conversions.waiting;
    },
    async dispatch(order, signal) {
      using limit = deadline(order.timeoutMs, signal, order.leftMs);
      try {
        return await work(order, limit.signal);
      } catch (error) {
        return failed(error);
      }
    },
  };
}
