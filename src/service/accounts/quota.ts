// The quota of accounts: reserved before a conversion, refunded when the service is to blame. Exact under concurrency, because
// every change is one statement that checks and counts.
import { sql, type Transaction } from 'kysely';
import { dayMs, monthlyPeriod, type Clock } from '#core/clock.ts';
import { Failure } from '#core/failure.ts';
import type { Database } from '#service/database/database.ts';
import type { AccountRow, JobRow, Tables } from '#service/database/schema.ts';
import { softCapLimit, type OfferUpgrade, type Plan } from './plans.ts';

/** The body of GET /quota. */
export interface Quota {
  plan: string;
  quota: number;
  used: number;
  soft_cap_limit: number;
  status: 'ok' | 'soft_cap' | 'hard_cap';
  period_end: number | null;
  quota_period_end: number | null;
  credits_expire_at: number | null;
}

interface Period {
  start: number;
  end: number | null;
}

const periodOf = (account: AccountRow, plan: Plan, clock: Clock): Period =>
  plan.renews === 'monthly' ? monthlyPeriod(account.period_anchor, clock.now()) : { start: 0, end: null };

/** Returns the current quota of an account; `used` of an earlier period counts as zero. */
export function quotaOf(account: AccountRow, plan: Plan, clock: Clock): Quota {
  const period = periodOf(account, plan, clock);
  const used = account.period_start < period.start ? 0 : account.used;
  const cap = softCapLimit(plan);
  return {
    plan: plan.name,
    quota: plan.quota,
    used,
    soft_cap_limit: cap,
    status: used >= cap ? 'hard_cap' : used >= plan.quota ? 'soft_cap' : 'ok',
    period_end: period.end,
    quota_period_end: period.end,
    credits_expire_at: account.credits_expire_at,
  };
}

/** Checks that conversions are left, without reserving one. @throws credits_expired, quota_exceeded */
export function checkQuota(account: AccountRow, plan: Plan, clock: Clock, offer: OfferUpgrade): void {
  if (account.credits_expire_at !== null && account.credits_expire_at <= clock.now())
    throw new Failure('credits_expired', {
      expired_at: account.credits_expire_at,
      ...offer(plan, moreConversions(plan)),
    });
  if (quotaOf(account, plan, clock).status === 'hard_cap') throw quotaExceeded(account, plan, clock, offer);
}

export function quotaExceeded(account: AccountRow, plan: Plan, clock: Clock, offer: OfferUpgrade): Failure {
  const { end } = periodOf(account, plan, clock);
  if (end !== null) return new Failure('quota_exceeded', { quota_period_end: end });
  return new Failure('quota_exceeded', {
    quota_period_end: null,
    period_end: null,
    ...offer(plan, moreConversions(plan)),
  });
}

const moreConversions = (plan: Plan) => (other: Plan) => other.renews === 'monthly' && other.quota > plan.quota;

/** Reserves conversions and returns the start of their period; null when the cap is reached. */
export async function reserve(
  trx: Transaction<Tables>,
  account: AccountRow,
  plan: Plan,
  clock: Clock,
  conversions = 1,
): Promise<number | null> {
  const { start } = periodOf(account, plan, clock);
  const usedNow = sql<number>`case when period_start < ${start} then 0 else used end`;
  const counted = await trx
    .updateTable('accounts')
    .set({
      used: sql`${usedNow} + ${conversions}`,
      period_start: sql`case when period_start < ${start} then ${start} else period_start end`,
    })
    .where('id', '=', account.id)
    .where(usedNow, '<=', softCapLimit(plan) - conversions)
    .returning('period_start')
    .executeTakeFirst();
  // If another node is already in the next period, the conversion counts toward that period.
  return counted?.period_start ?? null;
}

/** The number of conversions with test keys per account and day (UTC). */
export const testsPerDay = 50;

const dayOf = (clock: Clock): number => Math.floor(clock.now() / dayMs);

/** Reserves conversions of a test key and returns their day; null when the day's allowance is used up. */
export async function reserveTest(
  trx: Transaction<Tables>,
  { id }: AccountRow,
  clock: Clock,
  conversions = 1,
): Promise<number | null> {
  const day = dayOf(clock);
  const usedNow = sql<number>`case when test_day < ${day} then 0 else test_used end`;
  const counted = await trx
    .updateTable('accounts')
    .set({
      test_used: sql`${usedNow} + ${conversions}`,
      test_day: sql`case when test_day < ${day} then ${day} else test_day end`,
    })
    .where('id', '=', id)
    .where(usedNow, '<=', testsPerDay - conversions)
    .returning('test_day')
    .executeTakeFirst();
  return counted?.test_day ?? null;
}

/** Checks that test conversions are left today, without reserving one. @throws quota_exceeded */
export function checkTests({ test_day, test_used }: AccountRow, clock: Clock): void {
  if (test_day >= dayOf(clock) && test_used >= testsPerDay) throw testsExceeded(clock);
}

export const testsExceeded = (clock: Clock): Failure =>
  new Failure('quota_exceeded', { quota_period_end: (dayOf(clock) + 1) * dayMs });

/** Refunds conversions, unless their period (or, for a test, their day) has ended in the meantime. */
export async function refund(
  trx: Transaction<Tables> | Database,
  { account_id, quota_period_start, is_test }: Pick<JobRow, 'account_id' | 'quota_period_start' | 'is_test'>,
  conversions = 1,
): Promise<void> {
  const [period, used] = is_test === 1 ? (['test_day', 'test_used'] as const) : (['period_start', 'used'] as const);
  await trx
    .updateTable('accounts')
    .set({ [used]: sql`${sql.ref(used)} - ${conversions}` })
    .where('id', '=', account_id)
    .where(period, '=', quota_period_start)
    .where(used, '>=', conversions)
    .execute();
}
