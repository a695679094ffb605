// The parts that better-auth does for us: its tables, the links in e-mails, the identity provider.
import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { APIError } from 'better-auth/api';
import { genericOAuth, magicLink } from 'better-auth/plugins';
import type { Config } from '#config';
import { recordEvent } from './audit.ts';
import { addressHeader, cookiePrefix, hashed, linkLifetimeMs, provider } from './links.ts';
import { accountOf, SignUpClosed, type SignInDependencies } from './sign-up.ts';

/** Maps better-auth's fields to columns of the same names, in snake case. */
const columns = (...fields: string[]): Record<string, string> =>
  Object.fromEntries(
    [...fields, 'createdAt', 'updatedAt'].map((field) => [
      field,
      field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    ]),
  );
const tokens = ['accessToken', 'refreshToken', 'idToken', 'accessTokenExpiresAt', 'refreshTokenExpiresAt'];
const tables = {
  user: {
    modelName: 'users',
    fields: columns('emailVerified'),
    additionalFields: { accountId: { type: 'string', fieldName: 'account_id', required: false, input: false } },
  },
  session: { modelName: 'sessions', fields: columns('userId', 'expiresAt', 'ipAddress', 'userAgent') },
  account: { modelName: 'identities', fields: columns('userId', 'providerId', 'accountId', ...tokens) },
  verification: { modelName: 'verifications', fields: columns('expiresAt') },
  rateLimit: { modelName: 'sign_in_rates', fields: { lastRequest: 'last_request' } },
} as const;

export type Auth = ReturnType<typeof makeAuth>;

/** The `metadata` of a request for a link. */
export interface LinkRequest {
  /** Receives the link. */
  use: (url: string) => void;
}

/** Requests from clients carry JSON as their metadata, if any. */
const isLinkRequest = (
  metadata: Record<string, unknown> | undefined,
): metadata is LinkRequest & Record<string, unknown> => typeof metadata?.['use'] === 'function';

export function makeAuth(parts: SignInDependencies, withProvider: boolean) {
  const { config, log, db, secret, publicUrl, addresses } = parts;
  const options = {
    appName: 'Platen',
    baseURL: new URL(publicUrl()).origin,
    basePath: addresses.auth,
    secret,
    telemetry: { enabled: false },
    logger: { log: (level, message) => log[level === 'error' ? 'error' : 'debug']({ part: 'sign-in' }, message) },
    onAPIError: { errorURL: addresses.signIn },
    // PostgreSQL uses this type too: it determines how values are written, and both databases store dates as text and flags as 0 and 1.
    database: { db, type: 'sqlite' },
    user: {
      ...tables.user,
      // Accounts are matched by e-mail address, so an address that the provider has not verified must not sign in.
      validateUserInfo: ({ source }) =>
        source.oauth === undefined || isVerified(config, source.oauth.profile?.['email_verified'])
          ? undefined
          : { error: 'email_not_verified' },
    },
    session: tables.session,
    account: {
      ...tables.account,
      accountLinking: { enabled: true, trustedProviders: [provider] },
      encryptOAuthTokens: true,
    },
    verification: tables.verification,
    rateLimit: { ...tables.rateLimit, enabled: config.ipRate !== 0, storage: 'database' },
    advanced: {
      cookiePrefix,
      useSecureCookies: publicUrl().startsWith('https:'),
      defaultCookieAttributes: { path: addresses.home, sameSite: 'lax', httpOnly: true },
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    plugins: [
      magicLink({
        expiresIn: linkLifetimeMs / 1000,
        storeToken: { type: 'custom-hasher', hash: async (token) => hashed(token) },
        rateLimit: { window: 60, max: 20 },
        // The page asks for a click before it uses the link: some mail programs open links on their own.
        sendMagicLink({ token, metadata }) {
          if (isLinkRequest(metadata)) metadata.use(`${publicUrl()}${addresses.link}#${token}`);
        },
      }),
      ...(withProvider ? [identityProvider(config)] : []),
    ],
    databaseHooks: {
      user: {
        create: {
          async before(user, context) {
            const account = await accountOf(parts, user.email.toLowerCase(), context?.headers ?? undefined).catch(
              asForbidden,
            );
            return { data: { ...user, accountId: account.id } };
          },
        },
      },
      session: { create: { after: (session) => recordSignIn(parts, session) } },
    },
  } satisfies BetterAuthOptions;

  return betterAuth(options);
}

function asForbidden(error: unknown): never {
  throw error instanceof SignUpClosed ? new APIError('FORBIDDEN', { code: 'sign_up_closed' }) : error;
}

async function recordSignIn(
  { db, clock }: SignInDependencies,
  { userId, ipAddress }: { userId: string; ipAddress?: string | null | undefined },
): Promise<void> {
  const user = await db.selectFrom('users').select('account_id').where('id', '=', userId).executeTakeFirst();
  if (user === undefined) return;
  const address = ipAddress ?? undefined;
  await recordEvent({ db, clock }, { accountId: user.account_id, event: 'signed_in', actor: 'owner', address });
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
