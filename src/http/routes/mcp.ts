// POST /mcp: the API's tools for assistants (Model Context Protocol, Streamable HTTP). A conversion from here is a call to the
// API with the caller's own key, so that all checks, rates and quotas of the API apply.
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config';
import { KiB } from '#core/bytes.ts';
import { Failure } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import { inProcessFetch } from '#mcp/in-process-fetch.ts';
import { maxMessageBytes, remotePlace } from '#mcp/remote.ts';
import { busy } from '#transport/admission.ts';
import { drain } from '#transport/drain.ts';
import { countCall } from '#transport/rates.ts';
import type { Api } from '#service/roles.ts';
import { authenticate, type KeyCaller, type Keys } from '../authenticate.ts';
import { otherMethods } from '../other-methods.ts';

/** The maximum size of small messages; larger ones contain files, and are counted while they are processed. */
const smallBytes = 64 * KiB;

export async function mcpRoute(root: FastifyInstance, service: Api & Keys): Promise<void> {
  await root.register(async (scope) => await mcpScope(scope, root, service), { prefix: '/mcp' });
}

async function mcpScope(scope: FastifyInstance, root: FastifyInstance, service: Api & Keys): Promise<void> {
  const { config, limits, log } = service;
  const callers = new WeakMap<FastifyRequest, KeyCaller>();
  const running = new Map<string, () => void>();
  const large = createLarge(config);
  const fetchFor = inProcessFetch((request, response) => root.routing(request, response));

  scope.decorate('isForPrograms', true);
  scope.decorate('errorPage', (code) => `${service.publicUrl()}/docs/errors/${code}`);
  if (config.corsOrigins.length > 0) await scope.register(cors, corsOptions(config.corsOrigins));
  const refuseOthers = otherMethods(scope);

  // Runs before any of the body is read.
  scope.addHook('onRequest', async (request, reply) => {
    try {
      await countCall(limits.address, 'ip', request.ip, reply);
      if (!isOwnOrigin(request, config)) {
        drain(request.raw, maxMessageBytes);
        await reply.code(403).send(rpcError(invalidRequest, originRefused));
        return;
      }
      const caller = await authenticate(service, request);
      callers.set(request, caller);
      checkHead(request);
      if (request.method === 'POST' && mayBeLarge(request)) large.enter(caller.account.id, reply);
    } catch (error) {
      drain(request.raw, maxMessageBytes);
      throw error;
    }
  });

  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: maxMessageBytes },
    (_request, text, done) => {
      try {
        done(null, JSON.parse(text as string));
      } catch {
        done(null, undefined);
      }
    },
  );

  scope.setErrorHandler((error: Error & { code?: string }) => {
    // Fastify's own error for a body over its limit.
    throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge() : error;
  });

  scope.post('/', async (request, reply) => {
    const caller = callers.get(request);
    const message = request.body;
    if (caller === undefined) throw new Failure('missing_bearer_token');
    if (message === undefined) return await reply.code(400).send(rpcError(parseError, 'The body is not JSON.'));
    if (typeof message !== 'object' || message === null || Array.isArray(message))
      return await reply
        .code(400)
        .send(rpcError(invalidRequest, 'The body is not one JSON-RPC message; send batches one by one.'));
    const { method, id, params } = message as {
      method?: unknown;
      id?: unknown;
      params?: { requestId?: unknown } | null;
    };
    const session = String(request.headers['mcp-session-id'] ?? '');
    const nameOf = (requestId: unknown) => JSON.stringify([caller.keyId, session, requestId]);
    if (method === 'notifications/cancelled') {
      if (session !== '') running.get(nameOf(params?.requestId))?.();
      return await reply.code(202).send();
    }

    // Loads the protocol's code with the first message.
    const [{ createMcpServer }, { WebStandardStreamableHTTPServerTransport }] = await Promise.all([
      import('#mcp/server.ts'),
      import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
    ]);
    const fetch = fetchFor({ address: request.socket.remoteAddress, headers: request.headers });
    const key = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const place = remotePlace({ tools: service.tools, key, fetch, publicUrl: service.publicUrl() });
    const server = createMcpServer(place, (error) =>
      log.error({ err: error, request_id: request.id }, 'a call of an assistant failed'),
    );
    const transport = new WebStandardStreamableHTTPServerTransport();
    await server.connect(transport);

    // Answers cannot be fetched later, so a client that leaves or cancels ends the conversion.
    const name = nameOf(id);
    const end = () => {
      if (running.get(name) === end) running.delete(name);
      void server.close();
    };
    if (method === 'tools/call' && session !== '') running.set(name, end);
    if (reply.raw.closed) end();
    reply.raw.once('close', end);

    const response = await transport.handleRequest(webRequest(request), { parsedBody: message });
    // The session has no state: it only lets a client cancel its own calls.
    if (method === 'initialize' && response.ok) void reply.header('Mcp-Session-Id', newId(service.clock.now()));
    for (const [name, value] of response.headers) if (name !== 'connection') void reply.header(name, value);
    void reply.code(response.status);
    return await reply.send(response.body === null ? undefined : Readable.fromWeb(response.body as never));
  });

  refuseOthers(scope);
}

