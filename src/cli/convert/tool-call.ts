// The word after `convert`: a tool, or several in a row (office-to-pdf+compress-pdf).
import { parseFields, servingTool } from '#conversion/admit.ts';
import { tools } from '#conversion/tools/index.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { optionFields, type OptionField } from '#reference/option-fields.ts';
import { readSteps } from '#service/jobs/pipelines.ts';
import { UsageError } from '../command.ts';
import type { Fields } from './converter.ts';

export interface ToolCall {
  /** The word. */
  id: string;
  summary: string;
  options: readonly OptionField[];
  /** `among`: the tools as this installation has them; `given`: values by the names of options. @throws UsageError, or a Failure of the catalogue for wrong ones */
  read(among: readonly Tool[], given: Fields): Conversion;
}

interface Conversion {
  called: Tool;
  /** The identifier in the API; null for several tools in a row. */
  tool: string | null;
  fields: Fields;
}

/** A call of one tool; its options are also those of the tool that serves some of its calls. */
export const callOf = (tool: Tool): ToolCall => ({
  id: tool.id,
  summary: tool.summary,
  options: byName([tool.servedBy?.tool, tool].flatMap((one) => (one === undefined ? [] : optionFields(one)))),
  read(among, given) {
    const called = named(among, tool.id);
    parseFields(servingTool(called, given), given);
    return { called, tool: tool.id, fields: given };
  },
});

/** Finds the call of several tools among the words. */
export function chainIn(words: readonly string[]): ToolCall | undefined {
  const isTool = (id: string) => tools.some((tool) => tool.id === id);
  const id = words.find((word) => word.includes('+') && isTool(word.split('+')[0] ?? ''));
  return id === undefined ? undefined : chainOf(id);
}

function chainOf(id: string): ToolCall {
  const ids = id.split('+');
  const steps = tools.filter((tool) => ids.includes(tool.id));
  const own = (tool: Tool) => optionFields(tool).map((field) => ({ ...field, name: `${tool.id}.${field.name}` }));
  return {
    id,
    summary: `${ids.join(', then ')}.`,
    options: byName([...steps.flatMap(optionFields), ...steps.flatMap(own)]),
    read(among, given) {
      const text = JSON.stringify(ids.map((tool) => ({ tool, ...fieldsOf(named(among, tool), given) })));
      return { called: readSteps(among, text), tool: null, fields: { steps: text } };
    },
  };
}

/** Returns the values of a step: those with its name, or else those for every step. */
function fieldsOf(tool: Tool, given: Fields): Fields {
  const values = Object.keys(tool.options.shape).map(
    (name) => [name, given[`${tool.id}.${name}`] ?? given[name]] as const,
  );
  return Object.fromEntries(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function named(among: readonly Tool[], id: string): Tool {
  const tool = among.find((one) => one.id === id);
  if (tool === undefined) throw new UsageError(`there is no tool "${id}"`);
  return tool;
}

const byName = (fields: readonly OptionField[]): OptionField[] => [
  ...new Map(fields.map((field) => [field.name, field])).values(),
];
