// Signing in without a password: by a link in an e-mail or with an identity provider, with sessions in cookies. Built on better-auth.
import type { BetterAuthOptions } from 'better-auth';
import { minuteMs } from '#core/clock.ts';
import type { Database } from '#service/database/database.ts';
import type { AccountRow } from '#service/database/schema.ts';
import { requireDatabase } from '#service/database/health.ts';
import { preferredLanguage } from '#messages/languages.ts';
import { renderMail } from '#service/email/templates.ts';
import { findAccount, getAccount } from './accounts.ts';
import type { Auth, LinkRequest } from './better-auth.ts';
import { cookiePrefix, hashed, linkLifetimeMs } from './links.ts';
import { canSignUp, type SignInDependencies } from './sign-up.ts';
import { signedAgain } from './signed-cookies.ts';

export interface Session {
  account: AccountRow;
  token: string;
  cookies: string[];
}

/** Matches better-auth's session cookie, with our prefix and, over TLS, the prefix of cookies that only TLS may set. */
const isOfSession = new RegExp(`(?:^|[;\\s])(?:__Secure-)?${cookiePrefix}\\.session_token=`);

export class SignIn {
  readonly #parts: SignInDependencies;
  #ready: Promise<Auth> | undefined;

  constructor(parts: SignInDependencies) {
    this.#parts = parts;
  }

  /** Handles requests below the path `auth`. */
  async handle(incoming: Request): Promise<Response> {
    const auth = await this.#auth();
    const response = await auth.handler(new Request(incoming, { headers: this.#signed(incoming.headers) }));
    if (response.status >= 500) await requireDatabase(this.#parts.db);
    return response;
  }

  /** Returns the session of a request's cookies, and the cookies that renew it; null without a session. */
  async sessionOf(headers: Headers): Promise<Session | null> {
    const { db } = this.#parts;
    if (!isOfSession.test(headers.get('cookie') ?? '')) return null;
    const { api } = await this.#auth();
    const { response, headers: answer } = await api
      .getSession({ headers: this.#signed(headers), returnHeaders: true })
      .catch(async (error: unknown) => {
        // better-auth does not separate errors of the database from its own.
        await requireDatabase(db);
        throw error;
      });
    const accountId = response?.user.accountId ?? undefined;
    const account = accountId === undefined ? undefined : await getAccount(db, accountId);
    if (response === null || account === undefined) return null;
    return { account, token: response.session.token, cookies: answer.getSetCookie() };
  }

  /** Returns the e-mail address that a link signs in, without using up the link; null when the link has expired. */
  async emailOf(token: string): Promise<string | null> {
    const row = await this.#parts.db
      .selectFrom('verifications')
      .select(['value', 'expires_at'])
      .where('identifier', '=', hashed(token))
      .executeTakeFirst();
    if (row === undefined || Date.parse(row.expires_at) <= Date.now()) return null;
    return (JSON.parse(row.value) as { email: string }).email;
  }

  /** E-mails a link if the recipient has an account or may sign up. Do not await it: its duration would reveal which. */
  async sendLink(address: string, headers: Headers): Promise<void> {
    const { config, db, mailer } = this.#parts;
    const email = address.trim().toLowerCase();
    const account = await findAccount(db, email);
    if (account === undefined ? !canSignUp(config, email) : account.suspended_at !== null) return;
    const language = account?.language ?? preferredLanguage(headers.get('accept-language') ?? undefined);
    const minutes = linkLifetimeMs / minuteMs;
    await this.#request(email, headers, (url) =>
      mailer.queue(renderMail('sign_in', { url, minutes }, { to: email, language }), { usefulMs: linkLifetimeMs }),
    );
  }

  /** Returns better-auth's configuration, for a test of its tables. */
  async options(): Promise<BetterAuthOptions> {
    return (await this.#auth()).options;
  }

  /** Creates a sign-in link for the operator to use or to pass on. */
  async createLink(email: string): Promise<string> {
    let made = '';
    await this.#request(email, new Headers(), (url) => void (made = url));
    return made;
  }

  async #request(email: string, headers: Headers, use: (url: string) => void): Promise<void> {
    const { api } = await this.#auth();
    await api.signInMagicLink({ body: { email, metadata: { use } satisfies LinkRequest }, headers });
  }

  #signed(headers: Headers): Headers {
    return signedAgain(headers, this.#parts.secret, this.#parts.config.previousSecret);
  }

  /** Loads better-auth on first use: it takes a third of the memory of a service that only converts, and the public URL is known by then. */
  #auth(): Promise<Auth> {
    return (this.#ready ??= this.#begin());
  }

  async #begin(): Promise<Auth> {
    const { makeAuth } = await import('./better-auth.ts');
    const withProvider = this.#parts.config.oidcIssuer !== undefined;
    const made = makeAuth(this.#parts, withProvider);
    try {
      await made.$context;
      return made;
    } catch (error) {
      if (!withProvider) throw error;
      // Sign-in links work while the identity provider is down; the next use tries the provider again.
      this.#parts.log.error({ err: error }, 'the identity provider does not answer');
      this.#ready = undefined;
      return makeAuth(this.#parts, false);
    }
  }
}

/** Ends all other sessions of an account. */
export async function endOtherSessions(db: Database, accountId: string, keptToken: string): Promise<void> {
  const users = db.selectFrom('users').select('id').where('account_id', '=', accountId);
  await db.deleteFrom('sessions').where('user_id', 'in', users).where('token', '!=', keptToken).execute();
}
