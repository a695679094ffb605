// An error of the catalogue as an exception: the only exception that carries a response for the client.
import { errors, remedyOf, type ErrorCode, type ErrorFields } from '#core/errors.ts';

type FieldsArgument<Code extends ErrorCode> =
  {} extends ErrorFields<Code>
    ? [fields?: ErrorFields<Code>, options?: ErrorOptions]
    : [fields: ErrorFields<Code>, options?: ErrorOptions];

export class Failure<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly fields: Record<string, unknown>;
  /** Fields added by the code that catches it: the account's plan, the job's identifier and state, the pipeline's step, from 0. */
  context: { plan?: string; job_id?: string; status?: 'rejected' | 'failed'; step?: number } = {};

  /** A suggestion, such as a similar tool name. */
  hint: string | undefined;

  /** Whether this is the stored response of an earlier request (Idempotency-Key). */
  replayed = false;

  constructor(code: Code, ...[fields, options]: FieldsArgument<Code>) {
    super(describe(code, fields ?? {}), options);
    this.name = 'Failure';
    this.code = code;
    this.fields = fields ?? {};
  }

  with(context: Failure['context']): this {
    this.context = { ...this.context, ...context };
    return this;
  }

  hinting(hint: string | undefined): this {
    this.hint = hint;
    return this;
  }

  get kind() {
    return errors[this.code].kind;
  }

  get status() {
    return errors[this.code].status;
  }

  /** Advice for people at a page or a command line. */
  get byHand(): string {
    return remedyOf(this.code, this.fields, true);
  }

  get fix(): string {
    return remedyOf(this.code, this.fields);
  }
}

// The fields were type-checked by the constructor against this very code.
const describe = (code: ErrorCode, fields: object) => (errors[code].message as (fields: object) => string)(fields);

export const isFailure = (error: unknown, code?: ErrorCode): error is Failure =>
  error instanceof Failure && (code === undefined || error.code === code);
