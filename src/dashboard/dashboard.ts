// The account holder's door: the dashboard's pages and their JSON, share links, the way out of mails.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '#service/service.ts';
import { convertRoute, type ConvertDoor } from '#transport/convert.ts';
import { errorHandler } from '#transport/errors.ts';
import { countCall } from '#transport/rates.ts';
import { dashboardSender, requireSameOrigin } from './guard.ts';
import { sharePages } from './pages/share.ts';
import { dashboardPages } from './pages/spa.ts';
import { unsubscribePages } from './pages/unsubscribe.ts';
import { Refusal, sendRefusal } from './refusal.ts';
import { accountRoutes } from './routes/account.ts';
import { adminRoutes } from './routes/admin.ts';
import { jobRoutes } from './routes/jobs.ts';
import { keyRoutes } from './routes/keys.ts';
import { shareRoutes } from './routes/shares.ts';
import { providerCallback, signInRoutes } from './routes/sign-in.ts';
import { toolRoutes } from './routes/tools.ts';

const maxBodyBytes = 64 * 1024;

export async function addDashboard(
  http: FastifyInstance,
  service: Service,
  door: Pick<ConvertDoor, 'isClosing' | 'uploads'>,
): Promise<void> {
  await http.register(async (app) => {
    app.setErrorHandler(refusalHandler(service));
    await dashboardPages(app);
    providerCallback(app, service);
    convertRoute(app, service, {
      ...door,
      path: '/dashboard/api/convert/:tool',
      identify: (request) => dashboardSender(service, request),
    });
  });

  await http.register(async (app) => {
    app.setErrorHandler(refusalHandler(service));
    app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: maxBodyBytes }, parseJson);
    app.addHook('onRequest', async (request, reply) => {
      void reply.header('Cache-Control', 'no-store');
      requireSameOrigin(request, service.publicUrl());
      await countCall(service.limits.dashboard, 'dashboard', request.ip, reply);
    });
    signInRoutes(app, service);
    accountRoutes(app, service);
    toolRoutes(app, service);
    jobRoutes(app, service);
    keyRoutes(app, service);
    shareRoutes(app, service);
    adminRoutes(app, service);
  });

  await http.register(async (app) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBodyBytes },
      async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    sharePages(app, service);
    unsubscribePages(app, service);
  });
}

const refusalHandler = (service: Service) => {
  const otherwise = errorHandler(service.log);
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    error instanceof Refusal ? sendRefusal(reply, error) : otherwise(error, request, reply);
};

async function parseJson(_request: FastifyRequest, body: string): Promise<unknown> {
  try {
    return body === '' ? undefined : JSON.parse(body);
  } catch {
    throw new Refusal('invalid_input', 'The request is not JSON.', '');
  }
}
