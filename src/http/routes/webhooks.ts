// /v1/webhooks: the webhooks of the account, their deliveries, and redelivery.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Webhooks } from '#service/roles.ts';
import { webhookInput, webhooksOf } from '#service/webhooks/by-owner.ts';
import { webhookBody } from '#service/webhooks/webhooks.ts';
import { requireScope } from '#transport/scopes.ts';
import { authenticate, type Keys } from '../authenticate.ts';
import { parseBody, parseQuery, takeJson } from '../input.ts';

interface Params {
  Params: { webhookId: string; messageId: string };
}

export async function webhookRoutes(app: FastifyInstance, service: Webhooks & Keys): Promise<void> {
  takeJson(app);
  const webhooks = async (request: FastifyRequest, scope: 'read' | 'convert') => {
    const caller = await authenticate(service, request);
    requireScope(caller, scope);
    return webhooksOf(service, { accountId: caller.account.id, address: request.ip }, webhookBody);
  };
  const webhook = async (request: FastifyRequest<Params>, scope: 'read' | 'convert') =>
    (await webhooks(request, scope)).one(request.params.webhookId);

  app.get('/webhooks', async (request) => (await webhooks(request, 'read')).list());

  app.post('/webhooks', async (request, reply) => {
    const own = await webhooks(request, 'convert');
    return reply.code(201).send(await own.create(parseBody(webhookInput.created, request.body)));
  });

  app.get<Params>('/webhooks/:webhookId', async (request) => (await webhook(request, 'read')).show());

  app.patch<Params>('/webhooks/:webhookId', async (request) => {
    const own = await webhook(request, 'convert');
    return own.change(parseBody(webhookInput.changed, request.body));
  });

  app.delete<Params>('/webhooks/:webhookId', async (request) => (await webhook(request, 'convert')).remove());

  app.post<Params>('/webhooks/:webhookId/rotate', async (request) => (await webhook(request, 'convert')).rotate());

  app.post<Params>('/webhooks/:webhookId/test', async (request, reply) => {
    const own = await webhook(request, 'convert');
    return reply.code(202).send(await own.test());
  });

  app.get<Params>('/webhooks/:webhookId/deliveries', async (request) => {
    const own = await webhook(request, 'read');
    return own.deliveries(parseQuery(webhookInput.page, request.query));
  });

  app.post<Params>('/webhooks/:webhookId/deliveries/redeliver', async (request, reply) => {
    const own = await webhook(request, 'convert');
    return reply.code(202).send(await own.redeliverRange(parseBody(webhookInput.range, request.body)));
  });

  app.post<Params>('/webhooks/:webhookId/deliveries/:messageId/redeliver', async (request, reply) => {
    const own = await webhook(request, 'convert');
    return reply.code(202).send(await own.redeliver(request.params.messageId));
  });
}
