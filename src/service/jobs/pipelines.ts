// The steps of a call for several tools, read from its field `steps`.
import { z } from 'zod';
import { Failure, isFailure } from '#core/failure.ts';
import { formats } from '#core/formats.ts';
import { withFields } from '#conversion/admit.ts';
import { maxSteps, misfitIn, pipelineId, pipelineOf } from '#conversion/pipeline.ts';
import type { Step, Tool } from '#conversion/tools/tool.ts';

const given = z.array(z.looseObject({ tool: z.string() }));

/** Returns the tool that runs the steps. @throws invalid_steps, and the field errors of each step's tool */
export function readSteps(tools: readonly Tool[], text: string | undefined): ReturnType<typeof pipelineOf> {
  const parsed = given.safeParse(asJson(text));
  if (!parsed.success) throw invalid(null, 'syntax');
  if (parsed.data.length === 0 || parsed.data.length > maxSteps) throw invalid(null, 'count');
  const steps = parsed.data.map((step, n) => stepOf(tools, step, n)) as [Step, ...Step[]];
  const misfit = misfitIn(steps.map(({ tool }) => tool));
  if (misfit !== undefined) throw invalid(misfit.step, misfit.reason);
  return pipelineOf(steps);
}

function stepOf(tools: readonly Tool[], { tool: id, ...fields }: { tool: string }, n: number): Step {
  const tool = tools.find((one) => one.id === id);
  if (tool === undefined) throw invalid(n, 'tool');
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value)] as const);
  if (Object.values(fields).some((value) => typeof value === 'object')) throw invalid(n, 'field');
  if (texts.some(([name]) => !Object.hasOwn(tool.options.shape, name))) throw invalid(n, 'field');
  try {
    return withFields(tool, Object.fromEntries(texts));
  } catch (error) {
    throw isFailure(error) ? error.with({ step: n }) : error;
  }
}

const invalid = (step: number | null, reason: 'syntax' | 'count' | 'tool' | 'field' | 'content' | 'files') =>
  new Failure('invalid_steps', { step, reason });

function asJson(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A pipeline before its steps are known, when each could be any tool. */
export const unknownSteps: Tool = {
  id: pipelineId,
  summary: '',
  accepts: [],
  files: { min: 1, max: Infinity },
  options: z.strictObject({}),
  produces: { format: formats.pdf, suffix: '' },
  errors: [],
  steps: [],
  run: () => Promise.reject(new TypeError('the steps are not known yet')),
};
