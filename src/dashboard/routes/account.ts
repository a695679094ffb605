// The signed-in account: profile, usage, settings, audit log, and deleting it.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dayMs } from '#core/clock.ts';
import { languages } from '#messages/languages.ts';
import { changeSettings, getAccount, isLastAdministrator } from '#service/accounts/accounts.ts';
import { auditLog } from '#service/accounts/audit.ts';
import { deleteAccount } from '#service/accounts/delete-account.ts';
import { hasHadKey } from '#service/accounts/keys.ts';
import { quotaOf } from '#service/accounts/quota.ts';
import { endOtherSessions } from '#service/accounts/sign-in.ts';
import { usageByDay } from '#service/accounts/usage.ts';
import type { AccountRow } from '#service/database/schema.ts';
import type { Store } from '#service/database/store.ts';
import { eventFields, recordOwnerEvent } from '../audit.ts';
import { sessionOf, signedIn } from '../guard.ts';
import { isOwnMachine } from '#service/trials/own-machine.ts';
import { hasCustomers } from '../has-customers.ts';
import { parseInput } from '../input.ts';
import { Refusal } from '../refusal.ts';
import { addressRoutes, type AccountPages } from './address.ts';

const usageDays = 30;
const settingsBody = z.strictObject({ language: z.enum(languages), usage_notice: z.boolean() }).partial();

export function accountRoutes(app: FastifyInstance, service: AccountPages): void {
  const { config, db, plans, signer } = service;
  addressRoutes(app, service);

  app.get('/dashboard/api/me', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    return accountFields(service, account);
  });

  // Asked by pages that do not know whether anybody is signed in.
  app.get('/dashboard/api/session', async (request, reply) => {
    const account = await signedIn(service, request, reply).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'not_signed_in') return null;
      throw error;
    });
    return { me: account === null ? null : await accountFields(service, account) };
  });

  app.get('/dashboard/api/usage', async (request, reply) => {
    const { id } = await signedIn(service, request, reply);
    return usageFields(service, id);
  });

  app.get('/dashboard/api/plans', async (request, reply) => {
    await signedIn(service, request, reply);
    return {
      plans: [...plans.values()],
      has_prices: hasCustomers(config),
      isOwnMachine: isOwnMachine(config, request.headers),
    };
  });

  app.patch('/dashboard/api/settings', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const { language, usage_notice: usageNotice } = parseInput(settingsBody, request.body);
    await changeSettings(db, account.id, { language, usageNotice });
    return accountFields(service, (await getAccount(db, account.id)) ?? account);
  });

  app.post('/dashboard/api/sessions/end', async (request, reply) => {
    const { account, token } = await sessionOf(service, request, reply);
    await endOtherSessions(db, account.id, token);
    await recordOwnerEvent(service, request, account.id, 'signed_out_elsewhere');
    return { status: 'ended' };
  });

  app.get('/dashboard/api/activity', async (request, reply) => {
    const { id } = await signedIn(service, request, reply);
    return { activity: (await auditLog(db, id)).map(eventFields) };
  });

  app.delete('/dashboard/api/account', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const { email } = parseInput(z.strictObject({ email: z.string() }), request.body);
    if (email.trim().toLowerCase() !== account.email)
      throw new Refusal('invalid_input', 'Enter the e-mail address of this account to confirm.', 'email');
    if (await isLastAdministrator(db, account)) throw new Refusal('last_administrator');
    await deleteAccount(service, account.id, { remember: signer });
    service.log.info({ account: account.id }, 'an account was deleted by its owner');
    return { status: 'deleted' };
  });
}

/** The conversions of the last 30 days. */
export async function usageFields({ db, clock }: Store, accountId: string) {
  const until = Math.floor(clock.now() / dayMs) * dayMs;
  return {
    from: until - (usageDays - 1) * dayMs,
    until,
    cells: await usageByDay(db, clock, accountId, usageDays),
  };
}

/** The signed-in account. */
export async function accountFields({ db, plans, clock, config, publicUrl }: AccountPages, account: AccountRow) {
  const plan = plans.get(account.plan);
  return {
    email: account.email,
    role: account.role,
    language: account.language,
    usage_notice: account.usage_notice === 1,
    created_at: account.created_at,
    /** Whether the account has, or once had, a key: POST /first-key creates one for accounts that never had. */
    has_had_key: await hasHadKey(db, account.id),
    plan: plan ?? null,
    quota: plan === undefined ? null : quotaOf(account, plan, clock),
    api_url: `${publicUrl()}/v1`,
    upgrade_url: config.upgradeUrl ?? null,
  };
}
