// The call of a tool with the fields that it needs, and files of its first kind.
import { extensionsOf } from '#core/formats.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { optionFields, type OptionField } from '../option-fields.ts';
import { fileInAnswer, type Call } from './call.ts';

/** The sample value of a field. */
const examples: Readonly<Record<string, string>> = { password: 'Blue-Harbour-7', ranges: '3,1', text: 'DRAFT' };
const valueOf = ({ name, values }: OptionField): string => examples[name] ?? values?.[0] ?? '';

/** The types that most people have, of those that a tool accepts. */
const usual: readonly string[] = ['.docx', '.jpg'];

/** Files of the usual type, or the first accepted one, as many as the tool needs. */
export function exampleFiles({ accepts, files: { min } }: Pick<Tool, 'accepts' | 'files'>): string[] {
  const accepted = extensionsOf(accepts);
  const extension = usual.find((one) => accepted.includes(one)) ?? accepted[0] ?? '';
  return Array.from({ length: min }, (_, n) => `report${min > 1 ? `-${n + 1}` : ''}${extension}`);
}

/** Fields without which a call is possible, and hardly makes sense. */
const isShown = (tool: string, field: OptionField): boolean => tool === 'unlock-pdf' && field.name === 'password';

/** The fields that have to be sent, with a value for each. */
export const exampleFields = (tool: Pick<Tool, 'id' | 'options'>): Record<string, string> =>
  Object.fromEntries(
    optionFields(tool)
      .filter((field) => field.required || isShown(tool.id, field))
      .map((field) => [field.name, valueOf(field)]),
  );

/** Answered with the file itself. */
export function callOf(tool: Tool): Call {
  const { suffix, format } = tool.produces;
  const fields = exampleFields(tool);
  return {
    path: `/v1/convert/${tool.id}`,
    headers: fileInAnswer,
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    files: exampleFiles(tool),
    result: `report${suffix}${format.extensions[0]}`,
  };
}
