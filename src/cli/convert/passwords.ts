// The options for a tool's fields; passwords also come from a file, the environment or the terminal, so that no list of processes shows them.
import { Option } from 'commander';
import type { OptionField } from '#reference/option-fields.ts';
import { askSecret, canAsk, secretIn } from '../secrets.ts';

const isPassword = ({ name }: Pick<OptionField, 'name'>): boolean => /^(?:.*\.)?password$/.test(name);
const fileOption = (name: string): Option =>
  new Option(`--${name}-file <path>`, 'file with the password in its first line').conflicts(
    new Option(`--${name}`).attributeName(),
  );

export function optionsOf(field: OptionField): Option[] {
  const { name, description, values } = field;
  if (isPassword(field))
    return [
      new Option(`--${name} [value]`, `${description} Without a value, you are prompted for it.`),
      fileOption(name),
    ];
  return [new Option(`--${name} <value>`, values === null ? description : `${description} (${values.join(', ')})`)];
}

interface Given {
  /** The values in the call, by field name. */
  sent: Readonly<Record<string, string>>;
  /** The options that commander has parsed: an option without a value is `true`. */
  options: Readonly<Record<string, unknown>>;
  /** The password from the environment. */
  fallback: string | undefined;
}

/** The values, with passwords from files and the environment. @throws UsageError */
export async function withPasswords(
  fields: readonly OptionField[],
  { sent, options, fallback }: Given,
): Promise<Record<string, string>> {
  const given: Record<string, string> = { ...sent };
  for (const { name, required } of fields.filter(isPassword)) {
    if (given[name] !== undefined) continue;
    const file = options[fileOption(name).attributeName()];
    const isAsked = options[new Option(`--${name}`).attributeName()] === true;
    if (typeof file === 'string') given[name] = await secretIn(file);
    else if (isAsked) given[name] = await askSecret(name, { isNew: required });
    else if (fallback !== undefined && name === 'password') given[name] = fallback;
    else if (required && name === 'password' && canAsk()) given[name] = await askSecret(name, { isNew: true });
  }
  return given;
}
