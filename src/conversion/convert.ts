// One conversion as a library call, without a service: the same checks and errors as the API.
import { stat } from 'node:fs/promises';
import { deadline } from '#core/deadline.ts';
import { Failure } from '#core/failure.ts';
import { checkContent, checkCount, checkPdfs, parseFields, servingTool, type Arrival } from './admit.ts';
import type { Engines } from './engines/index.ts';
import type { Report, Tool } from './tools/tool.ts';

export interface ConvertCall {
  tool: Tool;
  /** Files of the caller's own that may be renamed. */
  arrivals: readonly Arrival[];
  fields: Readonly<Record<string, string>>;
  output: string;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Checks and converts. @throws {@link Failure} with a code of the catalogue */
export async function convert(call: ConvertCall, engines: Engines): Promise<Report> {
  using limit = deadline(call.timeoutMs, call.signal);
  const tool = servingTool(call.tool, call.fields);
  checkCount(tool, call.arrivals.length);
  const options = parseFields(tool, call.fields);
  const inputs = await checkContent(tool, call.arrivals);
  await checkPdfs(tool, inputs, options, engines, limit.signal);
  return runTool(tool, { inputs, options, output: call.output, signal: limit.signal }, engines);
}

interface ToolCall {
  inputs: readonly Arrival[];
  options: unknown;
  output: string;
  signal: AbortSignal;
}

/** Runs an admitted tool and makes sure that there is a result. @throws {@link Failure}, or the reason of `signal` */
export async function runTool(tool: Tool, call: ToolCall, engines: Engines): Promise<Report> {
  const report = await tool.run(call as Parameters<Tool['run']>[0], engines);
  const made = await stat(call.output).catch(() => null);
  if (made === null || made.size === 0) throw new Failure('conversion_failed', {});
  return report ?? {};
}
