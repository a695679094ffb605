// The JSON of an error.
import type { Failure } from './failure.ts';

/** The message of the catalogue only, never a cause; with what helps its reader. */
export const errorBody = (failure: Failure, advice = failure.fix): Record<string, unknown> => ({
  error: failure.code,
  message: [failure.message, failure.hint, advice].filter(Boolean).join(' '),
  ...failure.fields,
  ...failure.context,
});

/** For programmers: the advice, and a link to more of it. */
export const errorBodyWithLink = (failure: Failure, publicUrl: string): Record<string, unknown> =>
  errorBody(failure, `${failure.fix} More: ${publicUrl}/docs/errors/${failure.code}`);
