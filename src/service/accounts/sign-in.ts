// Signing in without a password: by a link in an e-mail or with an identity provider, with sessions in cookies. Built on better-auth.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import { genericOAuth, magicLink } from 'better-auth/plugins';
import type { Config } from '#config';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { AccountRow } from '#service/database/schema.ts';
import type { Database } from '#service/database/database.ts';
import { requireDatabase } from '#service/database/health.ts';
import { isDuplicate } from '#service/database/constraints.ts';
import { preferredLanguage } from '#messages/languages.ts';
import { renderMail } from '#service/email/templates.ts';
import type { Mailer } from '#service/email/mailer.ts';
import { createAccount, findAccount, getAccount } from './accounts.ts';
import { recordEvent } from './audit.ts';
import type { Signer } from './signed.ts';
import { signedAgain } from './signed-cookies.ts';
import { restoreSpentCredits } from './trial-credits.ts';
import { noPlan, type Plan, type Plans } from './plans.ts';

const minutes = 15;
export const linkLifetimeMs = minutes * 60_000;
/** The path below which better-auth handles requests. */
export const signInPath = '/dashboard/auth';
/** Set by the service itself, so that clients cannot forge their IP address. */
export const addressHeader = 'x-platen-address';
export const provider = 'oidc';

export interface SignInDependencies {
  config: Config;
  clock: Clock;
  log: Log;
  db: Database;
  plans: Plans;
  mailer: Mailer;
  secret: string;
  signer: Signer;
  publicUrl: () => string;
}

export interface SignIn {
  /** Handles a request below {@link signInPath}. */
  handle(request: Request): Promise<Response>;
  /** The session of a request's cookies, and the cookies that renew it; null when nobody is signed in. */
  sessionOf(headers: Headers): Promise<Session | null>;
  /** E-mails a link when the address has an account or may sign up. Do not await it: its duration would reveal which. */
  sendLink(email: string, headers: Headers): Promise<void>;
  /** The e-mail address that a link signs in, without using up the link; null when it has expired. */
  emailOf(token: string): Promise<string | null>;
  /** The configuration of better-auth, for a test of its tables. */
  options(): Promise<BetterAuthOptions>;
  /** Creates a sign-in link for the operator to use or to pass on. */
  createLink(email: string): Promise<string>;
}

export interface Session {
  account: AccountRow;
  token: string;
  cookies: string[];
}

/** Whether addresses of this domain may sign up. */
export const isDomainAllowed = ({ signUpDomains }: Config, email: string): boolean =>
  signUpDomains.length === 0 || signUpDomains.includes(email.split('@').at(-1) ?? '');

/** Whether this address may create an account. */
export const canSignUp = (config: Config, email: string): boolean =>
  config.signUp === 'open' && isDomainAllowed(config, email);

/** The plan of new accounts. */
export const signUpPlan = (plans: Plans): Plan | undefined => plans.get('dev') ?? [...plans.values()][0];

export function createSignIn(parts: SignInDependencies): SignIn {
  const links = new AsyncLocalStorage<(url: string) => void>();
  const withProvider = parts.config.oidcIssuer !== undefined;
  let ready: Promise<Auth> | undefined;
  // Created on first use: the public address is known by then.
  const auth = (): Promise<Auth> => (ready ??= begin());
  const begin = async (): Promise<Auth> => {
    const made = makeAuth(parts, links, withProvider);
    try {
      await made.$context;
      return made;
    } catch (error) {
      if (!withProvider) throw error;
      // Sign-in links keep working while the identity provider is down; the next use tries it again.
      parts.log.error({ err: error }, 'the identity provider does not answer');
      ready = undefined;
      return makeAuth(parts, links, false);
    }
  };
  const signed = (headers: Headers) => signedAgain(headers, parts.secret, parts.config.secretBefore);
  const request = async (email: string, headers: Headers, use: (url: string) => void) => {
    const { api } = await auth();
    await links.run(use, () => api.signInMagicLink({ body: { email }, headers }));
  };

  return {
    async handle(incoming) {
      const response = await (await auth()).handler(new Request(incoming, { headers: signed(incoming.headers) }));
      if (response.status >= 500) await requireDatabase(parts.db);
      return response;
    },
    async sessionOf(headers) {
      const { api } = await auth();
      const { response, headers: answer } = await api
        .getSession({ headers: signed(headers), returnHeaders: true })
        .catch(async (error: unknown) => {
          // better-auth does not tell an error of the database from its own.
          await requireDatabase(parts.db);
          throw error;
        });
      const accountId = response?.user.accountId ?? undefined;
      const account = accountId === undefined ? undefined : await getAccount(parts.db, accountId);
      if (response === null || account === undefined) return null;
      return { account, token: response.session.token, cookies: answer.getSetCookie() };
    },
    async emailOf(token) {
      const row = await parts.db
        .selectFrom('verifications')
        .select(['value', 'expires_at'])
        .where('identifier', '=', hashed(token))
        .executeTakeFirst();
      if (row === undefined || Date.parse(row.expires_at) <= Date.now()) return null;
      return (JSON.parse(row.value) as { email: string }).email;
    },
    async sendLink(address, headers) {
      const email = address.trim().toLowerCase();
      const account = await findAccount(parts.db, email);
      if (account === undefined && !canSignUp(parts.config, email)) return;
      if (account !== undefined && account.suspended_at !== null) return;
      const language = account?.language ?? preferredLanguage(headers.get('accept-language') ?? undefined);
      await request(email, headers, (url) =>
        parts.mailer.queue(renderMail('sign_in', { url, minutes }, { to: email, language }), {
          usefulMs: linkLifetimeMs,
        }),
      );
    },
    options: async () => (await auth()).options,
    async createLink(email) {
      let made = '';
      await request(email, new Headers(), (url) => void (made = url));
      return made;
    },
  };
}

