// The signed-in account: who it is, what it has used, its settings, its trail, its end.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dayMs } from '#core/clock.ts';
import { changeAddress, findAccount, getAccount } from '#service/accounts/accounts.ts';
import { record, trail } from '#service/accounts/audit.ts';
import { eraseAccount } from '#service/accounts/delete-account.ts';
import { quotaOf } from '#service/accounts/quota.ts';
import { endOtherSessions, isWelcome, linkLifeMs } from '#service/accounts/sign-in.ts';
import { keepSpentCredits } from '#service/accounts/trial-credits.ts';
import { usageByDay } from '#service/accounts/usage.ts';
import type { AccountRow, AuditRow } from '#service/database/schema.ts';
import { writeMail } from '#service/email/letters.ts';
import type { Service } from '#service/service.ts';
import { countCall } from '#transport/rates.ts';
import { sessionOf, signedIn } from '../guard.ts';
import { parseInput } from '../input.ts';
import { Refusal } from '../refusal.ts';
import { emailField } from './sign-in.ts';

const addressPurpose = 'change address';
const usageDays = 30;
const settingsBody = z.strictObject({ language: z.enum(['en', 'fr']), usage_notice: z.boolean() }).partial();

export function accountRoutes(app: FastifyInstance, service: Service): void {
  const { config, db, clock, plans, signer, mailer, limits, background } = service;

  app.get('/dashboard/api/me', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    return accountFields(service, account);
  });

  app.get('/dashboard/api/usage', async (request, reply) => {
    const { id } = await signedIn(service, request, reply);
    const until = Math.floor(clock.now() / dayMs) * dayMs;
    return {
      from: until - (usageDays - 1) * dayMs,
      until,
      cells: await usageByDay(db, clock, id, usageDays),
    };
  });

  app.get('/dashboard/api/plans', async (request, reply) => {
    await signedIn(service, request, reply);
    return { plans: [...plans.values()] };
  });

  app.patch('/dashboard/api/settings', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const { id } = account;
    const { language, usage_notice: wantsNotice } = parseInput(settingsBody, request.body);
    await db
      .updateTable('accounts')
      .set({
        id,
        ...(language === undefined ? {} : { language }),
        ...(wantsNotice === undefined ? {} : { usage_notice: wantsNotice ? 1 : 0 }),
      })
      .where('id', '=', id)
      .execute();
    return accountFields(service, (await getAccount(db, id)) ?? account);
  });

  // The new address proves itself; until then nothing changes. Whether it has an account already is not told here.
  app.post('/dashboard/api/address', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const email = parseInput(z.strictObject({ email: emailField }), request.body).email.toLowerCase();
    requireWelcome(email);
    await countCall(limits.mailsAsked, 'mails', request.ip, reply);
    background.run(() => mailProof(account, email), 'an address could not be asked to prove itself');
    return reply.code(202).send({ status: 'sent' });
  });

  app.post('/dashboard/api/address/confirm', async (request, reply) => {
    const { account, token: session } = await sessionOf(service, request, reply);
    const { token } = parseInput(z.strictObject({ token: z.string().max(2000) }), request.body);
    const said = signer.read(addressPurpose, token);
    // Who asked must be who confirms: nobody is made to give an address to a stranger's account.
    // The address it comes from is part of the proof, so that a link works once.
    if (said?.['account'] !== account.id || said['from'] !== account.email) throw new Refusal('not_your_link');
    const to = String(said['to']);
    requireWelcome(to);
    if (!(await changeAddress(db, account.id, to))) throw new Refusal('address_taken');
    await keepSpentCredits(db, signer, account);
    await endOtherSessions(db, account.id, session);
    const deed = { accountId: account.id, event: 'address_changed', actor: 'owner', address: request.ip } as const;
    await record(db, clock, { ...deed, detail: { from: account.email, to } });
    mailer.post(writeMail('address_changed', { address: to }, { to: account.email, language: account.language }));
    return { email: to };
  });

  app.post('/dashboard/api/sessions/end', async (request, reply) => {
    const { account, token } = await sessionOf(service, request, reply);
    await endOtherSessions(db, account.id, token);
    const deed = { accountId: account.id, event: 'signed_out_elsewhere', actor: 'owner', address: request.ip } as const;
    await record(db, clock, deed);
    return { status: 'ended' };
  });

  app.get('/dashboard/api/activity', async (request, reply) => {
    const { id } = await signedIn(service, request, reply);
    return { activity: (await trail(db, id)).map(deedFields) };
  });

  app.delete('/dashboard/api/account', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const { email } = parseInput(z.strictObject({ email: z.string() }), request.body);
    if (email.trim().toLowerCase() !== account.email)
      throw new Refusal('invalid_input', 'Write the address of this account to confirm.', 'email');
    if (account.role === 'admin' && (await administrators()) === 1) throw new Refusal('last_administrator');
    await eraseAccount(service, account.id, { remember: signer });
    service.log.info({ account: account.id }, 'an account was deleted by its owner');
    return { status: 'deleted' };
  });

  function requireWelcome(email: string): void {
    if (isWelcome(config, email)) return;
    const domains = config.signUpDomains.join(', ');
    throw new Refusal('invalid_input', `This server takes addresses of ${domains} only.`, 'email');
  }

  async function mailProof(account: AccountRow, email: string): Promise<void> {
    const state = await limits.mailsTo(email);
    if (state?.exceeded === true || (await findAccount(db, email)) !== undefined) return;
    const content = { account: account.id, from: account.email, to: email };
    const token = signer.sign(addressPurpose, content, clock.now() + linkLifeMs);
    const url = `${service.publicUrl()}/dashboard/confirm-address#${token}`;
    const facts = { url, minutes: linkLifeMs / 60_000, address: email, from: account.email };
    mailer.post(writeMail('change_address', facts, { to: email, language: account.language }));
  }

  async function administrators(): Promise<number> {
    const rows = await db.selectFrom('accounts').select('id').where('role', '=', 'admin').limit(2).execute();
    return rows.length;
  }
}

export const deedFields = ({ id, at, actor, event, detail, address }: AuditRow) => ({
  id,
  at,
  actor,
  event,
  detail: detail === null ? null : (JSON.parse(detail) as Record<string, unknown>),
  address,
});

async function accountFields({ db, plans, clock, config, publicUrl }: Service, account: AccountRow) {
  const plan = plans.get(account.plan);
  const key = await db.selectFrom('keys').select('id').where('account_id', '=', account.id).executeTakeFirst();
  return {
    email: account.email,
    role: account.role,
    language: account.language,
    usage_notice: account.usage_notice === 1,
    created_at: account.created_at,
    /** What POST first-key would give: shown once, to be made when it can be shown. */
    has_had_key: key !== undefined,
    plan: plan ?? null,
    quota: plan === undefined ? null : quotaOf(account, plan, clock),
    api_url: `${publicUrl()}/v1`,
    upgrade_url: config.upgradeUrl ?? null,
  };
}
