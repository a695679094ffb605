// The form fields of the tools, in the language of the pages; untranslated ones in the API's English.
import type { ToolField } from '../api/types.ts';
import { texts } from '../i18n.ts';

/** The text of a field of this tool, or else of fields of this name. */
function told(tool: string, field: string, ending: string): string | undefined {
  const keys = [`${tool}_${field}${ending}`, `${field}${ending}`].map((key) => `fields.${key as 'ranges'}` as const);
  const known = keys.find((key) => texts.exists(key));
  return known === undefined ? undefined : texts.t(known);
}

/** The name of a form field in words. */
export function labelOf(tool: string, name: string): string {
  const words = name.replaceAll('_', ' ');
  return told(tool, name, '') ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Its description. */
export const describeField = (tool: string, { name, description }: Pick<ToolField, 'name' | 'description'>) =>
  told(tool, name, '_text') ?? description;

/** One of its values. */
export const valueLabel = (tool: string, name: string, value: string): string => told(tool, name, `_${value}`) ?? value;

/** The placeholder of a list without a value. */
export const emptyLabel = (tool: string, name: string): string => told(tool, name, '_none') ?? texts.t('fields.choose');
