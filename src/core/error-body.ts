// The JSON of an error.
import type { Failure } from './failure.ts';

/** Returns the body of an error: the message of the catalogue with advice, never the cause. */
export const errorBody = (failure: Failure, advice = failure.fix): Record<string, unknown> => ({
  error: failure.code,
  message: [failure.message, failure.hint, advice].filter(Boolean).join(' '),
  ...failure.fields,
  ...failure.context,
});

/** Returns the body for programmers, with the advice and a link to more. */
export const errorBodyWithLink = (failure: Failure, publicUrl: string): Record<string, unknown> =>
  errorBody(failure, `${failure.fix} More: ${publicUrl}/docs/errors/${failure.code}`);
