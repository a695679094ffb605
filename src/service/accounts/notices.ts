// E-mails about the quota: at 80 %, when it runs out, and 30 days before trial credits expire. Each is sent once per period,
// however many processes check: a unique row says that an e-mail is due, and the process that claims the row sends it.
import type { ExpressionBuilder } from 'kysely';
import { dayMs, hourMs, minuteMs } from '#core/clock.ts';
import type { EventType } from '#core/event-types.ts';
import type { AccountRow, NoticeKind, NoticeRow, Tables } from '#service/database/schema.ts';
import { renderMail } from '#service/email/templates.ts';
import type { Mail } from '#service/email/mail.ts';
import type { Store } from '#service/database/store.ts';
import { announce } from '#service/webhooks/announce.ts';
import type { Hooks } from '#service/webhooks/webhooks.ts';
import { pauseMs } from '#core/pauses.ts';
import type { Accounts, Mail as Mailing, Runtime } from '#service/roles.ts';
import { getAccount } from './accounts.ts';
import { softCapLimit, unlimited, type Plan } from './plans.ts';
import { quotaOf } from './quota.ts';

const warningShare = 0.8;
const trialWarningMs = 30 * dayMs;
const maxAttempts = 20;
/** How long the unsubscribe link of an e-mail works: as long as a reader might still click it. */
const unsubscribeLifetimeMs = 365 * dayMs;
export const unsubscribePurpose = 'unsubscribe';

type Notices = Hooks & Pick<Accounts, 'plans'> & Mailing & Pick<Runtime, 'log'>;

interface DueNotice {
  kind: NoticeKind;
  period: number;
  /** Whether the notice is recorded but not sent. */
  isSuppressed?: boolean;
  /** Whether webhooks do not receive it either, because another notice says more. */
  isSuperseded?: boolean;
}

/** Returns the notices that are due for an account now. */
function dueNotices(account: AccountRow, plan: Plan, service: Pick<Store, 'clock'>): DueNotice[] {
  const now = service.clock.now();
  const ends = account.credits_expire_at;
  // The trial has ended: there is nothing left to warn about.
  if (ends !== null && ends <= now) return [];
  const quota = quotaOf(account, plan, service.clock);
  // If a plan does not renew, its period started with the plan.
  const period = account.period_start > 0 ? account.period_start : account.period_anchor;
  const isLimited = plan.quota < unlimited && plan.quota > 0;
  const due: DueNotice[] = [];
  const hasRunOut = quota.used >= plan.quota;
  if (isLimited && hasRunOut) due.push({ kind: 'quota_reached', period });
  // The warning at 80 % is not sent once the quota has run out, or when the owner has turned it off.
  if (isLimited && quota.used >= plan.quota * warningShare)
    due.push({
      kind: 'quota_80',
      period,
      isSuppressed: hasRunOut || account.usage_notice === 0,
      isSuperseded: hasRunOut,
    });
  if (ends !== null && ends - trialWarningMs <= now) due.push({ kind: 'trial_ending', period: ends });
  return due;
}

/** Records and sends the notices that are due for an account, after a conversion has been counted. */
export async function queueUsageNotices(service: Notices, accountId: string): Promise<void> {
  const account = await getAccount(service.db, accountId);
  const plan = account === undefined ? undefined : service.plans.get(account.plan);
  if (account === undefined || plan === undefined) return;
  if (await queue(service, account, plan)) await sendNotices(service);
}

/** The events that webhooks receive in addition to the e-mails. */
const events = {
  quota_80: 'quota.warning',
  quota_reached: 'quota.exhausted',
  trial_ending: 'trial.expiring',
} as const satisfies Record<NoticeKind, EventType>;

