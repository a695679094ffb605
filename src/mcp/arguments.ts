// Parses the arguments of a call; its errors tell a model how to correct them.
import { closest } from '#core/closest.ts';
import { checkCount, servingTool } from '#conversion/admit.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import type { Call } from './place.ts';
import { Problem } from './problem.ts';
import { fieldsOf, maxSteps } from './schemas.ts';

type Given = Readonly<Record<string, unknown>>;

/** @throws Problem, or a Failure of the catalogue for the number of files */
export function readCall(tool: Tool, given: Given): Call {
  const fileName = tool.files.max === 1 ? 'file' : 'files';
  const fields = fieldsOf(tool);
  const names = fields.map(({ name }) => name);
  checkNames(given, [fileName, ...names, 'output'], tool.id);
  const values = fieldValues(given, names);
  const files = filesOf(given[fileName], fileName);
  checkCount(servingTool(tool, values), files.length);
  const missing = fields.find(({ name, required }) => required && values[name] === undefined);
  if (missing !== undefined)
    throw new Problem('field_required', `The argument "${missing.name}" is missing. ${missing.description}`, {
      fields: { field: missing.name, ...(missing.values === null ? {} : { allowed: missing.values }) },
    });
  return { what: { tool }, files, fields: values, output: textOf(given, 'output') };
}

/** @throws Problem */
export function readSteps(tools: readonly Tool[], given: Given): Call {
  checkNames(given, ['files', 'steps', 'output'], 'this tool');
  const { steps } = given;
  if (!Array.isArray(steps) || steps.length === 0 || steps.length > maxSteps)
    throw wrong(
      `"steps" must be a list of 1 to ${maxSteps} steps, each an object with "tool" and the fields of that tool.`,
    );
  return {
    what: { steps: steps.map((step: unknown, n) => readStep(tools, step, n)) },
    files: filesOf(given['files'], 'files'),
    fields: {},
    output: textOf(given, 'output'),
  };
}

function readStep(tools: readonly Tool[], step: unknown, n: number): Readonly<Record<string, string>> {
  const { tool: id, ...fields } = isRecord(step) ? step : {};
  const tool = tools.find((one) => one.id === id);
  if (tool === undefined)
    throw wrong(`Step ${n + 1} names an unknown tool.`, { step: n, allowed: tools.map((one) => one.id) });
  const names = fieldsOf(tool).map(({ name }) => name);
  checkNames(fields, names, tool.id);
  return { tool: tool.id, ...fieldValues(fields, names) };
}

function checkNames(given: Given, known: readonly string[], tool: string): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const meant = closest(unknown, known);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw wrong(`${tool} has no argument "${unknown}".${hint}`, { allowed: known });
}

/** Form fields are texts; models write numbers and `true` where they mean `90` and `on`. */
function fieldValues(given: Given, names: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of names) {
    const value = given[name];
    if (value === undefined || value === null || value === '' || value === false) continue;
    if (typeof value === 'string') values[name] = value;
    else if (typeof value === 'number') values[name] = String(value);
    else if (value === true) values[name] = 'on';
    else throw wrong(`The argument "${name}" must be a string.`, { field: name });
  }
  return values;
}

function filesOf(given: unknown, name: string): readonly unknown[] {
  if (name === 'files') {
    // One file is a list of one.
    const list: readonly unknown[] = Array.isArray(given) ? given : given === undefined ? [] : [given];
    if (list.length > 0) return list;
  } else if (given !== undefined && given !== null && !Array.isArray(given)) return [given];
  throw wrong(`The argument "${name}" is missing${name === 'file' ? ', or is not one file' : ': a list of files'}.`, {
    field: name,
  });
}

function textOf(given: Given, name: string): string | undefined {
  const value = given[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw wrong(`The argument "${name}" must be a string.`, { field: name });
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const wrong = (message: string, fields: Record<string, unknown> = {}): Problem =>
  new Problem('invalid_arguments', message, {
    fields,
  });
