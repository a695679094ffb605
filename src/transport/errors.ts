// The one place where a failure becomes an answer.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, isFailure } from '#core/failure.ts';
import type { Log } from '#core/log.ts';
import { isClientGone } from '#service/jobs/accept.ts';
import { storageTrouble } from '#service/storage.ts';

/** The JSON of a failure. Breakdowns show their catalogue sentence only, never a cause. */
export const errorBody = (failure: Failure): Record<string, unknown> => ({
  error: failure.code,
  message: `${failure.message} ${failure.fix}`,
  ...failure.fields,
  ...failure.context,
});

export const malformedRequest = () => new Failure('bad_request', { code: 'malformed_request' });

export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const retryAfter = failure.fields['retry_after'];
  if (typeof retryAfter === 'number') void reply.header('Retry-After', String(retryAfter));
  if (failure.replayed) void reply.header('Idempotency-Replayed', 'true');
  if (failure.status === 401) void reply.header('WWW-Authenticate', 'Bearer');
  if (failure.code === 'method_not_allowed')
    void reply.header('Allow', (failure.fields['allowed'] as string[]).join(', '));
  return reply.code(failure.status).send(errorBody(failure));
}

const storageRetrySeconds = 30;

/** What breaks down because nothing can be stored is told to the operator as that, and to the client as "later". */
export function orBusy(error: unknown, log: Pick<Log, 'error'>): unknown {
  if (isFailure(error) && error.kind !== 'breakdown') return error;
  const trouble = storageTrouble(error);
  if (trouble === undefined) return error;
  log.error({ err: error }, trouble);
  return new Failure('server_busy', { retry_after: storageRetrySeconds }, { cause: error });
}

export function errorHandler(log: Log) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (isClientGone(thrown)) return reply.hijack();
    const error = orBusy(thrown, request.log);
    if (error instanceof Failure) return sendFailure(reply, error);
    // Fastify's own refusals: a header or an address that cannot be read.
    const { statusCode } = error as FastifyError;
    if (statusCode !== undefined && statusCode < 500) return sendFailure(reply, malformedRequest());
    log.error({ err: error, request_id: request.id }, 'a request broke down');
    return sendFailure(reply, new Failure('internal_error'));
  };
}
