// The kinds of form field that tools have. Each knows what is said when its value is refused.
import { z } from 'zod';
import { Failure } from '#core/failure.ts';

interface Refusal {
  refuse: (field: string, value: string) => Failure;
  example?: string;
}

const refusals = z.registry<Refusal>();

/** One of a few words; anything else is refused with `code` and the allowed words. */
export function choice<const Values extends readonly [string, ...string[]]>(
  values: Values,
  code: 'invalid_rotation' | 'invalid_quality' | 'invalid_format',
  description: string,
) {
  const schema = z.enum(values).describe(description);
  return schema.register(refusals, { refuse: (field) => new Failure(code, { field, allowed: [...values] }) });
}

/** What to answer for a field that the schema has refused. */
export function refusal(schema: z.ZodType, field: string, value: string | undefined): Failure {
  const known = refusalOf(schema);
  if (value !== undefined && known !== undefined) return known.refuse(field, value);
  return new Failure('field_required', { field, ...(known?.example === undefined ? {} : { example: known.example }) });
}

/** Optional and default wrappers carry the rule of what they wrap. */
function refusalOf(schema: z.ZodType): Refusal | undefined {
  const own = refusals.get(schema);
  if (own !== undefined) return own;
  const inner: unknown = 'unwrap' in schema && typeof schema.unwrap === 'function' ? schema.unwrap() : undefined;
  return inner instanceof z.ZodType ? refusalOf(inner) : undefined;
}
