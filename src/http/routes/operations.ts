// GET /health, /ready and /metrics: for load balancers and operators, without a key.
import { timingSafeEqual, createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';
import type { Service } from '#service/service.ts';

export function operationRoutes(app: FastifyInstance, service: Service, isClosing: () => boolean): void {
  app.get('/health', () => ({
    status: 'ok',
    sandbox: service.isolation,
    engines: { libreoffice: service.engines.libreoffice.status() },
  }));

  app.get('/ready', async (_request, reply) => {
    const database = await sql`select 1`.execute(service.db).then(
      () => true,
      () => false,
    );
    const ready = database && !isClosing();
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      database,
      shutting_down: isClosing(),
      queue: { running: service.queue.running, waiting: service.queue.waiting },
    });
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(service, request)) throw new Failure('not_found');
    const { registry } = service.metrics;
    return reply.header('Content-Type', registry.contentType).send(await registry.metrics());
  });
}

/** With a token, whoever has it; without one, this machine alone and never through a proxy. */
function mayRead({ config }: Service, request: FastifyRequest): boolean {
  const { metricsToken } = config;
  if (metricsToken !== undefined) return sameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`);
  const address = request.socket.remoteAddress ?? '';
  return /^(127\.|::1$|::ffff:127\.)/.test(address) && request.headers['x-forwarded-for'] === undefined;
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const sameText = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));
