// The time limit of a call, which its tool may extend.
import type { Tool } from './tools/tool.ts';

/** Milliseconds; `usualMs` unless the tool, or a step of a pipeline, needs more. */
export function timeLimitOf(tool: Tool, options: Readonly<Record<string, unknown>>, usualMs: number): number {
  if (tool.steps === undefined) return Math.max(usualMs, tool.timeoutMs?.(options) ?? 0);
  return Math.max(usualMs, ...tool.steps.map((step) => timeLimitOf(step.tool, step.options, usualMs)));
}
