// The one place where an error becomes a response.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Failure, isFailure } from '#core/failure.ts';
import type { Log } from '#core/log.ts';
import { isClientDisconnect } from '#service/jobs/accept.ts';
import { storageProblem } from '#service/storage.ts';
import { noteForLog } from './request-log.ts';

/** The JSON of an error: the message of the catalogue only, never a cause. */
export const errorBody = (failure: Failure): Record<string, unknown> => ({
  error: failure.code,
  message: `${failure.message} ${failure.fix}`,
  ...failure.fields,
  ...failure.context,
});

export const malformedRequest = () => new Failure('bad_request', { code: 'malformed_request' });

export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  noteForLog(reply.request, { code: failure.code });
  const retryAfter = failure.fields['retry_after'];
  if (typeof retryAfter === 'number') void reply.header('Retry-After', String(retryAfter));
  if (failure.replayed) void reply.header('Idempotency-Replayed', 'true');
  if (failure.status === 401) void reply.header('WWW-Authenticate', 'Bearer');
  if (failure.code === 'method_not_allowed')
    void reply.header('Allow', (failure.fields['allowed'] as string[]).join(', '));
  return reply.code(failure.status).send(errorBody(failure));
}

const storageRetrySeconds = 30;

/** Turns an error that means that nothing can be stored into `server_busy`, and logs it for the operator. */
export function orBusy(error: unknown, log: Pick<Log, 'error'>): unknown {
  if (isFailure(error) && error.kind !== 'failed') return error;
  const problem = storageProblem(error);
  if (problem === undefined) return error;
  log.error({ err: error }, problem);
  return new Failure('server_busy', { retry_after: storageRetrySeconds }, { cause: error });
}

export function errorHandler(log: Log) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (isClientDisconnect(thrown)) return reply.hijack();
    const error = orBusy(thrown, request.log);
    if (error instanceof Failure) return sendFailure(reply, error);
    // Errors of fastify itself: a malformed header or URL.
    const { statusCode } = error as FastifyError;
    if (statusCode !== undefined && statusCode < 500) return sendFailure(reply, malformedRequest());
    log.error({ err: error, request_id: request.id }, 'a request failed');
    return sendFailure(reply, new Failure('internal_error'));
  };
}
