// The public API on fastify: hooks, routes, and the responses for unknown routes.
import cors from '@fastify/cors';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Config } from '#config';
import { errorBody } from '#core/error-body.ts';
import { Failure } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import type { Api } from '#service/roles.ts';
import { limitBodyTime } from '#transport/body-time.ts';
import { drain } from '#transport/drain.ts';
import { fieldsForLog } from '#transport/request-log.ts';
import { errorHandler, malformedRequest, sendFailure } from '#transport/errors.ts';
import { countCall } from '#transport/rates.ts';
import { traceRequests } from '#transport/trace-requests.ts';
import { requestLimits } from '#service/limits/request-limits.ts';
import { boundConnections } from './connections.ts';
import { hostCheck, requireOneHost } from './hosts.ts';
import { refuse } from './refuse.ts';
import { otherMethods } from './other-methods.ts';
import { accountRoutes } from './routes/account.ts';
import { conversionRoute } from './routes/convert.ts';
import { eventRoute } from './routes/job-events.ts';
import { jobRoutes } from './routes/jobs.ts';
import { mcpRoute } from './routes/mcp.ts';
import { pipelineRoute } from './routes/pipelines.ts';
import { keyUploads } from './routes/uploads.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { operationRoutes } from './routes/operations.ts';
import { clientRoutes } from './routes/clients.ts';
import { docsRoutes } from './routes/docs.ts';

export async function createApp(service: Api) {
  const { config, limits, log } = service;
  let closing = false;
  const isClosing = () => closing;

  const logger: FastifyBaseLogger = log;
  const http = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(config.trustProxy),
    genReqId: () => newId(service.clock.now()),
    routerOptions: { maxParamLength: 8192, ignoreTrailingSlash: true },
    exposeHeadRoutes: true,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, _request, reply) => void sendFailure(reply, new Failure('not_found')),
    clientErrorHandler: (_error, socket) => refuse(socket),
    // A request without a host gets a JSON error.
    http: { connectionsCheckingInterval: limits.headMs / 2, requireHostHeader: false },
    requestTimeout: 0, // uploads have no total time limit
  });
  limitBodyTime(http.server, limits.bodyMs, refuse);
  http.server.headersTimeout = limits.headMs;
  http.server.keepAliveTimeout = 65_000; // longer than a proxy in front keeps its side open
  // The route decides whether it wants the body.
  http.server.on('checkContinue', (request, response) => http.server.emit('request', request, response));

  http.server.on('checkExpectation', (_request, response) => {
    const head = { 'Content-Type': 'application/json', Connection: 'close' };
    response.writeHead(417, head).end(JSON.stringify(errorBody(malformedRequest())));
  });

  // Fastify parses no bodies: uploads are the only ones, and they are streamed.
  http.removeAllContentTypeParsers();
  http.addContentTypeParser('*', (_request, _payload, done) => done(null));
  http.setErrorHandler(errorHandler(log));

  traceRequests(http, service.traces);
  addHooks(http, service, isClosing);
  await http.register((api) => publicApi(api, service, isClosing), { prefix: '/v1' });
  await mcpRoute(http, service);
  const refuseOthers = otherMethods(http);
  operationRoutes(http, service, isClosing);
  await docsRoutes(http, service);
  await clientRoutes(http, service);
  refuseOthers(http);
  http.setNotFoundHandler(noSuchEndpoint);

  /** Answers new conversions with 503 from now on. */
  const refuseNewWork = () => {
    closing = true;
    service.held.close();
  };
  return { http, isClosing, refuseNewWork };
}

