// Accounts: who has which plan.
import { addMonths, monthlyPeriod, type Clock } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import type { Database } from '#service/database/sqlite.ts';
import type { AccountRow } from '#service/database/schema.ts';
import { noPlan, type Plans } from './plans.ts';

const creditMonths = 12;

/** What the plan of an account means for its counters when it begins now. */
function planStart(plans: Plans, plan: string, now: number) {
  const renews = plans.get(plan)?.renews;
  return {
    plan,
    period_anchor: now,
    period_start: renews === 'monthly' ? monthlyPeriod(now, now).start : 0,
    credits_expire_at: renews === 'once' ? addMonths(now, creditMonths) : null,
  };
}

export function requirePlan(plans: Plans, plan: string): void {
  if (plan !== noPlan && !plans.has(plan))
    throw new Error(`there is no plan "${plan}"; known are ${[...plans.keys(), noPlan].join(', ')}`);
}

export async function createAccount(
  db: Database,
  clock: Clock,
  plans: Plans,
  { email, plan, used = 0 }: { email: string; plan: string; used?: number },
): Promise<AccountRow> {
  requirePlan(plans, plan);
  const now = clock.now();
  const row: AccountRow = {
    id: newId(now),
    email: email.trim().toLowerCase(),
    role: 'user',
    created_at: now,
    used,
    ...planStart(plans, plan, now),
  };
  await db.insertInto('accounts').values(row).execute();
  return row;
}

export const findAccount = (db: Database, email: string): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').selectAll().where('email', '=', email.trim().toLowerCase()).executeTakeFirst();

export const getAccount = (db: Database, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();

export const listAccounts = (db: Database): Promise<AccountRow[]> =>
  db.selectFrom('accounts').selectAll().orderBy('created_at').execute();

/** Changes what is given; another plan begins a new period today, with what was used kept unless it is given. */
export async function changeAccount(
  db: Database,
  clock: Clock,
  plans: Plans,
  id: string,
  change: { plan?: string; role?: AccountRow['role']; used?: number },
): Promise<void> {
  const { plan, role, used } = change;
  if (plan !== undefined) requirePlan(plans, plan);
  await db
    .updateTable('accounts')
    .set({
      ...(plan === undefined ? {} : planStart(plans, plan, clock.now())),
      ...(role === undefined ? {} : { role }),
      ...(used === undefined ? {} : { used }),
    })
    .where('id', '=', id)
    .execute();
  // `used` is meant for the present period, whatever period the counter was last touched in.
  const account = used === undefined ? undefined : await getAccount(db, id);
  if (account !== undefined && account.period_start > 0) {
    const { start } = monthlyPeriod(account.period_anchor, clock.now());
    await db.updateTable('accounts').set({ period_start: start }).where('id', '=', id).execute();
  }
}

/** Deletes the account with its keys and job rows; the files of its jobs are the caller's to delete. */
export async function deleteAccount(db: Database, id: string): Promise<void> {
  await db.deleteFrom('accounts').where('id', '=', id).execute();
}
