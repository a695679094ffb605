// Brings the messages of the outbox to webhooks: a few at a time, so many of them for one account, again after ever longer pauses.
import { hourMs, minuteMs } from '#core/clock.ts';
import { getAccount } from '#service/accounts/accounts.ts';
import type { DeliveryRow, WebhookRow } from '#service/database/schema.ts';
import { renderMail } from '#service/email/templates.ts';
import type { Conversions } from '#service/roles.ts';
import { attempt, isDelivered, noteAttempt, type Switched } from './deliver.ts';

/** After each attempt that failed; each a fifth shorter or longer, so that not all come at once. */
const pausesMs = [5_000, 30_000, 2 * minuteMs, 10 * minuteMs, hourMs, 3 * hourMs, 8 * hourMs, 12 * hourMs];
const jitter = 0.2;
const lookMs = 500;
const maxAtOnce = 32;
const maxPerAccount = 4;

const pauseMs = (attempts: number): number => {
  const pause = pausesMs[Math.min(attempts, pausesMs.length - 1)] ?? 0;
  return Math.round(pause * (1 - jitter + 2 * jitter * Math.random()));
};

/** The attempt with this number is the last. */
const isLast = (attempts: number): boolean => attempts >= pausesMs.length;

export interface Courier {
  stop(): Promise<void>;
}

export const startCourier = (service: Conversions): Courier => new OutboxCourier(service);

class OutboxCourier implements Courier {
  readonly #service: Conversions;
  readonly #stopped = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  readonly #byAccount = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | undefined;

  constructor(service: Conversions) {
    this.#service = service;
    this.#timer = setInterval(() => this.#look(), lookMs).unref();
  }

  /** Those under way are cut off, and sent again by the next process. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopped.abort(new Error('the service ends'));
    await this.#looking;
    await Promise.all(this.#underWay);
  }

  #look(): void {
    if (this.#looking !== undefined || this.#stopped.signal.aborted) return;
    this.#looking = this.#takeAll()
      // Where the database cannot answer now, the next look asks again.
      .catch(() => {})
      .finally(() => (this.#looking = undefined));
  }

  async #takeAll(): Promise<void> {
    const { outbox, db } = this.#service;
    for (let taken = 1; taken > 0 && !this.#stopped.signal.aborted;) {
      taken = 0;
      const room = maxAtOnce - this.#underWay.size;
      if (room <= 0) return;
      for await (const { id, attempts } of outbox.take('webhook', { limit: room, pauseMs, without: this.#full() })) {
        const delivery = await db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst();
        const webhook = delivery && (await this.#webhookOf(delivery));
        if (delivery === undefined || webhook === undefined) {
          await outbox.remove(id);
          await db.updateTable('deliveries').set({ state: 'failed' }).where('id', '=', id).execute();
          continue;
        }
        taken += 1;
        this.#begin(webhook, delivery, isLast(attempts));
        if ((this.#byAccount.get(delivery.account_id) ?? 0) >= maxPerAccount) break;
      }
    }
  }

  #begin(webhook: WebhookRow, delivery: DeliveryRow, isLastAttempt: boolean): void {
    const account = delivery.account_id;
    this.#byAccount.set(account, (this.#byAccount.get(account) ?? 0) + 1);
    const run = this.#deliver(webhook, delivery, isLastAttempt)
      .catch((error: unknown) =>
        this.#service.log.warn({ err: error, delivery: delivery.id }, 'a delivery could not be written down'),
      )
      .finally(() => {
        this.#underWay.delete(run);
        const left = (this.#byAccount.get(account) ?? 1) - 1;
        if (left === 0) this.#byAccount.delete(account);
        else this.#byAccount.set(account, left);
        this.#look();
      });
    this.#underWay.add(run);
  }

  async #deliver(webhook: WebhookRow, delivery: DeliveryRow, isLastAttempt: boolean): Promise<void> {
    const service = this.#service;
    const made = await attempt(service, webhook, delivery, this.#stopped.signal);
    if (this.#stopped.signal.aborted && made.status === null) return;
    const isOver = isDelivered(made) || isLastAttempt || made.status === 410;
    const switched = await noteAttempt(service, webhook, delivery, made, isOver);
    service.metrics.deliveries.inc({ outcome: isDelivered(made) ? 'delivered' : isOver ? 'failed' : 'again' });
    if (isOver) await service.outbox.remove(delivery.id);
    if (switched !== undefined) await this.#tellOwner(webhook, switched);
  }

  /** Undefined when it is gone or switched off. */
  #webhookOf({ webhook_id: id, type }: DeliveryRow): Promise<WebhookRow | undefined> {
    const found = this.#service.db.selectFrom('webhooks').selectAll().where('id', '=', id);
    return (type === 'test' ? found : found.where('enabled', '=', 1)).executeTakeFirst();
  }

  #full(): string[] {
    return [...this.#byAccount].flatMap(([account, count]) => (count >= maxPerAccount ? [account] : []));
  }

  async #tellOwner({ account_id: accountId, url }: WebhookRow, why: Exclude<Switched, undefined>): Promise<void> {
    const { db, mailer, publicUrl, addresses } = this.#service;
    const account = await getAccount(db, accountId);
    if (account === undefined) return;
    const to = { to: account.email, language: account.language };
    mailer.queue(renderMail(`webhook_${why}`, { address: url, url: publicUrl() + addresses.webhooks }, to));
  }
}
