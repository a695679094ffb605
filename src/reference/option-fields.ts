// The form fields of a tool, read from the schema of its options.
import { optionsSchema } from '#conversion/options/secrets.ts';
import type { Tool } from '#conversion/tools/tool.ts';

export interface OptionField {
  name: string;
  description: string;
  /** Null for text. */
  values: string[] | null;
  default: string | null;
  required: boolean;
  /** For languages of documents the installed ones: the value is one of them, or several joined by `+`. */
  languages: string[] | null;
  /** A field that the specification of the API does not have: `GET /v1/tools` names it where extensions are on, and forms leave it out. */
  extension: boolean;
}

/** The form fields of a tool, in their order. */
export function optionFields(tool: Pick<Tool, 'options'>): OptionField[] {
  const { properties = {}, required = [] } = optionsSchema(tool);
  return Object.entries(properties).map(([name, field]) => ({
    name,
    description: field.description ?? '',
    values: field.enum ?? null,
    default: field.default ?? null,
    required: required.includes(name),
    languages: field['x-languages'] ?? null,
    extension: field['x-extension'] === true,
  }));
}
