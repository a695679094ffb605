// Queues events for the webhooks that subscribe to them, in the transaction of their cause, so that no event is lost.
import type { Transaction } from 'kysely';
import { newId } from '#core/ids.ts';
import { dayMs } from '#core/clock.ts';
import type { EventType } from '#core/event-types.ts';
import type { JobRow, Tables, WebhookRow } from '#service/database/schema.ts';
import { getAccount } from '#service/accounts/accounts.ts';
import { jobOrErrorBody } from '#service/jobs/job-body.ts';
import type { Webhooks } from '#service/roles.ts';
import { webhookFor, type Hooks } from './webhooks.ts';

/** How long an event is useful: longer than all attempts take. */
const usefulMs = 3 * dayMs;

export interface Event {
  accountId: string;
  type: EventType;
  data: object;
  /** The URL for all events of this job, instead of the URL of the webhook with the same origin. */
  url?: string | null;
}

export async function announce(
  hooks: Hooks,
  trx: Transaction<Tables>,
  { accountId, type, data, url = null }: Event,
): Promise<void> {
  const rows = await trx
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('enabled', '=', 1)
    .orderBy('id')
    .execute();
  const own = url === null ? undefined : webhookFor(url, rows);
  if (own !== undefined) await addDelivery(hooks, trx, own, { type, data, url });
  const calledAlready = own === undefined || url === null ? null : new URL(url).href;
  for (const row of rows) {
    const isWanted = (JSON.parse(row.events) as string[]).includes(type);
    if (row !== own && isWanted && new URL(row.url).href !== calledAlready)
      await addDelivery(hooks, trx, row, { type, data });
  }
}

/** Writes a message to one webhook, and returns its identifier. */
export async function addDelivery(
  { clock, hookSealing, outbox }: Hooks,
  trx: Transaction<Tables>,
  { id: webhookId, account_id: accountId }: WebhookRow,
  { type, data, url = null }: { type: EventType | 'test'; data: object; url?: string | null },
): Promise<string> {
  const now = clock.now();
  const id = newId(now);
  const body = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });
  await trx
    .insertInto('deliveries')
    .values({
      id,
      webhook_id: webhookId,
      account_id: accountId,
      type,
      url,
      sealed: hookSealing.seal(body, id),
      created_at: now,
      state: 'waiting',
      attempts: 0,
      last_at: null,
      status: null,
      duration_ms: null,
      answer: null,
    })
    .execute();
  await outbox.add({ id, account_id: accountId, kind: 'webhook', sealed: '', afterMs: 0, usefulMs }, trx);
  return id;
}

const typeOfEnd = {
  success: 'job.succeeded',
  rejected: 'job.rejected',
  failed: 'job.failed',
  expired: 'job.expired',
} as const;

/** Announces the end of an asynchronous job; a synchronous call has its response instead. */
export async function announceJob(service: Webhooks, trx: Transaction<Tables>, job: JobRow): Promise<void> {
  if (job.is_later === 0 || !(job.state in typeOfEnd)) return;
  const account = await getAccount(trx, job.account_id);
  const plan = service.plans.get(account?.plan ?? '');
  await announce(service, trx, {
    accountId: job.account_id,
    type: typeOfEnd[job.state as keyof typeof typeOfEnd],
    data: { job_id: job.id, ...jobOrErrorBody(service, job, plan) },
    url: job.webhook_url,
  });
}
