// Changes to webhooks by the owner of an account, through the API or in the dashboard; the audit log records each one.
import { z } from 'zod';
import { eventTypes } from '#core/event-types.ts';
import type { AuditEventType } from '#messages/audit-events.ts';
import { recordEvent } from '#service/accounts/audit.ts';
import type { WebhookRow } from '#service/database/schema.ts';
import { deliveryBody, listDeliveries, redeliver, redeliverRange, sendTest } from './deliveries.ts';
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  ownWebhook,
  removeWebhook,
  rotateSecret,
  type Hooks,
} from './webhooks.ts';

const events = z.array(z.enum(eventTypes)).min(1).max(eventTypes.length);
const newWebhook = z.strictObject({ url: z.string(), events: events.optional(), enabled: z.boolean().optional() });
const time = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The bodies and the query of calls about webhooks. */
export const webhookInput = {
  created: newWebhook,
  changed: newWebhook.partial(),
  range: z.strictObject({ since: time, until: time.optional() }),
  page: z.object({
    cursor: z.string().max(64).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
};

type Input = { [Name in keyof typeof webhookInput]: z.infer<(typeof webhookInput)[Name]> };

/** The caller and their IP address. */
interface Owner {
  accountId: string;
  address: string;
}

/** Returns the webhooks of an account, each formatted by `body`. */
export function webhooksOf<Body extends object>(
  service: Hooks,
  { accountId, address }: Owner,
  body: (row: WebhookRow) => Body,
) {
  const record = (event: AuditEventType, { url }: WebhookRow) =>
    recordEvent(service, { accountId, event, actor: 'owner', detail: { name: url }, address });
  return {
    list: async () => ({ webhooks: (await listWebhooks(service, accountId)).map(body) }),
    /** @throws invalid_webhook_url, too_many_webhooks */
    async create(input: Input['created']) {
      const { row, secret } = await createWebhook(service, accountId, input);
      await record('webhook_created', row);
      return { ...body(row), secret };
    },
    /** @throws webhook_not_found, also for another account's */
    one: async (id: string) => actionsOn(service, await ownWebhook(service, accountId, id), { body, record }),
  };
}

function actionsOn<Body extends object>(
  service: Hooks,
  row: WebhookRow,
  {
    body,
    record,
  }: { body: (row: WebhookRow) => Body; record: (event: AuditEventType, row: WebhookRow) => Promise<void> },
) {
  return {
    show: () => body(row),
    /** @throws invalid_webhook_url */
    async change(input: Input['changed']) {
      const changed = await changeWebhook(service, row, input);
      await record('webhook_changed', changed);
      return body(changed);
    },
    async remove() {
      await removeWebhook(service, row);
      await record('webhook_deleted', row);
      return { status: 'deleted' as const };
    },
    async rotate() {
      const { row: changed, secret } = await rotateSecret(service, row);
      await record('webhook_rotated', changed);
      return { ...body(changed), secret };
    },
    test: async () => deliveryBody(await sendTest(service, row)),
    async deliveries(page: Input['page']) {
      const { deliveries, next_cursor } = await listDeliveries(service, row, page);
      return { deliveries: deliveries.map(deliveryBody), next_cursor };
    },
    /** @throws delivery_not_found */
    redeliver: async (message: string) => deliveryBody(await redeliver(service, row, message)),
    redeliverRange: async ({ since, until = service.clock.now() }: Input['range']) => ({
      redelivered: await redeliverRange(service, row, { since, until }),
    }),
  };
}
