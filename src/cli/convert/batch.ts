// Runs a limited number of tasks at a time, and reports each as soon as it has ended.
import { isFailure } from '#core/failure.ts';
import { inParallel } from '#core/parallel.ts';
import type { OnProgress } from '#core/progress.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { UsageError } from '../command.ts';
import { sentenceOf } from '../sentences.ts';
import { codeOf, isOfMachine } from '../system-errors.ts';
import { Refused } from './by-service.ts';
import type { Converter } from './converter.ts';
import { problemOf, type End, type Outcome, type Problem } from './outcome.ts';
import { obstacle } from './result-file.ts';
import type { Task } from './tasks.ts';

interface Batch {
  tool: Tool;
  tasks: readonly Task[];
  converter: Converter;
  jobs: number;
  /** What to do with a task whose result exists. */
  existing: 'refuse' | 'overwrite' | 'skip';
  signal: AbortSignal;
  onProgress: OnProgress;
  onEnd: (outcome: Outcome) => void;
}

/** Runs a batch, without throwing for a task, whose error is its outcome. @throws the reason of `signal` */
export async function runBatch(batch: Batch): Promise<Outcome[]> {
  const { tool, tasks, converter, jobs, existing, signal, onProgress, onEnd } = batch;
  const outcomes: Outcome[] = [];
  const perform = async (task: Task) => {
    signal.throwIfAborted();
    const began = performance.now();
    const ended = (how: End) => {
      const outcome = { task, milliseconds: Math.round(performance.now() - began), ...how };
      outcomes.push(outcome);
      onEnd(outcome);
    };
    const inTheWay = existing === 'overwrite' ? null : await obstacle(task);
    if (inTheWay !== null) return ended(existing === 'skip' ? { isSkipped: true } : { problem: inTheWay });
    try {
      ended({ made: await converter.convert(task, signal, onProgress) });
    } catch (error) {
      signal.throwIfAborted();
      ended({ problem: toldAs(error, tool) });
    }
  };
  await inParallel(tasks, perform, jobs);
  return outcomes;
}

/** @throws errors that do not belong to a single task */
function toldAs(error: unknown, tool: Tool): Problem {
  if (isFailure(error)) return problemOf(error, tool);
  if (error instanceof Refused) return error.problem;
  const code = codeOf(error);
  if (error instanceof UsageError || code === undefined) throw error;
  return { code: 'file_error', message: sentenceOf(error), fields: { system_error: code }, isOurs: isOfMachine(error) };
}
