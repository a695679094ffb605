// The webhooks of accounts: URLs that receive events, each with a signing secret (standardwebhooks.com).
import { randomBytes } from 'node:crypto';
import { dayMs } from '#core/clock.ts';
import { Failure } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import type { Sealing } from '#core/sealing.ts';
import { eventTypes, type EventType } from '#core/event-types.ts';
import { type WebhookRow } from '#service/database/schema.ts';
import { lockRow } from '#service/database/lock-row.ts';
import type { Store } from '#service/database/store.ts';
import { RefusedAddress, type AddressFilter } from '#service/outbound/address-filter.ts';
import type { Outbox } from '#service/outbox/outbox.ts';

/** The parts of the service that webhooks need. */
export interface Hooks extends Store {
  outbox: Outbox;
  hookSealing: Sealing;
  addressFilter: AddressFilter;
}

export const maxWebhooks = 20;
const maxUrlLength = 2048;
/** How long the previous secret signs alongside a new one. */
const rotationMs = dayMs;

export interface WebhookFields {
  url?: string | undefined;
  events?: readonly EventType[] | undefined;
  enabled?: boolean | undefined;
}

/** Returns the representation in the API. */
export const webhookBody = (row: WebhookRow) => ({
  id: row.id,
  url: row.url,
  events: JSON.parse(row.events) as EventType[],
  enabled: row.enabled === 1,
  created_at: row.created_at,
});

export const listWebhooks = ({ db }: Store, accountId: string): Promise<WebhookRow[]> =>
  db.selectFrom('webhooks').selectAll().where('account_id', '=', accountId).orderBy('id').execute();

/** @throws webhook_not_found */
export async function ownWebhook({ db }: Store, accountId: string, id: string): Promise<WebhookRow> {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) throw new Failure('webhook_not_found');
  return row;
}

/** Creates a webhook, whose secret is shown once. @throws invalid_webhook_url, too_many_webhooks */
export async function createWebhook(
  service: Hooks,
  accountId: string,
  { url, events = eventTypes, enabled = true }: WebhookFields & { url: string },
): Promise<{ row: WebhookRow; secret: string }> {
  const target = checkedUrl(service, url);
  const id = newId(service.clock.now());
  const secret = newSecret();
  const row = await service.db.transaction().execute(async (trx) => {
    // Serialises creations, so that concurrent requests cannot exceed the limit.
    await lockRow(trx, 'accounts', accountId);
    if ((await listWebhooks({ ...service, db: trx }, accountId)).length >= maxWebhooks)
      throw new Failure('bad_request', { code: 'too_many_webhooks', max: maxWebhooks });
    return await trx
      .insertInto('webhooks')
      .values({
        id,
        account_id: accountId,
        url: target,
        events: JSON.stringify(events),
        enabled: enabled ? 1 : 0,
        created_at: service.clock.now(),
        sealed_secret: service.hookSealing.seal(secret, id),
        sealed_old_secret: null,
        old_secret_until: null,
        failing_since: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return { row, secret };
}

/** @throws invalid_webhook_url */
export async function changeWebhook(
  service: Hooks,
  { id }: WebhookRow,
  { url, events, enabled }: WebhookFields,
): Promise<WebhookRow> {
  const target = url === undefined ? {} : { url: checkedUrl(service, url) };
  return service.db
    .updateTable('webhooks')
    .set({
      ...target,
      ...(events === undefined ? {} : { events: JSON.stringify(events) }),
      // Failures before the webhook was enabled again do not count.
      ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0, failing_since: null }),
      id,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Removes a webhook with its deliveries. */
export const removeWebhook = async ({ db }: Store, { id }: WebhookRow): Promise<void> =>
  void (await db.deleteFrom('webhooks').where('id', '=', id).execute());

/** Creates a new secret, shown once; the previous one signs alongside it for a day. */
export async function rotateSecret(
  { db, clock, hookSealing }: Hooks,
  row: WebhookRow,
): Promise<{ row: WebhookRow; secret: string }> {
  const secret = newSecret();
  const changed = await db
    .updateTable('webhooks')
    .set({
      sealed_secret: hookSealing.seal(secret, row.id),
      sealed_old_secret: row.sealed_secret,
      old_secret_until: clock.now() + rotationMs,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { row: changed, secret };
}

/** Returns the secrets that sign now, newest first. */
export function secretsOf({ clock, hookSealing }: Hooks, row: WebhookRow): string[] {
  const isOldValid = row.sealed_old_secret !== null && (row.old_secret_until ?? 0) > clock.now();
  const sealed = [row.sealed_secret, ...(isOldValid ? [row.sealed_old_secret ?? ''] : [])];
  return sealed.map((secret) => hookSealing.open(secret, row.id));
}

/** Returns the URL to call. @throws invalid_webhook_url unless an enabled webhook of the account has the same origin */
export async function checkedJobUrl(service: Hooks, accountId: string, url: string): Promise<string> {
  const target = checkedUrl(service, url);
  const own = await listWebhooks(service, accountId);
  if (webhookFor(target, own) === undefined) throw new Failure('invalid_webhook_url', { reason: 'not_a_webhook' });
  return target;
}

/** Returns the webhook that signs deliveries to a job's URL: the one with that URL, or else the oldest with its origin. */
export function webhookFor(url: string, oldestFirst: readonly WebhookRow[]): WebhookRow | undefined {
  const { origin, href } = new URL(url);
  const ofOrigin = oldestFirst.filter((row) => row.enabled === 1 && new URL(row.url).origin === origin);
  return ofOrigin.find((row) => new URL(row.url).href === href) ?? ofOrigin[0];
}

/** Returns the URL to call: normalised, without a fragment. @throws invalid_webhook_url */
function checkedUrl({ addressFilter }: Hooks, text: string): string {
  const url = URL.parse(text);
  const isWeb =
    url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
  if (!isWeb || text.length > maxUrlLength) throw new Failure('invalid_webhook_url', { reason: 'syntax' });
  url.hash = '';
  if (url.href.length > maxUrlLength) throw new Failure('invalid_webhook_url', { reason: 'syntax' });
  try {
    addressFilter.checkUrl(url);
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error;
    throw new Failure('invalid_webhook_url', { reason: 'refused_address' });
  }
  return url.href;
}

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;
