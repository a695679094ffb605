// The webhooks of the account: adds, changes and tests them, and lists their deliveries.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#core/clock.ts';
import type { WebhookRow } from '#service/database/schema.ts';
import type { Sessions, Webhooks } from '#service/roles.ts';
import { webhookInput, webhooksOf } from '#service/webhooks/by-owner.ts';
import { webhookBody } from '#service/webhooks/webhooks.ts';
import { signedIn } from '../guard.ts';
import { parseInput } from '../input.ts';

interface Params {
  Params: { webhookId: string; messageId: string };
}

export function webhookRoutes(app: FastifyInstance, service: Sessions & Webhooks): void {
  const webhooks = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id } = await signedIn(service, request, reply);
    return webhooksOf(service, { accountId: id, address: request.ip }, (row) => webhookFields(row, service.clock));
  };

  const webhook = async (request: FastifyRequest<Params>, reply: FastifyReply) =>
    (await webhooks(request, reply)).one(request.params.webhookId);

  app.get('/dashboard/api/webhooks', async (request, reply) => (await webhooks(request, reply)).list());

  app.post('/dashboard/api/webhooks', async (request, reply) => {
    const own = await webhooks(request, reply);
    return reply.code(201).send(await own.create(parseInput(webhookInput.created, request.body)));
  });

  app.patch<Params>('/dashboard/api/webhooks/:webhookId', async (request, reply) => {
    const own = await webhook(request, reply);
    return own.change(parseInput(webhookInput.changed, request.body));
  });

  app.delete<Params>('/dashboard/api/webhooks/:webhookId', async (request, reply) =>
    (await webhook(request, reply)).remove(),
  );

  app.post<Params>('/dashboard/api/webhooks/:webhookId/rotate', async (request, reply) =>
    (await webhook(request, reply)).rotate(),
  );

  app.post<Params>('/dashboard/api/webhooks/:webhookId/test', async (request, reply) => {
    const own = await webhook(request, reply);
    return reply.code(202).send(await own.test());
  });

  app.get<Params>('/dashboard/api/webhooks/:webhookId/deliveries', async (request, reply) => {
    const own = await webhook(request, reply);
    return own.deliveries(parseInput(webhookInput.page, request.query));
  });

  app.post<Params>('/dashboard/api/webhooks/:webhookId/deliveries/redeliver', async (request, reply) => {
    const own = await webhook(request, reply);
    return reply.code(202).send(await own.redeliverRange(parseInput(webhookInput.range, request.body)));
  });

  app.post<Params>('/dashboard/api/webhooks/:webhookId/deliveries/:messageId/redeliver', async (request, reply) => {
    const own = await webhook(request, reply);
    return reply.code(202).send(await own.redeliver(request.params.messageId));
  });
}

/** A webhook as its owner sees it. */
export const webhookFields = (row: WebhookRow, clock: Clock) => ({
  ...webhookBody(row),
  /** Null while it accepts deliveries. */
  failing_since: row.failing_since,
  /** Until then the secret before this one signs too. */
  old_secret_until: (row.old_secret_until ?? 0) > clock.now() ? row.old_secret_until : null,
});
