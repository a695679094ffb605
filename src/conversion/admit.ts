// Checks of a call that do not need its documents.
import { closest } from '#core/closest.ts';
import type { z } from 'zod';
import { Failure } from '#core/failure.ts';
import { refusal } from './options/fields.ts';
import type { Step, Tool } from './tools/tool.ts';

/** A received file: its bytes at `path`, and its name as the client wrote it. */
export interface Arrival {
  path: string;
  name: string;
}

type Fields = Readonly<Record<string, string>>;

/**
 * Returns the tool for a call with this number of files, and its options; clients rely on the order of the checks.
 * @throws not_enough_files, too_many_files, plan_limit_files, and the errors of {@link parseFields}
 */
export function admitted(
  called: Tool,
  files: number,
  fields: Fields,
  maxFiles: (tool: Tool) => number = () => Infinity,
) {
  const tool = servingTool(called, fields);
  checkCount(tool, files);
  const max_allowed = maxFiles(tool);
  if (files > max_allowed) throw new Failure('plan_limit_files', { max_allowed });
  return withFields(tool, fields);
}

/** Returns a tool with the options of these fields. @throws the errors of {@link parseFields} */
export function withFields(tool: Tool, fields: Fields): Step {
  const options = parseFields(tool, fields);
  return { tool: toolWith(tool, options), options };
}

/** Checks the number of files. @throws not_enough_files, too_many_files */
export function checkCount(tool: Tool, provided: number): void {
  const { min, max } = tool.files;
  if (provided < min) throw new Failure('not_enough_files', { min, provided });
  if (provided > max) throw new Failure('too_many_files', { max, provided });
}

/** Parses the tool's options from form fields; ignores unknown fields, and treats empty optional fields as absent. */
export function parseFields(tool: Tool, fields: Fields): Record<string, unknown> {
  const shape: Record<string, z.ZodType> = tool.options.shape as never;
  const given = Object.fromEntries(Object.keys(shape).flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
  const parsed = tool.options.safeParse(given);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]);
  const schema = shape[name];
  if (schema === undefined) throw parsed.error;
  throw refusal(schema, name, given[name]);
}

/** Returns a warning for each field that the tool does not have and thus ignores. */
export function ignoredFields(tool: Tool, fields: Fields): string[] {
  const known = Object.keys(tool.options.shape);
  const has = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`;
  return Object.keys(fields)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const meant = closest(name, known) ?? known.find((field) => sharesStem(name, field));
      const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
      return `The field "${name}" was ignored: ${tool.id} does not have it (${has}).${hint}`;
    });
}

/** Returns whether two words begin alike, such as `rotate` and `rotation`. */
const sharesStem = (one: string, other: string): boolean => {
  const stem = one.slice(0, Math.max(4, one.length - 2));
  return one.length >= 4 && other.startsWith(stem);
};

/** Returns the tool that serves a call, mostly the called tool itself. */
export const servingTool = (tool: Tool, fields: Fields): Tool =>
  tool.servedBy !== undefined && fields[tool.servedBy.field] ? tool.servedBy.tool : tool;

/** Returns the tool with the result format that the options request. */
export const toolWith = (tool: Tool, options: Readonly<Record<string, unknown>>): Tool =>
  tool.formatOf === undefined ? tool : { ...tool, produces: { ...tool.produces, format: tool.formatOf(options) } };
