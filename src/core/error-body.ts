// The JSON of an error.
import type { Failure } from './failure.ts';

/** Only the message of the catalogue with advice, never a cause. */
export const errorBody = (failure: Failure, advice = failure.fix): Record<string, unknown> => ({
  error: failure.code,
  message: [failure.message, failure.hint, advice].filter(Boolean).join(' '),
  ...failure.fields,
  ...failure.context,
});

/** For programmers: the advice, and a link to more of it. */
export const errorBodyWithLink = (failure: Failure, publicUrl: string): Record<string, unknown> =>
  errorBody(failure, `${failure.fix} More: ${publicUrl}/docs/errors/${failure.code}`);
