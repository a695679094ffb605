// The log of webhook deliveries with their responses, and the resending of messages.
import type { DeliveryRow, WebhookRow } from '#service/database/schema.ts';
import { Failure } from '#core/failure.ts';
import { dayMs, hourMs } from '#core/clock.ts';
import { firstIdAt } from '#core/ids.ts';
import type { Store } from '#service/database/store.ts';
import { addDelivery } from './announce.ts';
import type { Hooks } from './webhooks.ts';

const usefulMs = 3 * dayMs;
/** The number of days for which deliveries are kept. */
export const deliveryDays = 30;
/** The number of test events per webhook and hour. */
const testsPerHour = 100;

/** Returns the representation in the API. */
export const deliveryBody = (row: DeliveryRow) => ({
  id: row.id,
  type: row.type,
  state: row.state,
  created_at: row.created_at,
  attempts: row.attempts,
  last_at: row.last_at,
  status: row.status,
  duration_ms: row.duration_ms,
  answer: row.answer,
});

/** Newest first. */
export async function listDeliveries(
  { db }: Store,
  { id }: WebhookRow,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ deliveries: DeliveryRow[]; next_cursor: string | null }> {
  let rows = db.selectFrom('deliveries').selectAll().where('webhook_id', '=', id);
  if (cursor !== undefined) rows = rows.where('id', '<', cursor);
  const found = await rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = found.slice(0, limit);
  return { deliveries: page, next_cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** Sends a message again, with its identifier. @throws delivery_not_found */
export async function redeliver(service: Hooks, webhook: WebhookRow, id: string): Promise<DeliveryRow> {
  const again = await sendAgain(service, webhook, { id });
  const [row] = again;
  if (row === undefined) throw new Failure('delivery_not_found');
  return row;
}

/** Resends the undelivered messages of a period, and returns their number. */
export const redeliverRange = async (
  service: Hooks,
  webhook: WebhookRow,
  { since, until }: { since: number; until: number },
): Promise<number> => (await sendAgain(service, webhook, { since, until })).length;

function sendAgain(
  { db, outbox }: Hooks,
  webhook: WebhookRow,
  which: { id: string } | { since: number; until: number },
): Promise<DeliveryRow[]> {
  return db.transaction().execute(async (trx) => {
    const of = trx.updateTable('deliveries').set({ state: 'waiting' }).where('webhook_id', '=', webhook.id);
    const chosen =
      'id' in which
        ? of.where('id', '=', which.id)
        : of
            .where('state', '=', 'failed')
            .where('created_at', '>=', which.since)
            .where('created_at', '<=', which.until);
    const rows = await chosen.returningAll().execute();
    for (const { id, account_id } of rows) {
      // A waiting delivery becomes due at once.
      await trx.deleteFrom('outbox').where('id', '=', id).execute();
      await outbox.add({ id, account_id, kind: 'webhook', sealed: '', afterMs: 0, usefulMs }, trx);
    }
    return rows;
  });
}

/** Sends an empty event to test a webhook. @throws rate_limited */
export async function sendTest(service: Hooks, webhook: WebhookRow): Promise<DeliveryRow> {
  await checkTestsLeft(service, webhook);
  const id = await service.db
    .transaction()
    .execute((trx) => addDelivery(service, trx, webhook, { type: 'test', data: { webhook_id: webhook.id } }));
  return service.db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Limits test events, which are otherwise unbounded: each is kept for thirty days, and resent for a day if the receiver does not answer. */
async function checkTestsLeft({ db, clock }: Store, { id }: WebhookRow): Promise<void> {
  const now = clock.now();
  const first = await db
    .selectFrom('deliveries')
    .select('created_at')
    .where('webhook_id', '=', id)
    .where('id', '>', firstIdAt(now - hourMs))
    .where('type', '=', 'test')
    .orderBy('id', 'desc')
    .offset(testsPerHour - 1)
    .limit(1)
    .executeTakeFirst();
  if (first === undefined) return;
  const waitMs = first.created_at + hourMs - now;
  throw new Failure('rate_limited', { limit: testsPerHour, retry_after: Math.max(1, Math.ceil(waitMs / 1000)) });
}