/** Adds the rules for every request. */
function addHooks(http: FastifyInstance, service: Api, isClosing: () => boolean): void {
  const { config, log } = service;
  const connections = boundConnections(http.server, config, { answerMs: service.limits.answerMs, log });
  const checkHost = hostCheck(config, log);
  http.addHook('onRequest', async (request, reply) => {
    void reply.header('X-Content-Type-Options', 'nosniff').header('X-Request-Id', request.id);
    requireOneHost(request);
    if (probes.has(request.routeOptions.url ?? '')) return;
    connections.admit(request, reply);
    // Without a public address, the service does not know its own names. Probes may use any name; metrics check it themselves.
    if (config.publicUrl !== undefined) checkHost(request);
  });
  http.addHook('onSend', async (request, reply) => {
    // Idle connections would delay the shutdown, or keep out others; a client that is still sending has to receive its response first.
    const isLast = isClosing() || connections.isSpare(request);
    if (isLast && request.raw.complete) void reply.header('Connection', 'close');
  });
  http.addHook('onResponse', async (request, reply) => {
    drain(request.raw, requestLimits.maxRequestBytes);
    const route = request.routeOptions.url ?? 'unknown';
    service.metrics.requests.inc({ route, status: String(reply.statusCode) });
    // Probes ask every few seconds: only failed ones are logged.
    const level = probes.has(route) && reply.statusCode < 400 ? 'debug' : 'info';
    request.log[level](
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...fieldsForLog(request),
      },
      'request completed',
    );
  });
}

const noSuchEndpoint = (_request: FastifyRequest, reply: FastifyReply) => sendFailure(reply, new Failure('not_found'));

/**
 * Serves all paths below /v1, including unknown ones. The API's rules are hooks of this scope: only its router decodes paths in other
 * notations (percent-encoded, in absolute form).
 */
async function publicApi(api: FastifyInstance, service: Api, isClosing: () => boolean): Promise<void> {
  const { config, limits } = service;
  api.addHook('onResponse', async (request, reply) => {
    const { account, key, code = null } = fieldsForLog(request);
    if (account === undefined || key === undefined) return;
    service.requestLog.note({
      account_id: account,
      key_id: key,
      method: request.method,
      path: request.url.split('?')[0] ?? '',
      status: reply.statusCode,
      code,
      duration_ms: Math.round(reply.elapsedTime),
    });
  });
  api.decorate('isForPrograms', true);
  api.decorate('errorPage', (code) => `${service.publicUrl()}/docs/errors/${code}`);
  // Pages of other origins may call the API, but never the dashboard's JSON.
  if (config.corsOrigins.length > 0) {
    const options = corsOptions(config.corsOrigins);
    // OPTIONS requests other than preflights belong to the routes: tus clients query the capabilities of uploads.
    await api.register(cors, {
      delegator: (request, answer) => answer(null, { ...options, preflight: isPreflight(request) }),
    });
  }
  const refuseOthers = otherMethods(api);
  // The route counts its calls itself, by key.
  conversionRoute(api, service, isClosing);
  pipelineRoute(api, service, isClosing);
  await api.register(async (calls) => {
    calls.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'OPTIONS') await countCall(limits.address, 'ip', request.ip, reply);
    });
    accountRoutes(calls, service);
    jobRoutes(calls, service);
    eventRoute(calls, service);
    await calls.register((hooks) => webhookRoutes(hooks, service));
    await calls.register(async (scope) => keyUploads(scope, service));
    refuseOthers(calls);
    calls.setNotFoundHandler(noSuchEndpoint);
  });
}

/** Turns the number of trusted proxies into the function that fastify calls for each hop. */
const trustedProxies = (proxies: Config['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;

const probes: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);

const isPreflight = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined && headers['access-control-request-method'] !== undefined;

const corsOptions = (origins: readonly string[]) => ({
  origin: origins.includes('*') ? '*' : [...origins],
  methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'Idempotency-Key',
    'Last-Event-ID',
    'Prefer',
    'Range',
    'Tus-Resumable',
    'Upload-Length',
    'Upload-Metadata',
    'Upload-Offset',
  ],
  exposedHeaders: [
    'Content-Disposition',
    'Content-Location',
    'Content-Range',
    'ETag',
    'Idempotency-Replayed',
    'Location',
    'Platen-Job',
    'Platen-Warnings',
    'Preference-Applied',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'Tus-Resumable',
    'Upload-Expires',
    'Upload-Length',
    'Upload-Offset',
    'X-Request-Id',
  ],
  maxAge: 86_400,
});
