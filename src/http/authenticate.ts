// The caller of the API: key, account and plan.
import type { FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';
import { getAccount } from '#service/accounts/accounts.ts';
import { findKey, recordKeyUse, rightsOf } from '#service/accounts/keys.ts';
import type { Accounts, Runtime } from '#service/roles.ts';
import { storageProblem } from '#service/storage.ts';
import type { AccountCaller } from '#service/jobs/received.ts';
import { noteForLog } from '#transport/request-log.ts';

/** The parts of the service that checking a key needs. */
export type Keys = Pick<Accounts, 'db' | 'clock' | 'plans'> & Pick<Runtime, 'background'>;

export type KeyCaller = AccountCaller & { keyId: string };

/** Authenticates a caller. @throws missing_bearer_token, invalid_api_key, account_not_provisioned */
export async function authenticate(
  { db, clock, plans, background }: Keys,
  request: FastifyRequest,
): Promise<KeyCaller> {
  const key = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (key === undefined) throw new Failure('missing_bearer_token');
  const row = await findKey(db, clock, key);
  const account = row === null ? undefined : await getAccount(db, row.account_id);
  if (row === null || account === undefined) throw new Failure('invalid_api_key');
  // Runs in the background, so that read-only requests are answered even when nothing can be written.
  background.run(
    () =>
      recordKeyUse(db, clock, row, request.ip).catch((error: unknown) => {
        if (storageProblem(error) === undefined) throw error;
      }),
    'the last use of a key could not be stored',
  );
  noteForLog(request, { account: account.id, key: row.id });
  if (account.suspended_at !== null) throw new Failure('account_not_provisioned', { suspended: true });
  const plan = plans.get(account.plan);
  if (plan === undefined) throw new Failure('account_not_provisioned');
  return { account, plan, keyId: row.id, rateKey: row.id, rights: rightsOf(row), isTest: row.is_test === 1 };
}
