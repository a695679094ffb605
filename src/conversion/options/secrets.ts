// Secret form fields, which are marked in a tool's schema. The mark causes them to be sealed in orders, omitted from logs and traces,
// and described as passwords in the API reference.
import { z } from 'zod';

interface WithOptions {
  id: string;
  options: z.ZodObject;
}

/** The mark for `.meta()` of a field's schema, in JSON Schema keywords. */
export const secret = { writeOnly: true, format: 'password' } as const;

/** Returns the JSON schema of a tool's options. */
export const optionsSchema = ({ options }: Pick<WithOptions, 'options'>) =>
  z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, OptionSchema>;
    required?: string[];
  };

export interface OptionSchema {
  description?: string;
  enum?: string[];
  default?: string;
  writeOnly?: boolean;
  'x-extension'?: true;
  /** The languages of documents that are installed. */
  'x-languages'?: string[];
}

const namesOf = (tool: WithOptions, isSecret: boolean): string[] =>
  Object.entries(optionsSchema(tool).properties ?? {}).flatMap(([name, { writeOnly = false }]) =>
    writeOnly === isSecret ? [name] : [],
  );

/** Returns the fields that may be stored in plain text, by tool; no fields for unknown tools, such as a pipeline. */
export function openFieldsOf(tools: readonly WithOptions[]): (tool: string) => ReadonlySet<string> {
  const open = new Map(tools.map((tool) => [tool.id, new Set(namesOf(tool, false))]));
  return (tool) => open.get(tool) ?? new Set();
}

/** Returns the names of all secret fields, and of fields that contain the fields of several tools. */
export const secretNames = (tools: readonly WithOptions[]): string[] => [
  ...new Set(['steps', ...tools.flatMap((tool) => namesOf(tool, true))]),
];
