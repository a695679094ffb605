// The mails of a quota: at 80 %, when it runs out, and 30 days before trial credits end. Each once a period, however many
// processes look: a row that can exist only once says that a mail is due, and whoever claims the row sends it.
import type { ExpressionBuilder } from 'kysely';
import { dayMs, hourMs, minuteMs } from '#core/clock.ts';
import type { AccountRow, NoticeKind, NoticeRow, Tables } from '#service/database/schema.ts';
import { writeMail } from '#service/email/letters.ts';
import type { Mail } from '#service/email/mailer.ts';
import type { Accounts, Mail as MailRole, Runtime, Store } from '#service/roles.ts';
import { getAccount } from './accounts.ts';
import { softCapLimit, unlimited, type Plan } from './plans.ts';
import { quotaOf } from './quota.ts';

const warnAt = 0.8;
const trialWarningMs = 30 * dayMs;
const mostAttempts = 20;
/** The one-click link of a mail goes on working while the mail lies around. */
const unsubscribeLifeMs = 365 * dayMs;
export const unsubscribePurpose = 'unsubscribe';

type Notices = Store & Pick<Accounts, 'plans'> & MailRole & Pick<Runtime, 'log'>;

interface Due {
  kind: NoticeKind;
  period: number;
  /** Noted, but not sent. */
  isNeedless?: boolean;
}

/** The notices that an account's counters call for now. */
function dueKinds(account: AccountRow, plan: Plan, service: Pick<Store, 'clock'>): Due[] {
  const now = service.clock.now();
  const ends = account.credits_expire_at;
  // After the trial there is nothing to warn of.
  if (ends !== null && ends <= now) return [];
  const quota = quotaOf(account, plan, service.clock);
  // On a plan that does not renew, the period is the time since it was taken.
  const period = account.period_start > 0 ? account.period_start : account.period_anchor;
  const isLimited = plan.quota < unlimited && plan.quota > 0;
  const due: Due[] = [];
  const hasRunOut = quota.used >= plan.quota;
  if (isLimited && hasRunOut) due.push({ kind: 'quota_reached', period });
  // Who hears that it ran out need not hear, before or after, that it nearly did.
  if (isLimited && quota.used >= plan.quota * warnAt)
    due.push({ kind: 'quota_80', period, isNeedless: hasRunOut || account.usage_notice === 0 });
  if (ends !== null && ends - trialWarningMs <= now) due.push({ kind: 'trial_ending', period: ends });
  return due;
}

/** Notes what is due for one account, and sends it in the background; called when a conversion was counted. */
export async function noticeUsage(service: Notices, accountId: string): Promise<void> {
  const account = await getAccount(service.db, accountId);
  const plan = account === undefined ? undefined : service.plans.get(account.plan);
  if (account === undefined || plan === undefined) return;
  if (await note(service, account, plan)) await sendNotices(service);
}

async function note({ db, clock }: Notices, account: AccountRow, plan: Plan): Promise<boolean> {
  let isNew = false;
  for (const { kind, period, isNeedless = false } of dueKinds(account, plan, { clock })) {
    const row: NoticeRow = {
      account_id: account.id,
      kind,
      period,
      created_at: clock.now(),
      claimed_at: null,
      sent_at: isNeedless ? clock.now() : null,
      attempts: 0,
    };
    const added = await db
      .insertInto('notices')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    isNew ||= (added.numInsertedOrUpdatedRows ?? 0n) > 0n && !isNeedless;
  }
  return isNew;
}

const nameOf = ({ account_id, kind, period }: Pick<NoticeRow, 'account_id' | 'kind' | 'period'>): string =>
  [account_id, kind, period].join(' ');

/** One round over all accounts: what the calendar makes due, what a counter set by hand does, what could not be sent before. */
export async function noticeRound(service: Notices): Promise<void> {
  const { db, clock, plans } = service;
  for (const plan of plans.values()) {
    const candidates = db
      .selectFrom('accounts')
      .where('plan', '=', plan.name)
      .where((eb) =>
        eb.or([
          eb('used', '>=', Math.ceil(plan.quota * warnAt)),
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
      if (dueKinds(account, plan, service).some((due) => !known.has(nameOf({ account_id: account.id, ...due }))))
        await note(service, account, plan);
  }
  await sendNotices(service);
}

/** Sends what is due and taken on by nobody; a mail that failed is tried again later. */
async function sendNotices(service: Notices): Promise<void> {
  const { db, clock, mailer, log } = service;
  const waiting = await db
    .selectFrom('notices')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('attempts', '<', mostAttempts)
    .execute();
  for (const notice of waiting) {
    if (!(await claim(service, notice))) continue;
    const mail = await mailOf(service, notice);
    try {
      if (mail !== null) {
        await mailer.send(mail);
        await db.updateTable('notices').set({ sent_at: clock.now() }).where(unsent(notice)).execute();
        // What is not true now may become true in the same period, and is noted anew then.
      } else await db.deleteFrom('notices').where(unsent(notice)).execute();
    } catch (error) {
      log.error({ err: error, notice: notice.kind }, 'a notice could not be sent; it is tried again');
    }
  }
}

/** The row of a notice that is still to be sent. */
const unsent =
  ({ account_id, kind, period }: NoticeRow) =>
  (eb: ExpressionBuilder<Tables, 'notices'>) =>
    eb.and([eb.and({ account_id, kind, period }), eb('sent_at', 'is', null)]);

/** One statement decides who sends; a claim that led to nothing may be taken over, each time after a longer while. */
async function claim({ db, clock }: Notices, notice: NoticeRow): Promise<boolean> {
  const pause = Math.min(6 * hourMs, 2 ** notice.attempts * minuteMs);
  const claimed = await db
    .updateTable('notices')
    .where(unsent(notice))
    .set({ claimed_at: clock.now(), attempts: notice.attempts + 1 })
    .where('attempts', '=', notice.attempts)
    .where((eb) => eb.or([eb('claimed_at', 'is', null), eb('claimed_at', '<=', clock.now() - pause)]))
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

/** The mail of a notice, with the numbers of now; null when there is nothing to say any more. */
async function mailOf(service: Notices, notice: NoticeRow): Promise<Mail | null> {
  const { db, clock, plans, signer, publicUrl } = service;
  const account = await getAccount(db, notice.account_id);
  const plan = account === undefined ? undefined : plans.get(account.plan);
  if (account === undefined || plan === undefined) return null;
  // It may have waited long: what is not true any more is not said.
  const isTrue = dueKinds(account, plan, service).some(
    ({ kind, period, isNeedless = false }) => kind === notice.kind && period === notice.period && !isNeedless,
  );
  if (!isTrue) return null;
  const to = { to: account.email, language: account.language };
  const quota = quotaOf(account, plan, clock);
  const url = `${publicUrl()}/dashboard/plan`;
  const facts = { used: quota.used, quota: plan.quota, renewsAt: quota.quota_period_end, url };
  if (notice.kind === 'quota_reached') return writeMail('quota_reached', { ...facts, limit: softCapLimit(plan) }, to);
  if (notice.kind === 'trial_ending') {
    const left = Math.max(0, plan.quota - quota.used);
    return writeMail('trial_ending', { left, endsAt: notice.period, url }, to);
  }
  const token = signer.sign(unsubscribePurpose, { account: account.id }, clock.now() + unsubscribeLifeMs);
  const unsubscribeUrl = `${publicUrl()}/unsubscribe/${token}`;
  const mail = writeMail('quota_80', { ...facts, unsubscribeUrl }, to);
  // One click in the mail program is enough (RFC 8058).
  const headers = { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
  return { ...mail, headers };
}
