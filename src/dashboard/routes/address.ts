// Changes the e-mail address of the signed-in account; a link sent to the new address confirms it.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '#config';
import { changeAddress, findAccount } from '#service/accounts/accounts.ts';
import { linkLifetimeMs } from '#service/accounts/links.ts';
import { endOtherSessions } from '#service/accounts/sign-in.ts';
import { isDomainAllowed } from '#service/accounts/sign-up.ts';
import { rememberSpentCredits } from '#service/accounts/trial-credits.ts';
import type { AccountRow } from '#service/database/schema.ts';
import { renderMail } from '#service/email/templates.ts';
import type { Accounts, Jobs, Mail, Runtime, Sessions } from '#service/roles.ts';
import { countCall } from '#transport/rates.ts';
import { pages } from '../addresses.ts';
import { recordOwnerEvent } from '../audit.ts';
import { sessionOf, signedIn } from '../guard.ts';
import { parseInput } from '../input.ts';
import { Refusal } from '../refusal.ts';
import { emailField } from './sign-in.ts';

export type AccountPages = Accounts & Jobs & Mail & Runtime & Sessions & { config: Config };

const addressPurpose = 'change address';

export function addressRoutes(app: FastifyInstance, service: AccountPages): void {
  const { config, db, clock, signer, mailer, limits, background } = service;

  // Nothing changes until the new address is confirmed. The response does not reveal whether another account uses it.
  app.post('/dashboard/api/address', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const email = parseInput(z.strictObject({ email: emailField }), request.body).email.toLowerCase();
    requireAllowedDomain(email);
    await countCall(limits.mailsAsked, 'mails', request.ip, reply);
    background.run(() => sendConfirmation(account, email), 'a confirmation e-mail could not be sent');
    return reply.code(202).send({ status: 'sent' });
  });

  app.post('/dashboard/api/address/confirm', async (request, reply) => {
    const { account, token: session } = await sessionOf(service, request, reply);
    const { token } = parseInput(z.strictObject({ token: z.string().max(2000) }), request.body);
    const content = signer.read(addressPurpose, token);
    // Only the account that asked can confirm: others cannot be tricked into giving it their address.
    // The token contains the old address, so that a link works once.
    if (content?.['account'] !== account.id || content['from'] !== account.email) throw new Refusal('not_your_link');
    const to = String(content['to']);
    requireAllowedDomain(to);
    if (!(await changeAddress(db, account.id, to))) throw new Refusal('address_taken');
    await rememberSpentCredits(db, signer, account);
    await endOtherSessions(db, account.id, session);
    await recordOwnerEvent(service, request, account.id, 'address_changed', { from: account.email, to });
    mailer.queue(renderMail('address_changed', { address: to }, { to: account.email, language: account.language }));
    return { email: to };
  });

  function requireAllowedDomain(email: string): void {
    if (isDomainAllowed(config, email)) return;
    const domains = config.signUpDomains.join(', ');
    throw new Refusal('invalid_input', `This server only accepts addresses of ${domains}.`, 'email');
  }

  async function sendConfirmation(account: AccountRow, email: string): Promise<void> {
    const state = await limits.mailsTo(email);
    if (state?.exceeded === true || (await findAccount(db, email)) !== undefined) return;
    const claims = { account: account.id, from: account.email, to: email };
    const token = signer.sign(addressPurpose, claims, clock.now() + linkLifetimeMs);
    const url = `${service.publicUrl()}${pages.confirmAddress}#${token}`;
    const values = { url, minutes: linkLifetimeMs / 60_000, address: email, from: account.email };
    mailer.queue(renderMail('change_address', values, { to: email, language: account.language }), {
      usefulMs: linkLifetimeMs,
    });
  }
}
