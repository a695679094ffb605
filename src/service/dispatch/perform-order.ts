// Performs an order, from the files in its folder to a stored result, or to the reason why there is none.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { deadline } from '#core/deadline.ts';
import { freeBytes, fullBelowBytes } from '#core/disk.ts';
import { errors } from '#core/errors.ts';
import { Failure } from '#core/failure.ts';
import type { Log } from '#core/log.ts';
import type { OnProgress } from '#core/progress.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { inspectOnly, type Permits } from '#conversion/perform.ts';
import { performTool } from '#conversion/perform-steps.ts';
import { pipelineId, pipelineOf } from '#conversion/pipeline.ts';
import { toolWith } from '#conversion/admit.ts';
import type { Step, Tool } from '#conversion/tools/tool.ts';
import type { Files } from '#service/files/files.ts';
import { traced, type Traces } from '#service/traces/traces.ts';
import { outlivingOutage } from '#service/retry.ts';
import { diskIsFull } from '#service/storage.ts';
import type { FailedOutcome, Order, Outcome } from './dispatcher.ts';
import { failed } from './failed.ts';
import type { Spending } from './spending.ts';

/** The stages of an order. */
export type Stage = 'wait' | 'fetch' | 'inspect' | 'convert' | 'store';

export type OnStage = (tool: string, stage: Stage, seconds: number) => void;

/** The parts that every worker needs, wherever its orders come from. */
export interface WorkerDependencies {
  tools: readonly Tool[];
  engines: Engines;
  files: Pick<Files, 'putOutput'>;
  /** The data folder, whose disk may be full. */
  data: string;
  log: Pick<Log, 'error'>;
  onStage?: OnStage;
  traces: Traces;
  spending: Spending;
}

/** Traces the worker's part of an order within the trace that the order comes from. */
export const tracedOrder = (
  { traces }: Pick<WorkerDependencies, 'traces'>,
  { jobId, tool, traceparent }: Pick<Order, 'jobId' | 'tool' | 'traceparent'>,
  work: () => Promise<Outcome>,
): Promise<Outcome> =>
  traced(traces, 'perform', work, {
    kind: 'consumer',
    traceparent,
    attributes: { 'platen.job_id': jobId, 'platen.tool': tool },
    codeOf: (outcome) => (outcome.kind === 'failure' ? outcome.code : undefined),
  });

interface Circumstances {
  /** The folder that contains the inputs. */
  folder: string;
  permits: Permits;
  signal: AbortSignal;
  onProgress?: OnProgress;
}

/** Performs an order, and never throws: every error is an outcome. */
export async function performOrder(
  worker: WorkerDependencies,
  order: Order,
  circumstances: Circumstances,
): Promise<Outcome> {
  using limit = deadline(order.timeoutMs, circumstances.signal, order.leftMs);
  try {
    return await convertAndStore(worker, order, { ...circumstances, signal: limit.signal });
  } catch (error) {
    const outcome = failed(error);
    const storage = outcome.storage ?? (await diskProblem(worker, outcome));
    return storage === undefined ? outcome : { ...outcome, storage };
  }
}

async function convertAndStore(
  { tools, engines, files, onStage }: WorkerDependencies,
  order: Order,
  { folder, permits, signal, ...watched }: Circumstances,
): Promise<Outcome> {
  const tool = toolOf(order, tools);
  const output = join(folder, order.output);
  const arrivals = order.inputs.map(({ file, name }) => ({ path: join(folder, file), name }));
  const conversion = {
    tool,
    arrivals,
    options: { ...order.options },
    output,
    isTest: order.isTest === true,
    signal,
    ...watched,
  };
  if (order.isInspection === true) {
    const began = performance.now();
    await inspectOnly(conversion, engines, permits);
    return { kind: 'success', bytes: 0, report: {}, seconds: secondsSince(began) };
  }
  const { report, seconds } = await performTool(conversion, engines, permits);
  const { size } = statSync(output);
  const stored = performance.now();
  // The key of an encrypted file is in the database.
  await outlivingOutage(() => files.putOutput(order.jobId, output), signal);
  onStage?.(order.tool, 'store', secondsSince(stored));
  return { kind: 'success', bytes: size, report, seconds };
}

/** @throws tool_not_found */
function toolOf({ tool: id, options }: Order, tools: readonly Tool[]): Tool {
  const named = (name: string, fields: Step['options']) => {
    const tool = tools.find((one) => one.id === name);
    if (tool === undefined) throw new Failure('tool_not_found');
    return toolWith(tool, fields);
  };
  if (id !== pipelineId) return named(id, options);
  const steps = options['steps'] as { tool: string; options: Step['options'] }[];
  return pipelineOf(steps.map((step) => ({ ...step, tool: named(step.tool, step.options) })) as [Step, ...Step[]]);
}

export const secondsSince = (start: number): number => (performance.now() - start) / 1000;

/** Measures how long a permit is held, as a stage. */
export function timed(held: Disposable, ended: () => void): Disposable {
  return {
    [Symbol.dispose]() {
      ended();
      held[Symbol.dispose]();
    },
  };
}

/** Checks for a full disk, since engines do not always report that they could not write their output. */
async function diskProblem({ data, log }: WorkerDependencies, { code }: FailedOutcome): Promise<string | undefined> {
  if (errors[code].kind !== 'rejected' && code !== 'conversion_failed') return undefined;
  const free = await freeBytes(data).catch((error: unknown) => {
    log.error({ err: error }, 'the free space of the data folder cannot be determined');
    return Infinity;
  });
  return free < fullBelowBytes ? diskIsFull : undefined;
}
