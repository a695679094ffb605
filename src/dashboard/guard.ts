// Access to the dashboard's JSON: only from its own pages, and only when signed in.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config';
import { Failure } from '#core/failure.ts';
import { addressHeader } from '#service/accounts/links.ts';
import type { Session } from '#service/accounts/sign-in.ts';
import type { AccountRow } from '#service/database/schema.ts';
import type { Accounts, Mail, Sessions } from '#service/roles.ts';
import type { AccountCaller } from '#service/jobs/received.ts';
import type { Visitor } from '#service/trials/by-visitor.ts';
import { trialTerms } from '#service/trials/terms.ts';
import { visitorOf } from '#service/trials/visitor.ts';
import { countCall } from '#transport/rates.ts';
import { Refusal } from './refusal.ts';

/**
 * Browsers send where a request comes from (Fetch Metadata), or at least the origin of a request that changes something.
 * @throws not_same_origin
 */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string): void {
  const { 'sec-fetch-site': site, origin } = request.headers;
  const changes = request.method !== 'GET' && request.method !== 'HEAD';
  const isSame =
    site !== undefined
      ? site === 'same-origin' || (site === 'none' && !changes)
      : origin !== undefined
        ? origin === new URL(publicUrl).origin || hostOf(origin) === request.host
        : !changes;
  if (!isSame) throw new Refusal('not_same_origin');
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);

/** The headers of a request for better-auth, with the origin that was checked here and the IP address that fastify trusts. */
export function authHeaders(request: FastifyRequest, publicUrl: string): Headers {
  const headers = new Headers();
  for (const name of ['cookie', 'user-agent', 'accept-language', 'content-type'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  headers.set('origin', new URL(publicUrl).origin);
  headers.set(addressHeader, request.ip);
  return headers;
}

/** Cookies that renew the session of a request; they are sent with its response. */
const renewals = new WeakMap<FastifyRequest, string[]>();

export const renewedCookies = (request: FastifyRequest): string[] => renewals.get(request) ?? [];

/** Returns the session of a request, rate-limited by account. @throws not_signed_in, account_suspended, rate_limited */
export async function sessionOf(service: Sessions, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
  const session = await service.signIn.sessionOf(authHeaders(request, service.publicUrl()));
  if (session === null) throw new Refusal('not_signed_in');
  renewals.set(request, [...renewedCookies(request), ...session.cookies]);
  await countCall(service.limits.dashboard, 'dashboard', session.account.id, reply);
  if (session.account.suspended_at !== null) throw new Refusal('account_suspended');
  return session;
}

/** Returns the signed-in account. @throws not_signed_in, account_suspended, rate_limited */
export const signedIn = async (service: Sessions, request: FastifyRequest, reply: FastifyReply): Promise<AccountRow> =>
  (await sessionOf(service, request, reply)).account;

/** @throws not_signed_in, not_allowed */
export async function administrator(
  service: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccountRow> {
  const account = await signedIn(service, request, reply);
  if (account.role !== 'admin') throw new Refusal('not_allowed');
  return account;
}

/** A visitor without an account. @throws not_offered */
export function trialSender(
  service: Pick<Accounts, 'plans' | 'clock'> & Mail & { config: Config },
  request: FastifyRequest,
): Visitor {
  requireSameOrigin(request, service.publicUrl());
  const terms = trialTerms(service, request.headers);
  if (terms === null) throw new Refusal('not_offered');
  const id = visitorOf(service, request.ip);
  return { account: { id }, ...terms, keyId: null, rateKey: `trial:${id}`, isVisitor: true };
}

/** Conversions of the dashboard belong to the account and to no key; they share one rate limit. */
export async function dashboardSender(
  service: Sessions & Pick<Accounts, 'plans'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccountCaller> {
  requireSameOrigin(request, service.publicUrl());
  const account = await signedIn(service, request, reply);
  const plan = service.plans.get(account.plan);
  if (plan === undefined) throw new Failure('account_not_provisioned');
  return { account, plan, keyId: null, rateKey: `dashboard:${account.id}` };
}
