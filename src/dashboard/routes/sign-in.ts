// Signing in and out, and the first key of a new account.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createFirstKey } from '#service/accounts/keys.ts';
import { provider } from '#service/accounts/links.ts';
import { newcomersPlan } from '#service/accounts/plans.ts';
import type { Config } from '#config';
import type { Accounts, Runtime, Sessions } from '#service/roles.ts';
import { countCall } from '#transport/rates.ts';
import { addresses } from '../addresses.ts';
import { recordOwnerEvent } from '../audit.ts';
import { authHeaders, signedIn } from '../guard.ts';
import { wordsFor } from '../pages/words.ts';
import { parseInput } from '../input.ts';
import { Refusal } from '../refusal.ts';

export const emailField = z.email({ error: 'Enter an e-mail address, such as ada@example.com.' }).max(254);
const linkBody = z.strictObject({ token: z.string().min(1).max(200) });

export function signInRoutes(
  app: FastifyInstance,
  service: Accounts & Sessions & Pick<Runtime, 'background'> & { config: Config },
): void {
  const { config, db, clock, limits, signIn, background } = service;

  app.get('/dashboard/api/sign-in', () => signInOptions(service));

  // The response is the same, and as fast, whether the address is known, new, not allowed, or has been sent too many e-mails.
  app.post('/dashboard/api/sign-in', async (request, reply) => {
    const { email } = parseInput(z.strictObject({ email: emailField }), request.body);
    await countCall(limits.mailsAsked, 'mails', request.ip, reply);
    const state = await limits.mailsTo(email.toLowerCase());
    const headers = authHeaders(request, service.publicUrl());
    if (state?.exceeded !== true)
      background.run(() => signIn.sendLink(email, headers), 'a sign-in link could not be sent');
    return reply.code(202).send({ status: 'sent' });
  });

  app.post('/dashboard/api/sign-in/inspect', async (request) => {
    const email = await signIn.emailOf(parseInput(linkBody, request.body).token);
    if (email === null) throw new Refusal('link_ended');
    return { email };
  });

  app.post('/dashboard/api/sign-in/link', async (request, reply) => {
    const { token } = parseInput(linkBody, request.body);
    const answer = await ask(service, request, 'GET', `/magic-link/verify?token=${encodeURIComponent(token)}`);
    if (answer.status === 429) return pass(answer, reply);
    if (!answer.ok) {
      const isClosed = answer.headers.get('location')?.includes('sign_up_closed') === true;
      throw new Refusal(isClosed ? 'sign_up_closed' : 'link_ended');
    }
    withCookies(answer, reply);
    return { status: 'signed_in' };
  });

  app.post('/dashboard/api/sign-in/provider', async (request, reply) => {
    if (config.oidcIssuer === undefined) throw new Refusal('not_found');
    const body = { provider, callbackURL: `${addresses.home}/`, errorCallbackURL: addresses.signIn };
    const answer = await ask(service, request, 'POST', '/sign-in/social', body);
    if (!answer.ok) throw new Refusal('provider_away');
    withCookies(answer, reply);
    const { url } = (await answer.json()) as { url: string };
    return { url };
  });

  app.post('/dashboard/api/sign-out', async (request, reply) => {
    withCookies(await ask(service, request, 'POST', '/sign-out', {}), reply);
    return { status: 'signed_out' };
  });

  app.post('/dashboard/api/first-key', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const name = wordsFor(request).say('first_key');
    const key = await createFirstKey(db, clock, account.id, { name, prefix: config.keyPrefix });
    if (key !== null) await recordOwnerEvent(service, request, account.id, 'key_created', { name });
    return { key };
  });
}

/** The ways to sign in that the page offers. */
export const signInOptions = ({ config, plans }: Pick<Accounts, 'plans'> & { config: Config }) => ({
  /** The name of the identity provider. */
  provider: config.oidcIssuer === undefined ? null : config.oidcName,
  sign_up: config.signUp,
  /** The domains that can sign up; empty for all. */
  domains: config.signUpDomains,
  /** The conversions of a new account. */
  free_conversions: newcomersPlan(plans)?.quota ?? 0,
  /** Whether e-mails are written to files because no mail server is configured. */
  outbox: config.smtpUrl === undefined,
});

/** The only path that another site sends a browser to: the redirect of the identity provider. */
export function providerCallback(app: FastifyInstance, service: Sessions): void {
  app.get(`${addresses.auth}/callback/${provider}`, async (request, reply) => {
    const { search } = new URL(request.url, service.publicUrl());
    return pass(await ask(service, request, 'GET', `/callback/${provider}${search}`), reply);
  });
}

const ask = (service: Sessions, request: FastifyRequest, method: string, path: string, body?: object) => {
  const url = service.publicUrl();
  const headers = authHeaders(request, url);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  return service.signIn.handle(new Request(`${new URL(url).origin}${addresses.auth}${path}`, init));
};

function withCookies(answer: Response, reply: FastifyReply): void {
  for (const cookie of answer.headers.getSetCookie()) void reply.header('set-cookie', cookie);
}

async function pass(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  withCookies(answer, reply);
  for (const name of ['location', 'content-type']) {
    const value = answer.headers.get(name);
    if (value !== null) void reply.header(name, value);
  }
  return reply.code(answer.status).send(await answer.text());
}
