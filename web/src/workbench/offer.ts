// The tools for the selected files, and the resulting tasks.
import { anyOf, size, typesOf } from '../format.ts';
import type { Tool } from '../api/types.ts';
import type { Limits } from './backend.ts';
import type { BatchState, Chosen, Task } from './batch.ts';
import type { Step, Values } from './steps.ts';
import { needsLanguage, presetOf } from '../parts/document-languages.ts';
import { labelOf } from '../parts/field-label.ts';
import { toolName } from '../parts/tool-name.ts';
import { texts } from '../i18n.ts';

const extensionOf = (name: string): string => /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '';
const takes = (tool: Tool, { name }: Pick<Chosen, 'name'>): boolean => tool.accepted_exts.includes(extensionOf(name));

/** Not a tool of the service: each file by the tool that makes a PDF of its kind. */
export const allToPdf = 'all-to-pdf';

/** The tools that accept all of these files; if none does, those that accept the most. */
function offered(tools: readonly Tool[], files: readonly Chosen[]): Tool[] {
  const taken = tools.map((tool) => files.filter((file) => takes(tool, file)).length);
  const most = Math.max(...taken, files.length === 0 ? 0 : 1);
  return tools.filter((_, n) => taken[n] === most);
}

const toPdf = (tools: readonly Tool[], file: Chosen) =>
  tools.find((tool) => tool.result === '.pdf' && !tool.accepted_exts.includes('.pdf') && takes(tool, file));

/** Whether different kinds of files can become PDFs together; files that no tool accepts are left out anyway. */
function canAllBecomePdf(tools: readonly Tool[], files: readonly Chosen[]): boolean {
  const known = files.filter((file) => tools.some((tool) => takes(tool, file)));
  return (
    known.length > 1 &&
    // A tool that also accepts PDFs finishes them.
    !tools.some((tool) => !tool.accepted_exts.includes('.pdf') && known.every((file) => takes(tool, file))) &&
    known.every((file) => toPdf(tools, file) !== undefined)
  );
}

interface Offer {
  /** Whether each file is offered to become a PDF by a tool of its own. */
  withAll: boolean;
  possible: readonly Tool[];
  /** The selected tool; none is preselected if there are several. */
  tool: Tool | undefined;
}

/** The tools for the selected files; `fixed` is the only tool of a page. */
export function offerFor(
  tools: readonly Tool[],
  { files, toolId }: Pick<BatchState, 'files' | 'toolId'>,
  fixed?: Tool,
): Offer {
  const withAll = fixed === undefined && canAllBecomePdf(tools, files);
  const possible = fixed !== undefined ? [fixed] : withAll ? [] : offered(tools, files);
  const tool = possible.find(({ id }) => id === toolId) ?? (possible.length === 1 ? possible[0] : undefined);
  return { withAll, possible, tool };
}

/** Why a file is left out and not sent; undefined if `tool` accepts it, or any tool if none is selected. */
export function faultOf(
  file: Chosen,
  { tool, tools, limits }: { tool: Tool | undefined; tools: readonly Tool[]; limits: Limits | undefined },
): string | undefined {
  if (file.file.size === 0) return texts.t('workbench.empty');
  if (limits !== undefined && file.file.size > limits.max_bytes)
    return texts.t('workbench.too_large', { size: size(limits.max_bytes) });
  if (tool === undefined ? tools.some((one) => takes(one, file)) : takes(tool, file)) return undefined;
  const others = tools.filter((one) => takes(one, file)).map(({ id, name }) => toolName(id, name));
  if (others.length > 0) return texts.t('workbench.taken_by', { tools: anyOf(others.slice(0, 3)) });
  return texts.t('workbench.unknown', { types: typesOf(tools.flatMap(({ accepted_exts: all }) => all)) });
}

export const isMerging = (tool: Tool): boolean => tool.max_files > 1;

/** Why these files, which the tool accepts, cannot be sent as they are. */
export function problemWith(
  tool: Tool,
  files: readonly Chosen[],
  values: Task['fields'],
  limits: Limits | undefined,
): string | undefined {
  if (limits === undefined) return texts.t('workbench.no_plan');
  const empty = emptyField(tool, values);
  if (empty !== undefined) return texts.t('workbench.fill_in', { field: empty });
  if (files.length === 0) return texts.t('workbench.none_left');
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

/** Without files that are not sent. */
export const asFilled = ({ tool, values }: Step): Step => ({ tool, values: filledFields(tool, values) });

export const groupedToPdf = (tools: readonly Tool[], files: readonly Chosen[]): Group[] =>
  files.flatMap((file) => {
    const tool = toPdf(tools, file);
    return tool === undefined ? [] : [{ tool, files: [file], fields: {}, further: [] }];
  });

/** The fields to send: without empty ones and defaults. */
export const filledFields = (tool: Tool, values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    tool.fields.flatMap((field) => {
      const { name } = field;
      if (field.languages !== null && !needsLanguage(tool, values)) return [];
      const value = values[name] ?? presetOf(field);
      return value === '' || value === field.default ? [] : [[name, value]];
    }),
  );
