// Tools in a row: each uses the result of the previous one.
import type { Tool } from '../api/types.ts';
import type { BatchState, Task } from './batch.ts';

export type Values = Readonly<Record<string, string>>;

/** A tool with its form. */
export interface Step {
  tool: Tool;
  values: Values;
}

/** The API's maximum. */
const maxSteps = 8;

/** The tools that accept the output of `before`, and whose output `after` accepts. */
export const toolsBetween = (tools: readonly Tool[], before: Tool, after: Tool | undefined): Tool[] =>
  tools.filter((tool) => follows(tool, before) && (after === undefined || follows(after, tool)));

const follows = (tool: Tool, before: Tool): boolean =>
  tool.min_files <= 1 && tool.accepted_exts.includes(before.result);

/** Whether one more may come after a first tool and these. */
export const hasRoom = (further: readonly Step[]): boolean => further.length + 1 < maxSteps;

/** The steps without one of them; if the next one does not accept the output before it, the rest is removed too. */
export function without(first: Tool, further: readonly Step[], removed: number): Step[] {
  const [before, after] = [further.slice(0, removed), further.slice(removed + 1)];
  const last = before.at(-1)?.tool ?? first;
  return after[0] === undefined || follows(after[0].tool, last) ? [...before, ...after] : before;
}

/** The steps after this tool: those of another one are not for it. */
export const stepsAfter = ({ toolId, further }: Pick<BatchState, 'toolId' | 'further'>, tool: Tool | undefined) =>
  tool?.id === toolId ? further : [];

export const isSameChain = (one: readonly Step[], other: readonly Step[]): boolean =>
  one.length === other.length && one.every(({ tool }, n) => tool.id === other[n]?.tool.id);

/** The first tool of a task with those after it. */
export const stepsOf = ({ tool, fields, further }: Pick<Task, 'tool' | 'fields' | 'further'>): Step[] => [
  { tool, values: fields },
  ...further,
];

/** The task with further fields of one of its steps. */
export const withFields = (task: Task, step: number, fields: Values): Task =>
  step === 0
    ? { ...task, fields: { ...task.fields, ...fields } }
    : {
        ...task,
        further: task.further.map((one, n) =>
          n === step - 1 ? { ...one, values: { ...one.values, ...fields } } : one,
        ),
      };

/** The request of a task. */
export function formOf(task: Task): FormData {
  const form = new FormData();
  const steps = stepsOf(task).map(({ tool, values }) => ({ tool: tool.id, ...values }));
  const fields = steps.length === 1 ? task.fields : { steps: JSON.stringify(steps) };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { file, name } of task.files) form.append('file', file, name);
  return form;
}