/** Tokens are stored hashed: reading the database does not let anybody sign in. */
const hashed = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Ends all other sessions of an account. */
export async function endOtherSessions(db: Database, accountId: string, keptToken: string): Promise<void> {
  const users = db.selectFrom('users').select('id').where('account_id', '=', accountId);
  await db.deleteFrom('sessions').where('user_id', 'in', users).where('token', '!=', keptToken).execute();
}

type Auth = ReturnType<typeof makeAuth>;

function makeAuth(
  { config, clock, log, db, plans, secret, signer, publicUrl }: SignInDependencies,
  links: AsyncLocalStorage<(url: string) => void>,
  withProvider: boolean,
) {
  const stamps = { createdAt: 'created_at', updatedAt: 'updated_at' } as const;
  const options = {
    appName: 'Platen',
    baseURL: new URL(publicUrl()).origin,
    basePath: signInPath,
    secret,
    telemetry: { enabled: false },
    logger: { log: (level, message) => log[level === 'error' ? 'error' : 'debug']({ part: 'sign-in' }, message) },
    onAPIError: { errorURL: '/dashboard/sign-in' },
    // On PostgreSQL as well: the type says how values are written, and both have dates as text and flags as 0 and 1.
    database: { db, type: 'sqlite' },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', ...stamps },
      // Accounts are matched by address, so an address that the provider has not verified must not sign in.
      validateUserInfo: ({ source }) =>
        source.oauth === undefined || isVerified(config, source.oauth.profile?.['email_verified'])
          ? undefined
          : { error: 'email_not_verified' },
      additionalFields: { accountId: { type: 'string', fieldName: 'account_id', required: false, input: false } },
    },
    session: {
      modelName: 'sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...stamps,
      },
    },
    account: {
      modelName: 'identities',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...stamps,
      },
      accountLinking: { enabled: true, trustedProviders: [provider] },
      encryptOAuthTokens: true,
    },
    verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...stamps } },
    rateLimit: {
      enabled: config.ipRate !== 0,
      storage: 'database',
      modelName: 'sign_in_rates',
      fields: { lastRequest: 'last_request' },
    },
    advanced: {
      cookiePrefix: 'platen',
      useSecureCookies: publicUrl().startsWith('https:'),
      defaultCookieAttributes: { path: '/dashboard', sameSite: 'lax', httpOnly: true },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    plugins: [
      magicLink({
        expiresIn: linkLifetimeMs / 1000,
        storeToken: { type: 'custom-hasher', hash: async (token) => hashed(token) },
        rateLimit: { window: 60, max: 20 },
        // The page asks for a click before it uses the link: some mail programs open links on their own.
        sendMagicLink: ({ token }) => links.getStore()?.(`${publicUrl()}/dashboard/link#${token}`),
      }),
      ...(withProvider ? [identityProvider(config)] : []),
    ],
    databaseHooks: {
      user: {
        create: {
          async before(user, context) {
            const email = user.email.toLowerCase();
            const account = (await findAccount(db, email)) ?? (await signUpOnce(email, context?.headers ?? undefined));
            return { data: { ...user, accountId: account.id } };
          },
        },
      },
      session: {
        create: {
          async after(session) {
            const user = await db
              .selectFrom('users')
              .select('account_id')
              .where('id', '=', session.userId)
              .executeTakeFirst();
            if (user === undefined) return;
            const address = session.ipAddress ?? undefined;
            await recordEvent(
              { db, clock },
              { accountId: user.account_id, event: 'signed_in', actor: 'owner', address },
            );
          },
        },
      },
    },
  } satisfies BetterAuthOptions;

  /** Two requests may sign up the same address at the same time. */
  async function signUpOnce(email: string, headers: Headers | undefined): Promise<AccountRow> {
    try {
      return await signUp(email, headers);
    } catch (error) {
      const other = isDuplicate(error) ? await findAccount(db, email) : undefined;
      if (other === undefined) throw error;
      return other;
    }
  }

  async function signUp(email: string, headers: Headers | undefined): Promise<AccountRow> {
    if (!canSignUp(config, email)) throw new APIError('FORBIDDEN', { code: 'sign_up_closed' });
    const language = preferredLanguage(headers?.get('accept-language') ?? undefined);
    const plan = signUpPlan(plans)?.name ?? noPlan;
    const account = await createAccount(db, clock, plans, { email, plan, language });
    await restoreSpentCredits(db, clock, signer, account);
    await recordEvent({ db, clock }, { accountId: account.id, event: 'account_created', actor: 'owner' });
    return account;
  }

  return betterAuth(options);
}

/** Some providers send the claim as text, and some do not send it. */
const isVerified = ({ oidcTrustAddresses }: Config, claim: unknown): boolean =>
  claim === true || claim === 'true' || (claim === undefined && oidcTrustAddresses === 'on');

const identityProvider = ({ oidcIssuer = '', oidcClientId = '', oidcClientSecret = '' }: Config) =>
  genericOAuth({
    config: [
      {
        providerId: provider,
        discoveryUrl: `${oidcIssuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
        clientId: oidcClientId,
        clientSecret: oidcClientSecret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        mapProfileToUser: () => ({ emailVerified: true }),
      },
    ],
  });
