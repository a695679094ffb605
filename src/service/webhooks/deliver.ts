// One attempt to deliver a message to a webhook.
import { Webhook } from 'standardwebhooks';
import { DeadlinePassed } from '#core/deadline.ts';
import { dayMs } from '#core/clock.ts';
import type { DeliveryRow, WebhookRow } from '#service/database/schema.ts';
import { RefusedAddress } from '#service/outbound/address-filter.ts';
import type { Outbound } from '#service/outbound/outbound.ts';
import { secretsOf, type Hooks } from './webhooks.ts';

/** How long a receiver may take to answer. */
export const answerMs = 10_000;
const answerBytes = 1024;
/** How long a webhook may fail without a success before it is disabled. */
const patienceMs = 3 * dayMs;

export interface Attempt {
  /** The status of the response; null if there was none. */
  status: number | null;
  durationMs: number;
  /** The first KiB of the response, or why there was no response. */
  answer: string;
  /** Present if the receiver was not called, since neither secret of the service unseals the message or its signing key. */
  isUnsigned?: true;
}

/** The state of the webhook after an attempt. */
export type Switched = 'gone' | 'failing' | undefined;

/** Makes an attempt, and never throws: every error is an attempt without a status. */
export async function attempt(
  hooks: Hooks & { outbound: Outbound },
  webhook: WebhookRow,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<Attempt> {
  const began = performance.now();
  const ended = (status: number | null, answer: string): Attempt => ({
    status,
    durationMs: Math.round(performance.now() - began),
    answer,
  });
  let message: ReturnType<typeof signed>;
  try {
    message = signed(hooks, webhook, delivery);
  } catch {
    return { ...ended(null, 'this service cannot open its secret'), isUnsigned: true };
  }
  try {
    const url = delivery.url ?? webhook.url;
    const take = { first: answerBytes };
    const answer = await hooks.outbound.call({ url, method: 'POST', ...message, take, timeoutMs: answerMs, signal });
    return ended(answer.status, printable(answer.first));
  } catch (error) {
    return ended(null, reasonOf(error));
  }
}

/** Signs a message. @throws when neither secret of the service opens the message or a signing secret */
function signed(hooks: Hooks, webhook: WebhookRow, { id, sealed }: DeliveryRow) {
  const body = hooks.hookSealing.open(sealed, id);
  const at = new Date();
  const signatures = secretsOf(hooks, webhook).map((secret) => new Webhook(secret).sign(id, at, body));
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Platen-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
  return { headers, body };
}

/** Removes zero bytes, which PostgreSQL cannot store. */
const printable = (bytes: Uint8Array): string => new TextDecoder().decode(bytes).replaceAll('\0', '');

function reasonOf(error: unknown): string {
  if (error instanceof RefusedAddress) return 'refused_address';
  if (error instanceof DeadlinePassed) return `no answer within ${answerMs / 1000} s`;
  return error instanceof Error ? error.message : String(error);
}

export const isDelivered = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

/** Stores an attempt, and its consequences for the webhook; with `isLast`, no retry follows. */
export async function noteAttempt(
  { db, clock }: Hooks,
  webhook: WebhookRow,
  { id }: DeliveryRow,
  made: Attempt,
  isLast: boolean,
): Promise<Switched> {
  const now = clock.now();
  const isGood = isDelivered(made);
  await db
    .updateTable('deliveries')
    .set((row) => ({
      // The delivery is already waiting, unless another attempt has succeeded in the meantime.
      ...(isGood ? { state: 'delivered' as const } : isLast ? { state: 'failed' as const } : {}),
      attempts: row('attempts', '+', 1),
      last_at: now,
      status: made.status,
      duration_ms: made.durationMs,
      answer: made.answer,
    }))
    .where('id', '=', id)
    .$if(!isGood, (rows) => rows.where('state', '<>', 'delivered'))
    .execute();
  if (made.isUnsigned === true) return undefined;
  const hook = db.updateTable('webhooks').where('id', '=', webhook.id);
  if (isGood) {
    if (webhook.failing_since !== null) await hook.set({ failing_since: null }).execute();
    return undefined;
  }
  const isGone = made.status === 410;
  const since = webhook.failing_since ?? now;
  if (!isGone && now - since < patienceMs) {
    if (webhook.failing_since === null)
      await hook.set({ failing_since: now }).where('failing_since', 'is', null).execute();
    return undefined;
  }
  const off = await hook.set({ enabled: 0 }).where('enabled', '=', 1).executeTakeFirst();
  if (off.numUpdatedRows !== 1n) return undefined;
  return isGone ? 'gone' : 'failing';
}
