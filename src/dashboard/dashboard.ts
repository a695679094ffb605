// The dashboard: its pages and their JSON, the pages of share links, and unsubscribing from e-mails.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';
import type { Dashboard, Runtime } from '#service/roles.ts';
import { errorHandler, orBusy } from '#transport/errors.ts';
import { countCall } from '#transport/rates.ts';
import { renewedCookies, requireSameOrigin } from './guard.ts';
import { sendMessage } from './pages/html.ts';
import { sendNotFound } from './pages/not-found.ts';
import { sharePages } from './pages/share.ts';
import { dashboardPages } from './pages/spa.ts';
import { unsubscribePages } from './pages/unsubscribe.ts';
import { wordsFor } from './pages/words.ts';
import { Refusal, sendRefusal } from './refusal.ts';
import { accountRoutes } from './routes/account.ts';
import { accountAdminRoutes } from './routes/admin/accounts.ts';
import { auditRoutes } from './routes/admin/audit.ts';
import { installationRoutes } from './routes/admin/installation.ts';
import { operationRoutes } from './routes/admin/operation.ts';
import { queueRoutes } from './routes/admin/queue.ts';
import { againRoute } from './routes/again.ts';
import { chosenPreviewRoutes } from './routes/chosen-preview.ts';
import { convertRoutes } from './routes/convert.ts';
import { frontRoutes, tryRoute } from './routes/front.ts';
import { jobEventRoute } from './routes/job-events.ts';
import { jobRoutes } from './routes/jobs.ts';
import { keyRoutes } from './routes/keys.ts';
import { requestRoutes } from './routes/requests.ts';
import { shareRoutes } from './routes/shares.ts';
import { providerCallback, signInRoutes } from './routes/sign-in.ts';
import { toolRoutes } from './routes/tools.ts';
import { pageUploads } from './routes/uploads.ts';
import { webhookRoutes } from './routes/webhooks.ts';

const maxBodyBytes = 64 * 1024;

export async function addDashboard(http: FastifyInstance, service: Dashboard, isClosing: () => boolean): Promise<void> {
  http.decorate('notFoundPage', sendNotFound);
  await http.register(async (app) => {
    app.setErrorHandler(refusalHandler(service));
    await dashboardPages(app, service);
    app.addHook('onSend', renewSession);
    providerCallback(app, service);
    convertRoutes(app, service, isClosing);
    tryRoute(app, service, isClosing);
  });

  await http.register(async (app) => {
    app.decorate('isForPrograms', true);
    app.setErrorHandler(refusalHandler(service));
    app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: maxBodyBytes }, parseJson);
    app.addHook('onRequest', async (request, reply) => {
      void reply.header('Cache-Control', 'no-store');
      requireSameOrigin(request, service.publicUrl());
      await countCall(service.limits.dashboardAddress, 'dashboard', request.ip, reply);
    });
    app.addHook('onSend', renewSession);
    signInRoutes(app, service);
    accountRoutes(app, service);
    frontRoutes(app, service);
    toolRoutes(app, service);
    jobRoutes(app, service);
    requestRoutes(app, service);
    jobEventRoute(app, service);
    againRoute(app, service, isClosing);
    keyRoutes(app, service);
    shareRoutes(app, service);
    webhookRoutes(app, service);
    await pageUploads(app, service);
    await chosenPreviewRoutes(app, service);
    accountAdminRoutes(app, service);
    operationRoutes(app, service);
    queueRoutes(app, service);
    installationRoutes(app, service);
    auditRoutes(app, service);
    // Otherwise an unknown address would be one of the application's.
    app.get('/dashboard/api/*', () => Promise.reject(new Failure('not_found')));
  });

  await http.register(async (app) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBodyBytes },
      async (_request: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    );
    app.setErrorHandler(pageErrorHandler(service));
    sharePages(app, service);
    unsubscribePages(app, service);
  });
}

async function renewSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  for (const cookie of renewedCookies(request)) void reply.header('set-cookie', cookie);
}

const refusalHandler = (service: Pick<Runtime, 'log'>) => {
  const otherwise = errorHandler(service.log);
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    error instanceof Refusal ? sendRefusal(reply, error) : otherwise(error, request, reply);
};

/** Creates the handler that shows errors as pages. */
const pageErrorHandler =
  (service: Pick<Runtime, 'log'>) => (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const error = orBusy(thrown, service.log);
    const known = error as Partial<Failure & { statusCode: number }>;
    const isKnown = error instanceof Failure;
    const status = isKnown ? error.status : known.statusCode !== undefined && known.statusCode < 500 ? 400 : 500;
    if (status === 500) service.log.error({ err: error }, 'a page failed');
    const retryAfter = isKnown ? error.fields['retry_after'] : undefined;
    if (typeof retryAfter === 'number') void reply.header('Retry-After', String(retryAfter));
    const words = wordsFor(request);
    const said = byStatus[status] ?? 'failed';
    return sendMessage(reply, status, words, words.say(said), words.say(`${said}_text`));
  };

const byStatus: Partial<Record<number, 'too_many' | 'gone' | 'away'>> = { 429: 'too_many', 410: 'gone', 503: 'away' };

async function parseJson(_request: FastifyRequest, body: string): Promise<unknown> {
  try {
    return body === '' ? undefined : JSON.parse(body);
  } catch {
    throw new Refusal('invalid_input', 'The request body is not valid JSON.', '');
  }
}
