// Which tools can do something with the chosen files, and what becomes of them.
import { typesOf } from '../format.ts';
import type { Tool } from '../api/types.ts';
import type { Limits } from './backend.ts';
import type { Chosen, Task } from './batch.ts';
import type { Step, Values } from './steps.ts';
import { labelOf } from '../parts/field-label.ts';
import { toolName } from '../parts/tool-name.ts';
import { texts } from '../i18n.ts';

const extensionOf = (name: string): string => /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '';
const takes = (tool: Tool, { name }: Chosen) => tool.accepted_exts.includes(extensionOf(name));

/** Not a tool of the service: each file by the tool that makes a PDF of its kind. */
export const allToPdf = 'all-to-pdf';

export const offered = (tools: readonly Tool[], files: readonly Chosen[]): Tool[] =>
  tools.filter((tool) => files.every((file) => takes(tool, file)));

const toPdf = (tools: readonly Tool[], file: Chosen) =>
  tools.find((tool) => tool.result === '.pdf' && !tool.accepted_exts.includes('.pdf') && takes(tool, file));

/** Whether different kinds of files can become PDFs together. */
export const canAllBecomePdf = (tools: readonly Tool[], files: readonly Chosen[]): boolean =>
  files.length > 1 && offered(tools, files).length === 0 && files.every((file) => toPdf(tools, file) !== undefined);

/** Why none can; undefined while one can. */
export function nothingOffered(tools: readonly Tool[], files: readonly Chosen[]): string | undefined {
  if (offered(tools, files).length > 0 || canAllBecomePdf(tools, files)) return undefined;
  const unknown = files.find((file) => !tools.some((tool) => takes(tool, file)));
  if (unknown === undefined) return texts.t('workbench.not_together');
  return texts.t('workbench.unknown', {
    name: unknown.name,
    types: typesOf(tools.flatMap(({ accepted_exts: all }) => all)),
  });
}

export const isMerging = (tool: Tool): boolean => tool.max_files > 1;

/** Why the files cannot be sent to a tool as they are. */
export function problemWith(
  tool: Tool,
  files: readonly Chosen[],
  values: Task['fields'],
  limits: Limits | undefined,
): string | undefined {
  if (limits === undefined) return texts.t('workbench.no_plan');
  const empty = emptyField(tool, values);
  if (empty !== undefined) return texts.t('workbench.fill_in', { field: empty });
  const other = files.find((file) => !takes(tool, file));
  if (other !== undefined)
    return texts.t('workbench.not_this_tool', { name: other.name, tool: toolName(tool.id, tool.name) });
  if (!isMerging(tool)) return undefined;
  if (files.length < tool.min_files) return texts.t('workbench.needs_more', { count: tool.min_files - files.length });
  const max = Math.min(tool.max_files, limits.max_merge_files);
  return files.length > max ? texts.t('workbench.too_many', { count: max }) : undefined;
}

/** Why they cannot be sent to the steps after it. */
export function problemAfter(further: readonly Step[]): string | undefined {
  for (const [n, { tool, values }] of further.entries()) {
    const field = emptyField(tool, values);
    if (field !== undefined) return texts.t('workbench.fill_in_step', { field, step: n + 2 });
  }
  return undefined;
}

/** The name of a required field that has no value. */
function emptyField(tool: Tool, values: Values): string | undefined {
  const empty = tool.fields.find(({ name, required, default: preset }) => required && !(values[name] ?? preset));
  return empty === undefined ? undefined : labelOf(tool.id, empty.name);
}

type Group = Pick<Task, 'tool' | 'files' | 'fields' | 'further'>;

/** One task for all files where the first tool merges them, otherwise one for each file. */
export function grouped(files: readonly Chosen[], { tool, values }: Step, further: readonly Step[]): Group[] {
  const filled = { tool, fields: filledFields(tool, values), further: further.map(asFilled) };
  return isMerging(tool) ? [{ ...filled, files }] : files.map((file) => ({ ...filled, files: [file] }));
}

/** Without what is not sent. */
export const asFilled = ({ tool, values }: Step): Step => ({ tool, values: filledFields(tool, values) });

export const groupedToPdf = (tools: readonly Tool[], files: readonly Chosen[]): Group[] =>
  files.flatMap((file) => {
    const tool = toPdf(tools, file);
    return tool === undefined ? [] : [{ tool, files: [file], fields: {}, further: [] }];
  });

/** The fields to send: those that are neither empty nor at their default. */
export const filledFields = (tool: Tool, values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    tool.fields.flatMap(({ name, default: defaultValue }) => {
      const value = values[name] ?? '';
      return value === '' || value === defaultValue ? [] : [[name, value]];
    }),
  );