/** Returns a request with only the head, because the body is already parsed. */
const webRequest = ({ headers }: FastifyRequest): Request =>
  new Request('http://platen.internal/mcp', {
    method: 'POST',
    headers: Object.entries(headers).flatMap(([name, value]) =>
      ['accept', 'content-type', 'mcp-protocol-version'].includes(name) && typeof value === 'string'
        ? [[name, value]]
        : [],
    ),
  });

const parseError = -32700;
const invalidRequest = -32600;
const rpcError = (code: number, message: string) => ({ jsonrpc: '2.0', error: { code, message }, id: null });

const originRefused = 'Pages of this origin may not call the service; PLATEN_CORS_ORIGINS lists the allowed origins.';
const tooLarge = () => new Failure('payload_too_large', { max_bytes: maxMessageBytes });

/** @throws unsupported_media_type, payload_too_large */
function checkHead({ method, headers }: FastifyRequest): void {
  if (method !== 'POST') return;
  const received = headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(received))
    throw new Failure('unsupported_media_type', { received, accepted: ['application/json'] });
  if (Number(headers['content-length'] ?? 0) > maxMessageBytes) throw tooLarge();
}

/** Programs send no origin. A page's origin must be in PLATEN_CORS_ORIGINS or be the service's own, by an address or a local name. */
function isOwnOrigin({ headers, protocol, host, hostname }: FastifyRequest, config: Config): boolean {
  const { origin } = headers;
  const { corsOrigins, publicUrl } = config;
  if (origin === undefined || corsOrigins.includes('*') || corsOrigins.includes(origin)) return true;
  if (publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  const name = hostname.replace(/^\[|\]$/g, '');
  return origin === `${protocol}://${host}` && (!name.includes('.') || isIP(name) !== 0);
}

const mayBeLarge = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > smallBytes;

/** Limits concurrent messages with files like uploads, since their files are in memory until they are answered. */
function createLarge({ maxUploads, maxUploadsPerAccount }: Config) {
  const counts = new Map<string, number>();
  return {
    /** @throws server_busy */
    enter(account: string, reply: FastifyReply): void {
      const own = counts.get(account) ?? 0;
      const all = counts.values().reduce((sum, count) => sum + count, 0);
      if (own >= maxUploadsPerAccount || all >= maxUploads) throw busy();
      counts.set(account, own + 1);
      reply.raw.once('close', () => {
        const left = (counts.get(account) ?? 1) - 1;
        if (left === 0) counts.delete(account);
        else counts.set(account, left);
      });
    },
  };
}

const corsOptions = (origins: readonly string[]) => ({
  origin: origins.includes('*') ? '*' : [...origins],
  methods: ['POST'],
  allowedHeaders: [
    'Accept',
    'Authorization',
    'Content-Type',
    'Last-Event-ID',
    'Mcp-Protocol-Version',
    'Mcp-Session-Id',
  ],
  exposedHeaders: ['Mcp-Session-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
  maxAge: 86_400,
});
