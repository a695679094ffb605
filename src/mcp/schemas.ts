// Tools of Platen as tools of assistants: their fields are a JSON schema, generated from the code.
import type { Tool as Listed } from '@modelcontextprotocol/sdk/types.js';
import { extensionsOf, type Format } from '#core/formats.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { optionFields, type OptionField } from '#reference/option-fields.ts';
import { wordsIn } from '#reference/words.ts';
import type { Place } from './place.ts';

const words = wordsIn('en');
export const stepsTool = 'convert_in_steps';
export const maxSteps = 8;

/** The fields of a tool, and of the one that serves some of its calls. */
export function fieldsOf(tool: Tool): OptionField[] {
  const further = tool.servedBy === undefined ? [] : optionFields(tool.servedBy.tool);
  const all = [...further.map((field) => ({ ...field, required: false })), ...optionFields(tool)];
  return [...new Map(all.map((field) => [field.name, field])).values()];
}

/** Conversions change nothing: every result is new. */
const annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const;

export function listedTool(tool: Tool, place: Pick<Place, 'file' | 'output'>): Listed {
  const title = words.toolName(tool);
  const fields = fieldsOf(tool);
  const { file, isSeveral } = fileArgument(tool, place);
  const required = [isSeveral ? 'files' : 'file', ...fields.filter((field) => field.required).map(({ name }) => name)];
  return {
    name: tool.id,
    title,
    description: `${tool.summary} Input: ${takes(tool)}. Output: ${gives(tool.produces.format)}.`,
    inputSchema: {
      type: 'object',
      properties: {
        ...file,
        ...Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
        ...output(place),
      },
      required,
      additionalProperties: false,
    },
    outputSchema,
    annotations: { title, ...annotations },
  };
}

function fileArgument({ files }: Tool, { file }: Pick<Place, 'file'>) {
  if (files.max === 1) return { file: { file }, isSeveral: false };
  const list = {
    type: 'array',
    items: file,
    minItems: files.min,
    maxItems: files.max,
    description: 'The files, in order.',
  };
  return { file: { files: list }, isSeveral: true };
}

const output = ({ output: schema }: Pick<Place, 'output'>) => (schema === undefined ? {} : { output: schema });

const fieldSchema = ({ description, values, default: preset }: OptionField): object => ({
  type: 'string',
  description,
  ...(values === null ? {} : { enum: values }),
  ...(preset === null ? {} : { default: preset }),
});

const takes = ({ accepts, files }: Tool): string =>
  `${files.max === 1 ? 'one of' : `${files.min} to ${files.max} of`} ${extensionsOf(accepts).join(' ')}`;

const gives = ({ extensions }: Format): string => extensions[0] ?? '';

/** Several tools in one call: intermediate results are neither sent nor kept. */
export function listedSteps(tools: readonly Tool[], place: Pick<Place, 'file' | 'output'>): Listed {
  const title = 'Convert in steps';
  const files = {
    type: 'array',
    items: place.file,
    minItems: 1,
    maxItems: 20,
    description: 'The files of the first step.',
  };
  const steps = {
    type: 'array',
    minItems: 1,
    maxItems: maxSteps,
    description: 'The tools, the first one first. Each step has the name of its tool, and the fields of that tool.',
    items: {
      type: 'object',
      properties: { tool: { type: 'string', enum: tools.map(({ id }) => id) } },
      required: ['tool'],
      additionalProperties: { type: 'string' },
    },
  };
  return {
    name: stepsTool,
    title,
    description:
      'Run several tools one after the other: each works on the result of the one before, and only the last result is kept. Each step counts as a conversion.',
    inputSchema: {
      type: 'object',
      properties: { files, steps, ...output(place) },
      required: ['files', 'steps'],
      additionalProperties: false,
    },
    outputSchema,
    annotations: { title, ...annotations },
  };
}

/** Of every conversion. */
const outputSchema: NonNullable<Listed['outputSchema']> = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'The file name of the result.' },
    mime_type: { type: 'string' },
    size_bytes: { type: 'integer' },
    warnings: {
      type: 'array',
      items: { type: 'string' },
      description: 'Sentences about differences between the source and the result.',
    },
    uri: { type: 'string', description: 'The resource with the result.' },
    path: { type: 'string', description: 'The file with the result.' },
    pages: { type: 'integer' },
    job_id: { type: 'string' },
    download_url: { type: 'string', description: 'Where the result can be fetched with the API key, for an hour.' },
  },
  required: ['name', 'mime_type', 'size_bytes', 'warnings', 'uri'],
};
