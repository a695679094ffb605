// Prints how a task ended: as a line of JSON, or as a sentence.
import { inUnits } from '#core/bytes.ts';
import type { Failure } from '#core/failure.ts';
import type { Report, Tool } from '#conversion/tools/tool.ts';
import type { Task } from './tasks.ts';
import { hintFor } from './wording.ts';

export interface Made extends Report {
  bytes: number;
  /** The number of pages of a PDF. */
  pages?: number;
}

/** An error as reported by the API. */
export interface Problem {
  code: string;
  /** The message: a sentence and a remedy. */
  message: string;
  fields: Readonly<Record<string, unknown>>;
  /** Whether the error is not the file's fault. */
  isOurs: boolean;
}

/** The end of a task; `isSkipped` if the result already existed. */
export type End = { made: Made } | { problem: Problem } | { isSkipped: true };
export type Outcome = { task: Task; milliseconds: number } & End;

export function problemOf(failure: Failure, tool?: Tool): Problem {
  const { step } = failure.context;
  const at = tool?.steps?.[step ?? -1]?.tool ?? tool;
  const where = tool?.steps === undefined || at === undefined ? '' : `${at.id}: `;
  return {
    code: failure.code,
    message: `${where}${failure.message} ${hintFor(failure, at)}`,
    fields: { ...failure.fields, ...(step === undefined ? {} : { step }) },
    isOurs: failure.kind === 'failed',
  };
}

/** Returns the name of a task in messages. */
export const inputOf = ({ sources }: Task): string | string[] => {
  const paths = sources.map(({ path }) => path);
  return paths.length === 1 ? (paths[0] ?? '') : paths;
};

export function asJson(outcome: Outcome): string {
  const { task, milliseconds } = outcome;
  const input = inputOf(task);
  if ('isSkipped' in outcome) return JSON.stringify({ input, output: task.target, skipped: true, milliseconds });
  return JSON.stringify(
    'made' in outcome
      ? { input, output: task.target, ...outcome.made, milliseconds }
      : {
          input,
          error: outcome.problem.code,
          message: outcome.problem.message,
          ...outcome.problem.fields,
          milliseconds,
        },
  );
}

/** Returns lines for standard error, with the file's name if there are several files. */
export function asSentences(outcome: Outcome, isBatch: boolean): string[] {
  const where = isBatch ? `${[inputOf(outcome.task)].flat().join(', ')}: ` : '';
  if ('made' in outcome) return (outcome.made.warnings ?? []).map((warning) => `warning: ${where}${warning}`);
  if ('isSkipped' in outcome) return [];
  const { code, message } = outcome.problem;
  return [`error: ${where}${code}: ${message}`];
}

/** Describes the result and its location; null if there is no result, or it went to standard output. */
export function asReceipt(outcome: Outcome): string | null {
  if (!('made' in outcome) || outcome.task.target === '-') return null;
  const { made, task, milliseconds } = outcome;
  const pages = made.pages === undefined ? [] : [made.pages === 1 ? '1 page' : `${made.pages} pages`];
  return `${task.target}: ${[inUnits(made.bytes), ...pages, `${milliseconds} ms`].join(', ')}`;
}

/** Returns the exit status of the worst outcome: 1 for a file that could not be converted, 3 for a failure that is not the file's. */
export const statusOf = (outcomes: readonly Outcome[]): number =>
  Math.max(0, ...outcomes.map((outcome) => ('problem' in outcome ? (outcome.problem.isOurs ? 3 : 1) : 0)));
