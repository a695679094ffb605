// The routes of a node without the API: probes and metrics.
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify';
import type { Config } from '#config';
import { Failure } from '#core/failure.ts';
import type { Admission } from '#service/roles.ts';
import { limitBodyTime } from '#transport/body-time.ts';
import { errorHandler, sendFailure } from '#transport/errors.ts';
import { boundConnections } from './connections.ts';
import { refuse } from './refuse.ts';
import { operationRoutes, type Watched } from './routes/operations.ts';

export function createProbes(service: Watched & Pick<Admission, 'limits'> & { config: Config }) {
  let closing = false;
  const logger: FastifyBaseLogger = service.log;
  const http = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    clientErrorHandler: (_error, socket) => refuse(socket),
  });
  limitBodyTime(http.server, service.limits.bodyMs, refuse);
  boundConnections(http.server, service.config, { answerMs: service.limits.answerMs, log: service.log });
  http.setErrorHandler(errorHandler(service.log));
  operationRoutes(http, service, () => closing);
  http.setNotFoundHandler((_request, reply) => sendFailure(reply, new Failure('not_found')));
  /** Reports the node as not ready from now on. */
  const refuseNewWork = () => void (closing = true);
  return { http, refuseNewWork };
}
