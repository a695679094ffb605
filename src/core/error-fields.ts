// The fields of errors as schemas, to check and to describe them.
import { z } from 'zod';
import { errors, type ErrorCode } from './errors.ts';

const count = z.int().min(0);

const schemas = {
  z,
  count,
  field: z.string().describe('Name of the form field.'),
  file: z.string().describe('Name of the file, as the client sent it.'),
  upgrade: z.strictObject({
    plan: z.string(),
    price_eur_month: count.describe('Monthly price in EUR, excluding tax.'),
    quota: count,
    url: z.string(),
    max_bytes: count,
  }),
};

/** Building blocks for the fields of the catalogue. */
export type Schemas = typeof schemas;

export type Upgrade = z.infer<Schemas['upgrade']>;

const made = new Map<ErrorCode, z.ZodObject>();

/** The schema of a code's fields. */
export function fieldsOf(code: ErrorCode): z.ZodObject {
  const known = made.get(code);
  if (known !== undefined) return known;
  const fields = errors[code].fields(schemas);
  made.set(code, fields);
  return fields;
}
