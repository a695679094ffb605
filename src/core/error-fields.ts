// The fields of errors as schemas, to check and to describe them.
import type { z } from 'zod';
import { schemas } from './error-schemas.ts';
import { errors, type ErrorCode } from './errors.ts';

const made = new Map<ErrorCode, z.ZodObject>();

/** Returns the schema of a code's fields. */
export function fieldsOf(code: ErrorCode): z.ZodObject {
  const known = made.get(code);
  if (known !== undefined) return known;
  const fields = errors[code].fields(schemas);
  made.set(code, fields);
  return fields;
}
