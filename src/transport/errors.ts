// The single place where an error becomes a response.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorBody } from '#core/error-body.ts';
import type { ErrorCode } from '#core/errors.ts';
import { Failure, isFailure } from '#core/failure.ts';
import type { Log } from '#core/log.ts';
import { isClientDisconnect } from '#service/jobs/accept.ts';
import { storageProblem, unstorable } from '#service/storage.ts';
import { noteForLog } from './request-log.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether URLs of this scope are not opened in a browser. */
    isForPrograms?: boolean;
    /** Returns the URL of the page about an error, for programmers who call the API. */
    errorPage?: (code: ErrorCode) => string;
    /** Sends the page for an unknown URL. */
    notFoundPage?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  }
}

export const malformedRequest = () => new Failure('bad_request', { code: 'malformed_request' });

export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  noteForLog(reply.request, { code: failure.code });
  const { server, request } = reply;
  const mayHavePage = server.isForPrograms !== true && ['GET', 'HEAD'].includes(request.method);
  if (failure.code === 'not_found' && server.notFoundPage !== undefined && mayHavePage) {
    if (asksForPage(request)) return server.notFoundPage(request, reply);
    void reply.header('Vary', 'Accept');
  }
  const retryAfter = failure.fields['retry_after'];
  if (typeof retryAfter === 'number') void reply.header('Retry-After', String(retryAfter));
  if (failure.replayed) void reply.header('Idempotency-Replayed', 'true');
  if (failure.status === 401) void reply.header('WWW-Authenticate', 'Bearer');
  if (failure.code === 'method_not_allowed')
    void reply.header('Allow', (failure.fields['allowed'] as string[]).join(', '));
  return reply.code(failure.status).send(errorBody(failure, adviceFor(failure, reply)));
}

const asksForPage = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '').includes('text/html');

/** Returns the advice: programs get a link to more, people get advice for the page that they see. */
function adviceFor(failure: Failure, { server }: FastifyReply): string {
  const page = server.errorPage?.(failure.code);
  return page === undefined ? failure.byHand : `${failure.fix} More: ${page}`;
}

/** Turns a storage error into `server_busy`, and logs it for the operator. */
export function orBusy(error: unknown, log: Pick<Log, 'error'>): unknown {
  if (isFailure(error) && error.kind !== 'failed') return error;
  const problem = storageProblem(error);
  if (problem === undefined) return error;
  log.error({ err: error }, problem);
  return unstorable(error);
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
