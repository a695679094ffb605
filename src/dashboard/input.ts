// Validation of the dashboard's requests.
import type { z } from 'zod';
import { Refusal } from './refusal.ts';

/** @throws invalid_input with the first problem */
export function parseInput<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Refusal('invalid_input', issue?.message ?? 'The request is invalid.', issue?.path.join('.') ?? '');
}
