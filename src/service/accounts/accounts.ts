// Accounts and their plans.
import { addMonths, monthlyPeriod, type Clock } from '#core/clock.ts';
import { newId } from '#core/ids.ts';
import { isDuplicate } from '#service/database/constraints.ts';
import { contains } from '#service/database/like.ts';
import type { Store } from '#service/database/store.ts';
import type { Database } from '#service/database/database.ts';
import type { Language } from '#messages/languages.ts';
import type { AccountRow } from '#service/database/schema.ts';
import { noPlan, type Plans } from './plans.ts';

const creditMonths = 12;

/** Returns the plan, period and expiry of an account whose plan starts now. */
function startOfPlan(plans: Plans, plan: string, now: number) {
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

export interface NewAccount {
  email: string;
  plan: string;
  used?: number;
  language?: Language;
  role?: AccountRow['role'];
}

export async function createAccount(
  db: Database,
  clock: Clock,
  plans: Plans,
  { email, plan, used = 0, language = 'en', role = 'user' }: NewAccount,
): Promise<AccountRow> {
  requirePlan(plans, plan);
  const now = clock.now();
  const row: AccountRow = {
    id: newId(now),
    email: email.trim().toLowerCase(),
    role,
    created_at: now,
    used,
    language,
    test_day: 0,
    test_used: 0,
    suspended_at: null,
    paused_at: null,
    usage_notice: 1,
    ...startOfPlan(plans, plan, now),
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

/** Returns one page of the accounts whose e-mail address contains `search`, newest first. */
export async function searchAccounts(
  db: Database,
  { search, page, pageSize }: { search: string; page: number; pageSize: number },
): Promise<{ rows: AccountRow[]; hasMore: boolean }> {
  const rows = await db
    .selectFrom('accounts')
    .selectAll()
    .where(contains('email', search.toLowerCase()))
    .orderBy('created_at', 'desc')
    .offset(page * pageSize)
    .limit(pageSize + 1)
    .execute();
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize };
}

/** Returns whether the account is the only administrator. */
export async function isLastAdministrator(db: Database, { role }: AccountRow): Promise<boolean> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('role', '=', 'admin')
    .where('suspended_at', 'is', null)
    .limit(2)
    .execute();
  return role === 'admin' && rows.length === 1;
}

/** Changes the passed settings. */
export async function changeSettings(
  db: Database,
  id: string,
  { language, usageNotice }: { language?: Language | undefined; usageNotice?: boolean | undefined },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({
      id,
      ...(language === undefined ? {} : { language }),
      ...(usageNotice === undefined ? {} : { usage_notice: usageNotice ? 1 : 0 }),
    })
    .where('id', '=', id)
    .execute();
}

/** Changes the given properties. A new plan starts a new period today; `used` carries over unless it is given. */
export async function changeAccount(
  db: Database,
  clock: Clock,
  plans: Plans,
  id: string,
  change: { plan?: string; role?: AccountRow['role']; used?: number; email?: string },
): Promise<void> {
  const { plan, role, used, email } = change;
  if (plan !== undefined) requirePlan(plans, plan);
  await db
    .updateTable('accounts')
    .set({
      id,
      ...(plan === undefined ? {} : startOfPlan(plans, plan, clock.now())),
      ...(role === undefined ? {} : { role }),
      ...(used === undefined ? {} : { used }),
    })
    .where('id', '=', id)
    .execute();
  if (email !== undefined) await changeAddress(db, id, email);
  // A given `used` is for the current period, whichever period the counter was last written in.
  const account = used === undefined ? undefined : await getAccount(db, id);
  if (account !== undefined && account.period_start > 0) {
    const { start } = monthlyPeriod(account.period_anchor, clock.now());
    await db.updateTable('accounts').set({ period_start: start }).where('id', '=', id).execute();
  }
}

/** Suspends an account, or resumes it. While suspended, nobody can sign in or use its keys; files and quota stay. False when nothing changed. */
export const setSuspended = (store: Store, id: string, suspended: boolean): Promise<boolean> =>
  setSince(store, id, 'suspended_at', suspended);

/** Pauses an account, or continues it. While paused, its asynchronous jobs wait and its other conversions are refused. False when nothing changed. */
export const setPaused = (store: Store, id: string, paused: boolean): Promise<boolean> =>
  setSince(store, id, 'paused_at', paused);

async function setSince(
  { db, clock }: Store,
  id: string,
  column: 'suspended_at' | 'paused_at',
  isOn: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ [column]: isOn ? clock.now() : null })
    .where('id', '=', id)
    .where(column, isOn ? 'is' : 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Changes the e-mail address of an account; false if another account has it. */
export async function changeAddress(db: Database, id: string, to: string): Promise<boolean> {
  const email = to.trim().toLowerCase();
  try {
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('accounts').set({ email }).where('id', '=', id).execute();
      await trx.updateTable('users').set({ email }).where('account_id', '=', id).execute();
    });
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}
