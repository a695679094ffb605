// A conversion as a library call without a service, with the same checks and errors as the API.
import { deadline } from '#core/deadline.ts';
import type { OnProgress } from '#core/progress.ts';
import { admitted, type Arrival } from './admit.ts';
import type { Engines } from './engines/index.ts';
import { performTool } from './perform-steps.ts';
import type { Report, Tool } from './tools/tool.ts';

export interface ConvertCall {
  tool: Tool;
  /** The caller's own files, which may be renamed. */
  arrivals: readonly Arrival[];
  fields: Readonly<Record<string, string>>;
  output: string;
  timeoutMs: number;
  signal?: AbortSignal;
  onProgress?: OnProgress;
}

/** Checks and converts. @throws {@link Failure} with a code of the catalogue */
export async function convert(call: ConvertCall, engines: Engines): Promise<Report> {
  using limit = deadline(call.timeoutMs, call.signal);
  const { arrivals, fields, output } = call;
  const { tool, options } = admitted(call.tool, arrivals.length, fields);
  const { signal } = limit;
  const { report } = await performTool({ ...call, tool, arrivals, options, output, signal }, engines);
  return report;
}
