// GET /health, /ready and /metrics: for load balancers and operators, without a key.
import { timingSafeEqual, createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '#config';
import { atMostEvery } from '#core/at-most-every.ts';
import { Failure } from '#core/failure.ts';
import { isDatabaseUp } from '#service/database/health.ts';
import type { Runtime, Status } from '#service/roles.ts';
import { checkStorage } from '#service/storage.ts';
import { hostCheck } from '../hosts.ts';

export type Watched = Status &
  Pick<Runtime, 'drain' | 'log'> & {
    config: Pick<Config, 'data' | 'minFreeBytes' | 'metricsToken' | 'publicUrl' | 'hosts'>;
  };

export function operationRoutes(app: FastifyInstance, service: Watched, isClosing: () => boolean): void {
  app.get('/health', () => ({
    status: 'ok',
    sandbox: service.isolation,
    engines: enginesOf(service.office()),
  }));

  // Cached, since anyone may ask, and each probe writes to the disk.
  const storage = atMostEvery(1000, () => checkStorage(service.config));
  const missing = atMostEvery(10_000, () => service.missingPrograms());
  app.get('/ready', async (_request, reply) => {
    const database = await isDatabaseUp(service.db, service.log);
    const [full, programs] = [await storage(), await missing()];
    const problem = full ?? (programs.length > 0 ? `programs are missing: ${programs.join(', ')}` : undefined);
    const isDraining = service.drain.since !== null;
    const ready = database && problem === undefined && !isClosing();
    return reply.code(ready ? 200 : 503).send({
      // Still 200: results can be downloaded, and the dashboard ends it.
      status: !ready ? 'not ready' : isDraining ? 'draining' : 'ready',
      database,
      storage: full === undefined,
      engines: programs.length === 0,
      ...(problem === undefined ? {} : { problem }),
      draining: isDraining,
      shutting_down: isClosing(),
      queue: { running: service.dispatcher.running, waiting: service.dispatcher.waiting },
    });
  });

  const checkHost = hostCheck(service.config, service.log);
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(service, request)) throw new Failure('not_found');
    // Without a token, no page of this machine's browser may ask for them by a name of its own that leads here.
    if (service.config.metricsToken === undefined) checkHost(request);
    const { registry } = service.metrics;
    return reply.header('Content-Type', registry.contentType).send(await registry.metrics());
  });
}

/** Returns the state of the engines; undefined on an API node without a worker. */
const enginesOf = (libreoffice: ReturnType<Status['office']>) => (libreoffice === null ? {} : { libreoffice });

/** Returns whether a caller may read metrics: with a token, any caller who has it; otherwise only this machine, without a proxy. */
function mayRead({ config }: Watched, request: FastifyRequest): boolean {
  const { metricsToken } = config;
  if (metricsToken !== undefined) return sameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`);
  const address = request.socket.remoteAddress ?? '';
  return /^(127\.|::1$|::ffff:127\.)/.test(address) && !Object.keys(request.headers).some(isOfProxy);
}

/** Recognises the headers in which proxies name their client. */
const isOfProxy = (header: string): boolean =>
  ['forwarded', 'via', 'x-real-ip'].includes(header) || header.startsWith('x-forwarded-');

const digest = (text: string) => createHash('sha256').update(text).digest();
const sameText = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));
