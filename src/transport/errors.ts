// The one place where a failure becomes an answer.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';
import type { Log } from '#core/log.ts';
import { isClientGone } from '#service/jobs/convert.ts';

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

export function errorHandler(log: Log) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (isClientGone(error)) return reply.hijack();
    if (error instanceof Failure) return sendFailure(reply, error);
    // Fastify's own refusals: a header or an address that cannot be read.
    const { statusCode } = error as FastifyError;
    if (statusCode !== undefined && statusCode < 500) return sendFailure(reply, malformedRequest());
    log.error({ err: error, request_id: request.id }, 'a request broke down');
    return sendFailure(reply, new Failure('internal_error'));
  };
}
