// A span for every call to the API and the dashboard's API, which continues the client's trace.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noTraces, type OpenSpan, type Traces } from '#service/traces/traces.ts';
import { fieldsForLog } from './request-log.ts';

const tracedRoute = /^\/(v1|dashboard\/api)\//;

/** Adds the tracing hooks; has to precede all other hooks, which then run within the span. */
export function traceRequests(http: FastifyInstance, traces: Traces): void {
  if (traces === noTraces) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();

  http.addHook('onRequest', (request, _reply, done) => {
    const { url: route = '' } = request.routeOptions;
    if (!tracedRoute.test(route)) return done();
    const { traceparent } = request.headers;
    const span = traces.begin(`${request.method} ${route}`, {
      kind: 'server',
      traceparent: Array.isArray(traceparent) ? undefined : traceparent,
      attributes: { 'http.request.method': request.method, 'http.route': route, 'platen.request_id': request.id },
    });
    spans.set(request, span);
    span.run(done);
  });

  http.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (span === undefined) return done();
    const { tool, code } = fieldsForLog(request);
    const status = reply.statusCode;
    const answer = { 'http.response.status_code': status, 'platen.tool': tool, 'platen.code': code };
    // A client's mistake is not an error of the service.
    span.end({ ...answer, ...(status >= 500 ? { 'error.type': code ?? String(status) } : {}) });
    span.run(done);
  });
}