async function queue(service: Notices, account: AccountRow, plan: Plan): Promise<boolean> {
  const { db, clock } = service;
  let isNew = false;
  for (const { kind, period, isSuppressed = false, isSuperseded = false } of dueNotices(account, plan, { clock })) {
    const row: NoticeRow = {
      account_id: account.id,
      kind,
      period,
      created_at: clock.now(),
      claimed_at: null,
      sent_at: isSuppressed ? clock.now() : null,
      attempts: 0,
    };
    const isAdded = await db.transaction().execute(async (trx) => {
      const added = await trx
        .insertInto('notices')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if ((added.numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
      const event = { accountId: account.id, type: events[kind], data: quotaOf(account, plan, clock) };
      if (!isSuperseded) await announce(service, trx, event);
      return true;
    });
    isNew ||= isAdded && !isSuppressed;
  }
  return isNew;
}

const nameOf = ({ account_id, kind, period }: Pick<NoticeRow, 'account_id' | 'kind' | 'period'>): string =>
  [account_id, kind, period].join(' ');

/** Checks all accounts for dates that have arrived, counters that were set by hand, and notices that could not be sent earlier. */
export async function sweepNotices(service: Notices): Promise<void> {
  const { db, clock, plans } = service;
  for (const plan of plans.values()) {
    const candidates = db
      .selectFrom('accounts')
      .where('plan', '=', plan.name)
      .where('suspended_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb('used', '>=', Math.ceil(plan.quota * warningShare)),
          eb('credits_expire_at', '<=', clock.now() + trialWarningMs),
        ]),
      );
    const noted = await db
      .selectFrom('notices')
      .select(['account_id', 'kind', 'period'])
      .where('account_id', 'in', candidates.select('id'))
      .execute();
    const known = new Set(noted.map(nameOf));
    for (const account of await candidates.selectAll().execute())
      if (dueNotices(account, plan, service).some((due) => !known.has(nameOf({ account_id: account.id, ...due }))))
        await queue(service, account, plan);
  }
  await sendNotices(service);
}

/** Sends the notices that no node has claimed; one that fails is retried later. */
async function sendNotices(service: Notices): Promise<void> {
  const { db, clock, mailer, log } = service;
  const waiting = await db
    .selectFrom('notices')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('attempts', '<', maxAttempts)
    .execute();
  for (const notice of waiting) {
    if (!(await claim(service, notice))) continue;
    const mail = await mailOf(service, notice);
    try {
      if (mail !== null) {
        await mailer.send(mail);
        await db.updateTable('notices').set({ sent_at: clock.now() }).where(unsent(notice)).execute();
        // The notice no longer applies; it may apply again in this period, and is recorded again then.
      } else await db.deleteFrom('notices').where(unsent(notice)).execute();
    } catch (error) {
      log.error({ err: error, notice: notice.kind }, 'a notice could not be sent; it will be retried');
    }
  }
}

/** Matches the row of a notice that has not been sent. */
const unsent =
  ({ account_id, kind, period }: NoticeRow) =>
  (eb: ExpressionBuilder<Tables, 'notices'>) =>
    eb.and([eb.and({ account_id, kind, period }), eb('sent_at', 'is', null)]);

/** Claims a notice in one statement, so that one process sends it; a claim that does not succeed expires, after an increasing delay. */
async function claim({ db, clock }: Notices, notice: NoticeRow): Promise<boolean> {
  const pause = pauseMs(notice.attempts, { firstMs: minuteMs, maxMs: 6 * hourMs });
  const claimed = await db
    .updateTable('notices')
    .where(unsent(notice))
    .set({ claimed_at: clock.now(), attempts: notice.attempts + 1 })
    .where('attempts', '=', notice.attempts)
    .where((eb) => eb.or([eb('claimed_at', 'is', null), eb('claimed_at', '<=', clock.now() - pause)]))
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

/** Renders the e-mail of a notice with the current numbers; null when the notice no longer applies. */
async function mailOf(service: Notices, notice: NoticeRow): Promise<Mail | null> {
  const { db, clock, plans, signer, publicUrl, addresses } = service;
  const account = await getAccount(db, notice.account_id);
  const plan = account === undefined ? undefined : plans.get(account.plan);
  if (account === undefined || plan === undefined || account.suspended_at !== null) return null;
  // The notice may have waited for a long time.
  const stillApplies = dueNotices(account, plan, service).some(
    ({ kind, period, isSuppressed = false }) => kind === notice.kind && period === notice.period && !isSuppressed,
  );
  if (!stillApplies) return null;
  const to = { to: account.email, language: account.language };
  const quota = quotaOf(account, plan, clock);
  const url = publicUrl() + addresses.plan;
  const values = { used: quota.used, quota: plan.quota, renewsAt: quota.quota_period_end, url };
  if (notice.kind === 'quota_reached') return renderMail('quota_reached', { ...values, limit: softCapLimit(plan) }, to);
  if (notice.kind === 'trial_ending') {
    const left = Math.max(0, plan.quota - quota.used);
    return renderMail('trial_ending', { left, endsAt: notice.period, url }, to);
  }
  const token = signer.sign(unsubscribePurpose, { account: account.id }, clock.now() + unsubscribeLifetimeMs);
  const unsubscribeUrl = `${publicUrl()}${addresses.unsubscribe}/${token}`;
  const mail = renderMail('quota_80', { ...values, unsubscribeUrl }, to);
  // One-click unsubscribe in the mail program (RFC 8058).
  const headers = { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { ...mail, headers };
}
