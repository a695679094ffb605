// Delivers the messages of the outbox to webhooks: a few at a time, with a limit per account, and with retries after increasing pauses.
// Accounts take turns at free places, so that an account whose receivers hang does not hold up the others.
import { hourMs, minuteMs } from '#core/clock.ts';
import { getAccount } from '#service/accounts/accounts.ts';
import type { DeliveryRow, WebhookRow } from '#service/database/schema.ts';
import { renderMail } from '#service/email/templates.ts';
import type { Config } from '#config';
import type { Conversions, Mail } from '#service/roles.ts';
import type { Hooks } from './webhooks.ts';
import { answerMs, attempt, isDelivered, noteAttempt, type Switched } from './deliver.ts';
import { resealSecrets } from './reseal.ts';

/** The pauses after failed attempts, each varied by up to a fifth, so that retries do not coincide. */
const pausesMs = [5_000, 30_000, 2 * minuteMs, 10 * minuteMs, hourMs, 3 * hourMs, 8 * hourMs, 12 * hourMs];
const jitter = 0.2;
const lookMs = 500;
const maxAtOnce = 32;
const maxPerAccount = 4;
/** The number of deliveries read at a time; more than one, since another process may take the first ones. */
const batch = 8;
/** How long no other process claims a message: an attempt, and storing its result. */
const holdMs = answerMs + 10_000;

const pauseMs = (attempts: number): number => {
  const pause = pausesMs[Math.min(attempts, pausesMs.length - 1)] ?? 0;
  return Math.round(pause * (1 - jitter + 2 * jitter * Math.random()));
};

/** Returns whether the attempt with this number is the last. */
const isLast = (attempts: number): boolean => attempts >= pausesMs.length;

export interface Courier {
  stop(): Promise<void>;
}

type CourierService = Hooks &
  Mail &
  Pick<Conversions, 'log' | 'metrics' | 'outbound'> & { config: Pick<Config, 'previousSecret'> };

export const startCourier = (service: CourierService): Courier => new OutboxCourier(service);

class OutboxCourier implements Courier {
  readonly #service: CourierService;
  readonly #stopped = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  readonly #byAccount = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> | undefined;

  constructor(service: CourierService) {
    this.#service = service;
    if (service.config.previousSecret !== undefined) this.#alone(() => resealSecrets(service, this.#stopped.signal));
    this.#timer = setInterval(() => this.#look(), lookMs).unref();
  }

  /** Cuts off running deliveries, which the next process sends again. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopped.abort(new Error('the service ends'));
    await this.#looking;
    await Promise.all(this.#underWay);
  }

  #look(): void {
    if (this.#looking === undefined && !this.#stopped.signal.aborted) this.#alone(() => this.#takeAll());
  }

  #alone(work: () => Promise<void>): void {
    this.#looking = work()
      // If the database cannot answer now, the next poll asks again, and the next start seals again.
      .catch(() => {})
      .finally(() => (this.#looking = undefined));
  }

  async #takeAll(): Promise<void> {
    await this.#service.outbox.removeExpired('webhook');
    for (let busy = 0; busy < maxPerAccount && !this.#stopped.signal.aborted;) {
      if (this.#underWay.size >= maxAtOnce) return;
      if (!(await this.#takeOne(busy))) busy += 1;
    }
  }

  /** Begins a delivery of an account with at most `busy` running ones; returns whether there was one, or obsolete ones. */
  async #takeOne(busy: number): Promise<boolean> {
    const { outbox, db } = this.#service;
    const without = [...this.#byAccount].flatMap(([account, count]) => (count > busy ? [account] : []));
    let isAny = false;
    for await (const { id, attempts } of outbox.take('webhook', { limit: batch, holdMs: () => holdMs, without })) {
      isAny = true;
      const delivery = await db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst();
      const webhook = delivery && (await this.#webhookOf(delivery));
      if (delivery !== undefined && webhook !== undefined) {
        this.#begin(webhook, delivery, attempts);
        break;
      }
      await outbox.remove(id);
      await db
        .updateTable('deliveries')
        .set({ state: 'failed' })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .execute();
    }
    return isAny;
  }

  /** Begins a delivery after the given number of previous attempts. */
  #begin(webhook: WebhookRow, delivery: DeliveryRow, attempts: number): void {
    const account = delivery.account_id;
    this.#byAccount.set(account, (this.#byAccount.get(account) ?? 0) + 1);
    const run = this.#deliver(webhook, delivery, attempts)
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

  async #deliver(webhook: WebhookRow, delivery: DeliveryRow, attempts: number): Promise<void> {
    const service = this.#service;
    const { id } = delivery;
    const made = await attempt(service, webhook, delivery, this.#stopped.signal);
    if (this.#stopped.signal.aborted && made.status === null) return service.outbox.putBack(id, attempts + 1, 0);
    if (made.isUnsigned === true)
      service.log.warn({ delivery: id, webhook: webhook.id }, 'a delivery is encrypted with another PLATEN_SECRET');
    const isOver = isDelivered(made) || isLast(attempts) || made.status === 410;
    const switched = await noteAttempt(service, webhook, delivery, made, isOver);
    service.metrics.deliveries.inc({ outcome: isDelivered(made) ? 'delivered' : isOver ? 'failed' : 'again' });
    if (isOver) await service.outbox.remove(id);
    else await service.outbox.putBack(id, attempts + 1, pauseMs(attempts));
    if (switched !== undefined) await this.#tellOwner(webhook, switched);
  }

  /** Finds the webhook; undefined when it is gone or disabled. */
  #webhookOf({ webhook_id: id, type }: DeliveryRow): Promise<WebhookRow | undefined> {
    const found = this.#service.db.selectFrom('webhooks').selectAll().where('id', '=', id);
    return (type === 'test' ? found : found.where('enabled', '=', 1)).executeTakeFirst();
  }

  async #tellOwner({ account_id: accountId, url }: WebhookRow, why: Exclude<Switched, undefined>): Promise<void> {
    const { db, mailer, publicUrl, addresses } = this.#service;
    const account = await getAccount(db, accountId);
    if (account === undefined) return;
    const to = { to: account.email, language: account.language };
    mailer.queue(renderMail(`webhook_${why}`, { address: url, url: publicUrl() + addresses.webhooks }, to));
  }
}
