// Validates the query and the JSON body of a call.
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { Failure } from '#core/failure.ts';

const maxBodyBytes = 64 * 1024;

/** Validates the input. @throws bad_request with the first invalid field */
export const parseQuery = <Schema extends z.ZodType>(schema: Schema, query: unknown): z.infer<Schema> =>
  parse('invalid_query', schema, query);

/** Validates the input. @throws bad_request with the first invalid field */
export const parseBody = <Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> =>
  parse('invalid_body', schema, body ?? {});

function parse<Schema extends z.ZodType>(
  code: 'invalid_query' | 'invalid_body',
  schema: Schema,
  input: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  throw new Failure('bad_request', { code, field: unknown ?? issue?.path.join('.') ?? '' });
}

/** Lets the routes of this scope accept small JSON bodies. */
export function takeJson(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: maxBodyBytes },
    (_request, text, done) => {
      try {
        done(null, text === '' ? {} : JSON.parse(text as string));
      } catch {
        done(new Failure('bad_request', { code: 'invalid_body', field: '' }));
      }
    },
  );
}
