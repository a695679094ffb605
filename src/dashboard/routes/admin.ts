// For administrators: every account, its plan and its trail; the queue and the engines.
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { changeAccount, getAccount } from '#service/accounts/accounts.ts';
import { record, trail } from '#service/accounts/audit.ts';
import { noPlan } from '#service/accounts/plans.ts';
import { quotaOf } from '#service/accounts/quota.ts';
import type { AccountRow } from '#service/database/schema.ts';
import type { Service } from '#service/service.ts';
import { administrator } from '../guard.ts';
import { parseInput } from '../input.ts';
import { Refusal } from '../refusal.ts';
import { deedFields } from './account.ts';

const pageSize = 50;
const listQuery = z.strictObject({
  search: z.string().max(254).default(''),
  page: z.coerce.number().int().min(0).default(0),
});
const changeBody = z.strictObject({ plan: z.string(), role: z.enum(['user', 'admin']) }).partial();

interface AccountParams {
  Params: { accountId: string };
}

export function adminRoutes(app: FastifyInstance, service: Service): void {
  const { db, clock, plans } = service;

  app.get('/dashboard/api/admin/accounts', async (request, reply) => {
    await administrator(service, request, reply);
    const { search, page } = parseInput(listQuery, request.query);
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    const rows = await db
      .selectFrom('accounts')
      .selectAll()
      .where(sql<boolean>`email like ${pattern} escape '\\'`)
      .orderBy('created_at', 'desc')
      .offset(page * pageSize)
      .limit(pageSize + 1)
      .execute();
    return {
      accounts: rows.slice(0, pageSize).map((row) => accountFields(service, row)),
      has_more: rows.length > pageSize,
      plans: [...plans.values()],
    };
  });

  app.get<AccountParams>('/dashboard/api/admin/accounts/:accountId', async (request, reply) => {
    await administrator(service, request, reply);
    const account = await found(request.params.accountId);
    return { ...accountFields(service, account), activity: (await trail(db, account.id)).map(deedFields) };
  });

  app.patch<AccountParams>('/dashboard/api/admin/accounts/:accountId', async (request, reply) => {
    const administratorAccount = await administrator(service, request, reply);
    const account = await found(request.params.accountId);
    const { plan, role } = parseInput(changeBody, request.body);
    if (plan !== undefined && plan !== noPlan && !plans.has(plan))
      throw new Refusal('invalid_input', 'There is no such plan.', 'plan');
    if (role === 'user' && account.id === administratorAccount.id)
      throw new Refusal('invalid_input', 'You cannot take your own rights away.', 'role');
    await changeAccount(db, clock, plans, account.id, {
      ...(plan === undefined || plan === account.plan ? {} : { plan }),
      ...(role === undefined ? {} : { role }),
    });
    const deed = { accountId: account.id, actor: administratorAccount.email, address: request.ip };
    if (plan !== undefined && plan !== account.plan)
      await record(db, clock, { ...deed, event: 'plan_changed', detail: { from: account.plan, to: plan } });
    if (role !== undefined && role !== account.role)
      await record(db, clock, { ...deed, event: 'role_changed', detail: { from: account.role, to: role } });
    return accountFields(service, await found(account.id));
  });

  app.get('/dashboard/api/admin/health', async (request, reply) => {
    await administrator(service, request, reply);
    const { dispatcher, engines, isolation } = service;
    return {
      queue: { running: dispatcher.running, waiting: dispatcher.waiting, is_full: dispatcher.isFull },
      office: engines.libreoffice.status(),
      isolation,
      accounts: await count('accounts'),
      jobs_pending: await count('jobs'),
      mails_waiting: await count('notices'),
    };
  });

  const found = async (id: string): Promise<AccountRow> => {
    const account = await getAccount(db, id);
    if (account === undefined) throw new Refusal('not_found');
    return account;
  };

  const count = async (table: 'accounts' | 'jobs' | 'notices'): Promise<number> => {
    let rows = db.selectFrom(table).select((eb) => eb.fn.countAll<number | string>().as('n'));
    if (table === 'jobs') rows = rows.where('state', '=', 'pending');
    if (table === 'notices') rows = rows.where('sent_at', 'is', null);
    return Number((await rows.executeTakeFirstOrThrow()).n);
  };
}

function accountFields({ plans, clock }: Service, account: AccountRow) {
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
