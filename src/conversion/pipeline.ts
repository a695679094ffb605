// Several tools in a row as one, with the input of the first and the output of the last.
import { z } from 'zod';
import type { Step, Tool } from './tools/tool.ts';

export const pipelineId = 'pipeline';
export const maxSteps = 8;

/** Why a step is not allowed: it cannot accept the output of the previous step, or needs more files. */
export type Misfit = 'content' | 'files';

/** Finds the first step that cannot follow the previous one. */
export function misfitIn(steps: readonly Tool[]): { step: number; reason: Misfit } | undefined {
  for (const [n, before] of steps.slice(0, -1).entries()) {
    const next = steps[n + 1];
    if (next?.accepts.includes(before.produces.format) !== true) return { step: n + 1, reason: 'content' };
    if (next.files.min > 1) return { step: n + 1, reason: 'files' };
  }
  return undefined;
}

/** Creates a pipeline of at least one step, each of which accepts the output of the previous one. */
export function pipelineOf(steps: readonly [Step, ...Step[]]): Tool & { steps: readonly Step[] } {
  const [{ tool: first }] = steps;
  const { tool: last } = steps.at(-1) ?? steps[0];
  return {
    id: pipelineId,
    summary: 'Several tools in a row.',
    accepts: first.accepts,
    files: first.files,
    options: z.strictObject({}),
    produces: last.produces,
    errors: [],
    steps,
    run: () => Promise.reject(new TypeError('a pipeline is performed step by step')),
  };
}
