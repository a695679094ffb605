// The form of a tool, generated from its options.
import { NativeSelect, PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import type { Tool, ToolField } from '../api/types.ts';
import { texts } from '../i18n.ts';
import { languageChoices, needsLanguage, presetOf } from './document-languages.ts';
import { kindOf, selectsPages } from './field-kinds.ts';
import { describeField, emptyLabel, labelOf, valueLabel } from './field-label.ts';
import { pagesInWords } from './page-words.ts';

export type Values = Readonly<Record<string, string>>;

export default function ToolFields({
  tool,
  without = [],
  values,
  problem,
  onChange,
}: {
  tool: Pick<Tool, 'id' | 'fields'>;
  /** The fields that another part of the page has. */
  without?: readonly string[];
  values: Values;
  /** The server's error about one field. */
  problem: { field: string; message: string } | null;
  onChange: (values: Values) => void;
}) {
  // Those of extensions are filled in by pictures of the pages.
  const fields = tool.fields.filter(
    ({ name, extension }) =>
      !extension && !without.includes(name) && (name !== 'languages' || needsLanguage(tool, values)),
  );
  if (fields.length === 0) return null;
  return (
    <Stack>
      {fields.map((field) => (
        <Field
          key={field.name}
          tool={tool.id}
          field={field}
          value={values[field.name] ?? presetOf(field)}
          error={problem?.field === field.name ? problem.message : undefined}
          onChange={(value) => onChange({ ...values, [field.name]: value })}
        />
      ))}
    </Stack>
  );
}

function Field({
  tool,
  field,
  value,
  error,
  onChange,
}: {
  tool: string;
  field: ToolField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { name, values, languages, required } = field;
  const common = { label: labelOf(tool, name), description: describeField(tool, field), error };
  // A single value is a switch.
  if (values?.length === 1)
    return (
      <Switch
        {...common}
        checked={value !== ''}
        onChange={(event) => onChange(event.currentTarget.checked ? (values[0] ?? '') : '')}
      />
    );
  if (values !== null)
    return (
      <NativeSelect
        {...common}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[
          ...(field.default === null ? [{ value: '', label: emptyLabel(tool, name) }] : []),
          ...values.map((one) => ({ value: one, label: valueLabel(tool, name, one) })),
        ]}
      />
    );
  if (languages !== null)
    return (
      <NativeSelect
        {...common}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={languageChoices(languages)}
      />
    );
  const kind = kindOf(field);
  if (kind !== undefined) {
    const { preset, ...input } = kind;
    return (
      <TextInput
        {...common}
        {...input}
        placeholder={preset ?? texts.t('fields.automatic')}
        value={value === '' && kind.type === 'color' ? preset : value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (selectsPages(field))
    return (
      <TextInput
        {...common}
        description={pagesInWords(value) ?? texts.t(required ? 'fields.words_example' : 'fields.words_all')}
        required={required}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  const Input = name === 'password' ? PasswordInput : TextInput;
  return (
    <Input
      {...common}
      required={required}
      autoComplete={name === 'password' ? 'new-password' : 'off'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(name === 'password'
        ? {
            // Mantine says it of all other inputs.
            'aria-invalid': error !== undefined,
            visibilityToggleButtonProps: { 'aria-label': texts.t('common.show_password') },
          }
        : {})}
    />
  );
}
