// The text of an API error in the language of the pages; undefined if only English exists.
import { size } from '../format.ts';
import { texts } from '../i18n.ts';

/** The fields of an error besides its code. */
export type ErrorFields = Readonly<Record<string, unknown>>;

/** The fields whose values have sentences of their own. */
const variants = ['cause', 'code', 'detected_type', 'received', 'status'] as const;

export function errorText(code: string, fields: ErrorFields): string | undefined {
  const values = [
    ...variants.map((name) => fields[name]),
    fields['suspended'] === true ? 'suspended' : undefined,
    typeof fields['file'] === 'string' ? 'named' : undefined,
  ];
  const keys = [...values.filter((value) => typeof value === 'string').map((value) => `${code}_${value}`), code];
  const key = keys.map((name) => `errors.${name}` as const).find((name) => texts.exists(name));
  return key === undefined ? undefined : texts.t(key, shown(fields));
}

const shown = (fields: ErrorFields): Record<string, unknown> => ({
  ...Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  ),
  max_size: typeof fields['max_bytes'] === 'number' ? size(fields['max_bytes']) : '',
});
