// The form of a tool, generated from its options.
import { NativeSelect, PasswordInput, Stack, Switch, TextInput } from '@mantine/core';
import type { ToolField } from '../api/types.ts';

export type Values = Readonly<Record<string, string>>;

const label = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export function ToolFields({
  fields,
  values,
  problem,
  onChange,
}: {
  fields: readonly ToolField[];
  values: Values;
  /** The server's error about one field. */
  problem: { field: string; message: string } | null;
  onChange: (values: Values) => void;
}) {
  if (fields.length === 0) return null;
  return (
    <Stack>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? field.default ?? ''}
          error={problem?.field === field.name ? problem.message : undefined}
          onChange={(value) => onChange({ ...values, [field.name]: value })}
        />
      ))}
    </Stack>
  );
}

function Field({
  field,
  value,
  error,
  onChange,
}: {
  field: ToolField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { name, description, values, required } = field;
  const common = { label: label(name), description, error };
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
        data={[...(field.default === null ? [{ value: '', label: 'Choose' }] : []), ...values]}
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
      {...(name === 'password' ? { visibilityToggleButtonProps: { 'aria-label': 'Show the password' } } : {})}
    />
  );
}
