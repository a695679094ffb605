// The steps in the row of a pipeline's job, each of which counts as one conversion.
import type { JobRow } from '#service/database/schema.ts';

export interface JobStep {
  tool: string;
  state: 'pending' | 'success' | 'rejected' | 'failed' | 'skipped';
}

export const stepsIn = ({ steps }: Pick<JobRow, 'steps'>): JobStep[] | null =>
  steps === null ? null : (JSON.parse(steps) as JobStep[]);

/** Returns how many conversions a job reserves. */
export const conversionsOf = (job: Pick<JobRow, 'steps'>): number => stepsIn(job)?.length ?? 1;

/** Returns the tools of a job up to a step, from 0; by default, all of them. */
export const toolsUpTo = (job: Pick<JobRow, 'steps' | 'tool'>, step = Infinity): string[] =>
  stepsIn(job)
    ?.slice(0, step + 1)
    .map(({ tool }) => tool) ?? [job.tool];

/** Returns the steps after the job has ended; a failed job ended at `step`. */
export function endedSteps(
  job: Pick<JobRow, 'steps'>,
  state: 'success' | 'rejected' | 'failed',
  step = 0,
): string | null {
  const steps = stepsIn(job);
  if (steps === null) return null;
  const ended = steps.map(({ tool }, n): JobStep => {
    if (state === 'success' || n < step) return { tool, state: 'success' };
    return { tool, state: n === step ? state : 'skipped' };
  });
  return JSON.stringify(ended);
}
