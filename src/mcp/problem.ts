// Errors of calls, in words that a model can act on.
import { errors, type ErrorCode } from '#core/errors.ts';
import { isFailure, type Failure } from '#core/failure.ts';
import { PlatenError } from '#client';
import { retryOf, type Retry } from '#reference/error-facts.ts';

export class Problem extends Error {
  /** Of the catalogue, or one of the assistants' own. */
  readonly code: string;
  readonly remedy: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly again: string;

  constructor(
    code: string,
    message: string,
    {
      remedy = '',
      fields = {},
      again = sentences.never,
    }: { remedy?: string; fields?: Problem['fields']; again?: string } = {},
  ) {
    super(message);
    this.code = code;
    this.remedy = remedy;
    this.fields = fields;
    this.again = again;
  }
}

/** Whether the same call can help, in a sentence. */
const sentences: Record<Retry, string> = {
  never: 'The same call cannot succeed: change it first.',
  after: 'The same call can succeed in a few seconds.',
  later: 'The same call can succeed later.',
  period: 'The same call cannot succeed before the quota is renewed.',
  pending: 'Ask again when the job has ended.',
  offset: 'Send the rest from the offset that the service has.',
  smaller: 'The same call cannot be expected to succeed: send a smaller document.',
};

/** Undefined for an error that no call should cause. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (error instanceof PlatenError) return ofService(error);
  return isFailure(error) ? ofFailure(error) : undefined;
}

function ofService(error: PlatenError): Problem {
  const { code, message, remedy, retryable, retryAfter } = error;
  const known = Object.hasOwn(errors, code) ? sentences[retryOf(code as ErrorCode)] : undefined;
  const again =
    retryAfter === null
      ? (known ?? (retryable ? sentences.later : sentences.never))
      : `The same call can succeed in ${retryAfter} seconds.`;
  const { job_id: _, ...fields } = error.fields;
  return new Problem(code, message, { remedy, fields, again });
}

const ofFailure = (failure: Failure): Problem =>
  new Problem(failure.code, failure.message, {
    remedy: [failure.hint, failure.fix].filter(Boolean).join(' '),
    fields: { ...failure.fields, ...(failure.context.step === undefined ? {} : { step: failure.context.step }) },
    again: sentences[retryOf(failure.code)],
  });

/** As the text of an answer. */
export function textOf({ code, message, remedy, fields, again }: Problem): string {
  const lines = [`${code}: ${message}`];
  // Messages of the service say it already.
  if (remedy !== '' && !message.includes(remedy)) lines.push(`What to do: ${remedy}`);
  if (Object.keys(fields).length > 0) lines.push(`Details: ${JSON.stringify(fields)}`);
  return [...lines, again].join('\n');
}
