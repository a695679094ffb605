// The JSON of a successful conversion.
import type { FastifyReply } from 'fastify';
import { getAccount } from '#service/accounts/accounts.ts';
import { quotaOf } from '#service/accounts/quota.ts';
import { withoutWaiting } from '#service/database/without-waiting.ts';
import type { AccountRow } from '#service/database/schema.ts';
import type { Conversion } from '#service/jobs/by-account.ts';
import { jobFields } from '#service/jobs/job-body.ts';
import type { AccountCaller } from '#service/jobs/received.ts';
import type { Conversions } from '#service/roles.ts';

type Answering = Pick<Conversions, 'clock' | 'db' | 'log'>;

export type ConversionResponse = Awaited<ReturnType<typeof resultFields>>;

export async function resultFields(
  service: Answering,
  reply: FastifyReply,
  caller: AccountCaller,
  { job, replayed }: Conversion,
) {
  if (replayed) void reply.header('Idempotency-Replayed', 'true');
  const account = await accountAfter(service, caller.account, replayed || caller.isTest === true ? 0 : 1);
  return { ...jobFields(job), quota: quotaOf(account, caller.plan, service.clock) };
}

/** Returns the account's current state or, if the database cannot answer, its state before this call plus the call's use. */
async function accountAfter({ db, log }: Answering, account: AccountRow, used: number): Promise<AccountRow> {
  const now = await getAccount(withoutWaiting(db), account.id).catch((error: unknown) => {
    // The conversion is stored and counted, so its client gets a success.
    log.error({ err: error }, 'the quota could not be read after a conversion');
    return { ...account, used: account.used + used };
  });
  return now ?? account;
}
