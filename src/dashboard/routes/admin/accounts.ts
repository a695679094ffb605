// For administrators: every account, with its plan and its audit log.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { AuditEventType } from '#messages/audit-events.ts';
import { languages } from '#messages/languages.ts';
import {
  changeAccount,
  createAccount,
  findAccount,
  getAccount,
  searchAccounts,
  setPaused,
  setSuspended,
} from '#service/accounts/accounts.ts';
import { auditLog, recordEvent } from '#service/accounts/audit.ts';
import { deleteAccount } from '#service/accounts/delete-account.ts';
import { noPlan, type Plans } from '#service/accounts/plans.ts';
import { quotaOf } from '#service/accounts/quota.ts';
import { isDuplicate } from '#service/database/constraints.ts';
import type { AccountRow } from '#service/database/schema.ts';
import type { Store } from '#service/database/store.ts';
import type { Accounts, Jobs, Runtime, Sessions } from '#service/roles.ts';
import { eventFields } from '../../audit.ts';
import { administrator, authHeaders } from '../../guard.ts';
import { parseInput } from '../../input.ts';
import { Refusal } from '../../refusal.ts';
import { emailField } from '../sign-in.ts';

const pageSize = 50;
const listQuery = z.strictObject({
  search: z.string().max(254).default(''),
  page: z.coerce.number().int().min(0).default(0),
});
const role = z.enum(['user', 'admin']);
const newBody = z.strictObject({
  email: emailField,
  plan: z.string(),
  role: role.default('user'),
  language: z.enum(languages).default('en'),
  /** Whether a sign-in link is sent. */
  invite: z.boolean().default(false),
});
const changeBody = z.strictObject({ plan: z.string(), role, suspended: z.boolean(), paused: z.boolean() }).partial();
const deleteBody = z.strictObject({ email: z.string() });

interface AccountParams {
  Params: { accountId: string };
}

type Administration = Accounts & Jobs & Runtime & Sessions;

export function accountAdminRoutes(app: FastifyInstance, service: Administration): void {
  const { db, clock, plans, background, log } = service;

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

  app.post('/dashboard/api/admin/accounts', async (request, reply) => {
    const { email: actor } = await administrator(service, request, reply);
    const { invite, ...wanted } = parseInput(newBody, request.body);
    requirePlan(plans, wanted.plan);
    if ((await findAccount(db, wanted.email)) !== undefined) throw new Refusal('address_taken');
    const account = await createAccount(db, clock, plans, wanted).catch((error: unknown) => {
      throw isDuplicate(error) ? new Refusal('address_taken') : error;
    });
    await recordEvent(service, { accountId: account.id, event: 'account_created', actor, address: request.ip });
    const headers = authHeaders(request, service.publicUrl());
    if (invite) background.run(() => service.signIn.sendLink(account.email, headers), 'an invitation was not sent');
    return reply.code(201).send(adminAccountFields(service, account));
  });

  app.get<AccountParams>('/dashboard/api/admin/accounts/:accountId', async (request, reply) => {
    await administrator(service, request, reply);
    const account = await requireAccount(service, request.params.accountId);
    return { ...adminAccountFields(service, account), activity: (await auditLog(db, account.id)).map(eventFields) };
  });

  app.patch<AccountParams>('/dashboard/api/admin/accounts/:accountId', async (request, reply) => {
    const by = await administrator(service, request, reply);
    const account = await requireAccount(service, request.params.accountId);
    await change(service, request, { account, by, wanted: parseInput(changeBody, request.body) });
    return adminAccountFields(service, await requireAccount(service, account.id));
  });

  app.delete<AccountParams>('/dashboard/api/admin/accounts/:accountId', async (request, reply) => {
    const by = await administrator(service, request, reply);
    const account = await requireAccount(service, request.params.accountId);
    const { email } = parseInput(deleteBody, request.body);
    if (account.id === by.id) throw new Refusal('invalid_input', 'Delete your own account in the settings.', 'email');
    if (email.trim().toLowerCase() !== account.email)
      throw new Refusal('invalid_input', 'Enter the e-mail address of this account to confirm.', 'email');
    await deleteAccount(service, account.id);
    // Its own log is gone with it.
    await recorder(service, request, by, by)('account_deleted', { account: account.id });
    log.info({ account: account.id, by: by.id }, 'an account was deleted by an administrator');
    return { status: 'deleted' };
  });
}

async function change(
  service: Administration,
  request: FastifyRequest,
  { account, by, wanted }: { account: AccountRow; by: AccountRow; wanted: z.output<typeof changeBody> },
): Promise<void> {
  const { db, clock, plans } = service;
  const { plan = account.plan, role: newRole = account.role, suspended, paused } = wanted;
  if (wanted.plan !== undefined) requirePlan(plans, plan);
  if (wanted.role === 'user' && account.id === by.id)
    throw new Refusal('invalid_input', 'You cannot remove your own administrator role.', 'role');
  if (suspended === true && account.id === by.id)
    throw new Refusal('invalid_input', 'You cannot suspend your own account.', 'suspended');
  const hasNewPlan = plan !== account.plan;
  await changeAccount(db, clock, plans, account.id, { ...(hasNewPlan && { plan }), role: newRole });
  const record = recorder(service, request, by, account);
  if (hasNewPlan) await record('plan_changed', { from: account.plan, to: plan });
  if (newRole !== account.role) await record('role_changed', { from: account.role, to: newRole });
  if (suspended !== undefined && (await setSuspended(service, account.id, suspended)))
    await record(suspended ? 'account_suspended' : 'account_resumed');
  if (paused !== undefined && (await setPaused(service, account.id, paused)))
    await record(paused ? 'account_paused' : 'account_continued');
}

const recorder =
  (store: Store, request: FastifyRequest, { email: actor }: AccountRow, { id: accountId }: AccountRow) =>
  (event: AuditEventType, detail?: Record<string, string>) =>
    recordEvent(store, { accountId, event, actor, address: request.ip, ...(detail && { detail }) });

async function requireAccount({ db }: Store, id: string): Promise<AccountRow> {
  const account = await getAccount(db, id);
  if (account === undefined) throw new Refusal('not_found');
  return account;
}

function requirePlan(plans: Plans, plan: string): void {
  if (plan !== noPlan && !plans.has(plan))
    throw new Refusal('invalid_input', 'There is no plan with this name.', 'plan');
}

/** An account in the list of accounts. */
export function adminAccountFields({ plans, clock }: Accounts, account: AccountRow) {
  const plan = plans.get(account.plan);
  return {
    id: account.id,
    email: account.email,
    plan: account.plan,
    role: account.role,
    created_at: account.created_at,
    suspended_at: account.suspended_at,
    paused_at: account.paused_at,
    quota: plan === undefined ? null : quotaOf(account, plan, clock),
  };
}
