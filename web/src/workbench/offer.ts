// The tools for the selected files, and the resulting tasks.
import { allOf, anyOf, size } from '../format.ts';
import type { Tool } from '../api/types.ts';
import type { Limits } from './backend.ts';
import type { BatchState, Chosen, Task } from './batch.ts';
import type { Step, Values } from './steps.ts';
import { needsLanguage, presetOf } from '../parts/document-languages.ts';
import { labelOf } from '../parts/field-label.ts';
import type { Choice } from '../parts/tool-choice.tsx';
import { toolName, toolSays } from '../parts/tool-name.ts';
import { texts } from '../i18n.ts';

const extensionOf = (name: string): string => /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '';
const isAmong = (extensions: readonly string[], { name }: Pick<Chosen, 'name'>): boolean =>
  extensions.includes(extensionOf(name));
/** Whether a tool accepts a file of this name. */
export const isTakenBy = (tool: Tool, file: Pick<Chosen, 'name'>): boolean => isAmong(tool.accepted_exts, file);

/** Not a tool of the service: each file by a tool of its own. */
export const eachAlone = 'each-alone';

/** The tools that accept all of these files; if none does, those that accept the most. */
function offered(tools: readonly Tool[], files: readonly Chosen[]): Tool[] {
  const taken = tools.map((tool) => files.filter((file) => isTakenBy(tool, file)).length);
  const most = Math.max(...taken, files.length === 0 ? 0 : 1);
  return tools.filter((_, n) => taken[n] === most);
}

/** The tools that accept some of these files, those that accept the most first. */
function offeredForSome(tools: readonly Tool[], files: readonly Chosen[]): Tool[] {
  const taken = (tool: Tool) => files.filter((file) => isTakenBy(tool, file)).length;
  return tools.filter((tool) => taken(tool) > 0).toSorted((one, other) => taken(other) - taken(one));
}

/** Whether a tool has a field without which it does nothing. */
export const hasToBeFilledIn = (tool: Tool): boolean => emptyField(tool, {}) !== undefined;

/** The tools that convert a file alone, without anything to fill in. */
export const toolsAlone = (tools: readonly Tool[], file: Chosen): Tool[] =>
  tools.filter((tool) => isTakenBy(tool, file) && tool.min_files <= 1 && !hasToBeFilledIn(tool));

/** What becomes of a file if nothing else is chosen: a PDF; of a PDF, a Word document. */
function usualTool(tools: readonly Tool[], file: Chosen): Tool | undefined {
  const possible = toolsAlone(tools, file);
  const toPdf = possible.find((tool) => tool.result === '.pdf' && !tool.accepted_exts.includes('.pdf'));
  return toPdf ?? possible.find(({ id }) => id === 'pdf-to-word') ?? possible[0];
}

/** The tool for a file among files of several kinds; undefined if it is to be left out. */
export const toolAlone = (tools: readonly Tool[], file: Chosen): Tool | undefined =>
  file.toolId === undefined ? usualTool(tools, file) : toolsAlone(tools, file).find(({ id }) => id === file.toolId);

interface Offer {
  /** Whether the files are of several kinds: each is offered to be converted by a tool of its own. */
  isMixed: boolean;
  possible: readonly Tool[];
  /** The selected tool; none is preselected if there are several. */
  tool: Tool | undefined;
}

/** The tools for the selected files; `fixed` is the only tool of a page. */
export function offerFor(
  tools: readonly Tool[],
  { files, toolId, isChosen }: Pick<BatchState, 'files' | 'toolId' | 'isChosen'>,
  fixed?: Tool,
): Offer {
  const usual = new Set(files.flatMap((file) => usualTool(tools, file)?.id ?? []));
  const isMixed = fixed === undefined && usual.size > 1;
  const possible = fixed !== undefined ? [fixed] : isMixed ? offeredForSome(tools, files) : offered(tools, files);
  const chosen = isMixed && !isChosen ? undefined : possible.find(({ id }) => id === toolId);
  const tool = chosen ?? (!isMixed && possible.length === 1 ? possible[0] : undefined);
  return { isMixed, possible, tool };
}

/** A tool as these files are offered it: "Word to PDF" for Word documents, "Office to PDF" for documents of several kinds. */
export function titleFor(tool: Tool, files: readonly Pick<Chosen, 'name'>[]): Omit<Choice, 'id'> {
  const page = tool.pages.find(({ accepted_exts: about }) => files.every((file) => isAmong(about, file)));
  return page === undefined
    ? { name: toolName(tool.id, tool.name), summary: toolSays(tool.id, tool.summary), icon: tool.icon }
    : { name: toolName(page.address, page.name), summary: toolSays(page.address, page.says), icon: page.icon };
}

/** The tools to choose from; among files of several kinds each says which ones it accepts. */
export function choicesFor(tools: readonly Tool[], { isMixed, possible }: Offer, files: readonly Chosen[]): Choice[] {
  const choices = possible.map((tool): Choice => {
    const accepted = files.filter((file) => isTakenBy(tool, file));
    const { name, summary, icon } = titleFor(tool, accepted);
    return { id: tool.id, name, icon, summary: isMixed ? forFiles(accepted, files) : summary };
  });
  if (!isMixed) return choices;
  const becomePdf = files.every((file) => (toolAlone(tools, file)?.result ?? '.pdf') === '.pdf');
  return [
    {
      id: eachAlone,
      name: texts.t(becomePdf ? 'workbench.all_to_pdf' : 'workbench.each_alone'),
      icon: 'office',
      summary: texts.t('workbench.each_alone_hint'),
    },
    ...choices,
  ];
}

const mostNamed = 2;

const forFiles = (accepted: readonly Chosen[], files: readonly Chosen[]): string =>
  accepted.length > mostNamed
    ? texts.t('workbench.for_some', { count: accepted.length, all: files.length })
    : texts.t('workbench.for_files', { names: allOf(accepted.map(({ name }) => name)) });

/** Whether no tool accepts files of this type. */
export const isUnsupported = (tools: readonly Tool[], file: Pick<Chosen, 'name'>): boolean =>
  !tools.some((tool) => isTakenBy(tool, file));

/** Why a file is left out and not sent; undefined if `tool` accepts it, or any tool if none is selected. */
export function faultOf(
  file: Chosen,
  { tool, tools, limits }: { tool: Tool | undefined; tools: readonly Tool[]; limits: Limits | undefined },
): string | undefined {
  if (isUnsupported(tools, file)) return texts.t('workbench.unsupported');
  if (file.file.size === 0) return texts.t('workbench.empty');
  if (limits !== undefined && file.file.size > limits.max_bytes)
    return texts.t('workbench.too_large', { size: size(limits.max_bytes) });
  if (tool === undefined || isTakenBy(tool, file)) return undefined;
  const others = tools.filter((one) => isTakenBy(one, file)).map((one) => titleFor(one, [file]).name);
  return texts.t('workbench.taken_by', { tools: anyOf(others.slice(0, 3)) });
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

/** A task for each file, by its own tool. */
export const groupedAlone = (tools: readonly Tool[], files: readonly Chosen[]): Group[] =>
  files.flatMap((file) => {
    const tool = toolAlone(tools, file);
    return tool === undefined ? [] : [{ tool, files: [file], fields: filledFields(tool, {}), further: [] }];
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
