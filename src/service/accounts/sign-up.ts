// Decides who may have an account, and creates the accounts of newcomers.
import type { Config } from '#config';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { preferredLanguage } from '#messages/languages.ts';
import type { Database } from '#service/database/database.ts';
import type { Mailer } from '#service/email/mailer.ts';
import type { Addresses } from '#service/addresses.ts';
import { isDuplicate } from '#service/database/constraints.ts';
import type { AccountRow } from '#service/database/schema.ts';
import { createAccount, findAccount } from './accounts.ts';
import { recordEvent } from './audit.ts';
import { newcomersPlan, noPlan, type Plans } from './plans.ts';
import type { Signer } from './signed.ts';
import { restoreSpentCredits } from './trial-credits.ts';

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
  addresses: Addresses;
}

/** Returns whether e-mail addresses of this domain may sign up. */
export const isDomainAllowed = ({ signUpDomains }: Config, email: string): boolean =>
  signUpDomains.length === 0 || signUpDomains.includes(email.split('@').at(-1) ?? '');

/** Returns whether this e-mail address may create an account. */
export const canSignUp = (config: Config, email: string): boolean =>
  config.signUp === 'open' && isDomainAllowed(config, email);

type SignUpDependencies = Pick<SignInDependencies, 'config' | 'clock' | 'db' | 'plans' | 'signer'>;

/** Thrown when an e-mail address may not create an account. */
export class SignUpClosed extends Error {}

/** Returns the account of an e-mail address, and creates it if necessary, only once for concurrent requests. @throws SignUpClosed */
export async function accountOf(parts: SignUpDependencies, email: string, headers?: Headers): Promise<AccountRow> {
  const known = await findAccount(parts.db, email);
  if (known !== undefined) return known;
  try {
    return await signUp(parts, email, headers);
  } catch (error) {
    const other = isDuplicate(error) ? await findAccount(parts.db, email) : undefined;
    if (other === undefined) throw error;
    return other;
  }
}

async function signUp(
  { config, clock, db, plans, signer }: SignUpDependencies,
  email: string,
  headers: Headers | undefined,
): Promise<AccountRow> {
  if (!canSignUp(config, email)) throw new SignUpClosed();
  const language = preferredLanguage(headers?.get('accept-language') ?? undefined);
  const plan = newcomersPlan(plans)?.name ?? noPlan;
  const account = await createAccount(db, clock, plans, { email, plan, language });
  await restoreSpentCredits(db, clock, signer, account);
  await recordEvent({ db, clock }, { accountId: account.id, event: 'account_created', actor: 'owner' });
  return account;
}
