// A conversion of several steps: each result is the input of the next step, and no intermediate result is kept.
import { mkdir } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { isFailure } from '#core/failure.ts';
import type { Engines } from './engines/index.ts';
import { perform, type Performance, type Performed, type Permits } from './perform.ts';
import type { Report, Step } from './tools/tool.ts';

/** Performs a tool, or a pipeline step by step. @throws as {@link perform} */
export const performTool = (call: Performance, engines: Engines, permits?: Permits): Promise<Performed> =>
  call.tool.steps === undefined
    ? perform(call, engines, permits)
    : performSteps(call.tool.steps, call, engines, permits);

/** Performs the steps, and returns all their warnings. @throws as {@link perform}; a failure names its step */
async function performSteps(
  steps: readonly Step[],
  call: Omit<Performance, 'tool' | 'options'>,
  engines: Engines,
  permits?: Permits,
): Promise<Performed> {
  const { onProgress = () => {}, ...whole } = call;
  // The pages of one step among several would be mistaken for those of the whole.
  const each = steps.length === 1 ? { ...whole, onProgress } : whole;
  let { arrivals } = call;
  let report: Report = {};
  let seconds = 0;
  for (const [n, { tool, options }] of steps.entries()) {
    const isLast = n === steps.length - 1;
    const folder = join(dirname(call.output), `step-${n}`);
    await mkdir(folder, { mode: 0o700 });
    const output = isLast ? call.output : join(folder, `result${tool.produces.format.extensions[0]}`);
    // Marks only the last step, since later steps could lose the mark.
    const step = { ...each, tool, options: { ...options }, arrivals, output, isTest: isLast && call.isTest === true };
    const done = await perform(step, engines, permits).catch((error: unknown) => {
      throw isFailure(error) ? error.with({ step: n }) : error;
    });
    report = { ...done.report, warnings: [...(report.warnings ?? []), ...(done.report.warnings ?? [])] };
    seconds += done.seconds;
    // Messages of later steps name the original file.
    const { name } = parse(arrivals[0]?.name ?? 'file');
    arrivals = [{ path: output, name: `${name}${tool.produces.format.extensions[0]}` }];
    onProgress({ done: n + 1, of: steps.length, unit: 'steps' });
  }
  return { report, seconds };
}
