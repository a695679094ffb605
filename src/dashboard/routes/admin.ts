// For administrators: every account, its plan and its audit log; the queue and the engines.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { changeAccount, getAccount, searchAccounts } from '#service/accounts/accounts.ts';
import { auditLog, recordEvent } from '#service/accounts/audit.ts';
import { noPlan } from '#service/accounts/plans.ts';
import { quotaOf } from '#service/accounts/quota.ts';
import { backlog } from '#service/database/health.ts';
import type { AccountRow } from '#service/database/schema.ts';
import type { Accounts, Sessions, Status } from '#service/roles.ts';
import { eventFields } from '../audit.ts';
import { administrator } from '../guard.ts';
import { parseInput } from '../input.ts';
import { Refusal } from '../refusal.ts';

const pageSize = 50;
const listQuery = z.strictObject({
  search: z.string().max(254).default(''),
  page: z.coerce.number().int().min(0).default(0),
});
const changeBody = z.strictObject({ plan: z.string(), role: z.enum(['user', 'admin']) }).partial();

interface AccountParams {
  Params: { accountId: string };
}

export function adminRoutes(app: FastifyInstance, service: Accounts & Sessions & Status): void {
  const { db, clock, plans } = service;

  app.get('/dashboard/api/admin/accounts', async (request, reply) => {
    await administrator(service, request, reply);
    const { search, page } = parseInput(listQuery, request.query);
    const { rows, hasMore } = await searchAccounts(db, { search, page, pageSize });
    return {
      accounts: rows.map((row) => adminAccountFields(service, row)),
      has_more: hasMore,
      plans: [...plans.values()],
    };
  });

  app.get<AccountParams>('/dashboard/api/admin/accounts/:accountId', async (request, reply) => {
    await administrator(service, request, reply);
    const account = await requireAccount(request.params.accountId);
    return { ...adminAccountFields(service, account), activity: (await auditLog(db, account.id)).map(eventFields) };
  });

  app.patch<AccountParams>('/dashboard/api/admin/accounts/:accountId', async (request, reply) => {
    const administratorAccount = await administrator(service, request, reply);
    const account = await requireAccount(request.params.accountId);
    const { plan, role } = parseInput(changeBody, request.body);
    if (plan !== undefined && plan !== noPlan && !plans.has(plan))
      throw new Refusal('invalid_input', 'There is no plan with this name.', 'plan');
    if (role === 'user' && account.id === administratorAccount.id)
      throw new Refusal('invalid_input', 'You cannot remove your own administrator role.', 'role');
    await changeAccount(db, clock, plans, account.id, {
      ...(plan === undefined || plan === account.plan ? {} : { plan }),
      ...(role === undefined ? {} : { role }),
    });
    const change = { accountId: account.id, actor: administratorAccount.email, address: request.ip };
    if (plan !== undefined && plan !== account.plan)
      await recordEvent(service, { ...change, event: 'plan_changed', detail: { from: account.plan, to: plan } });
    if (role !== undefined && role !== account.role)
      await recordEvent(service, { ...change, event: 'role_changed', detail: { from: account.role, to: role } });
    return adminAccountFields(service, await requireAccount(account.id));
  });

  app.get('/dashboard/api/admin/health', async (request, reply) => {
    await administrator(service, request, reply);
    return healthFields(service);
  });

  const requireAccount = async (id: string): Promise<AccountRow> => {
    const account = await getAccount(db, id);
    if (account === undefined) throw new Refusal('not_found');
    return account;
  };
}

/** The queue, the engines, and the work in the database. */
export const healthFields = async ({ db, dispatcher, office, isolation }: Status) => ({
  queue: {
    running: dispatcher.running,
    waiting: dispatcher.waiting,
    slots: dispatcher.slots,
    is_full: dispatcher.isFull,
  },
  office: office(),
  isolation,
  ...(await backlog(db)),
});

/** An account in the list of accounts. */
export function adminAccountFields({ plans, clock }: Accounts, account: AccountRow) {
  const plan = plans.get(account.plan);
  return {
    id: account.id,
    email: account.email,
    plan: account.plan,
    role: account.role,
    created_at: account.created_at,
    quota: plan === undefined ? null : quotaOf(account, plan, clock),
  };
}
