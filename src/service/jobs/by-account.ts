// Conversions that count toward an account's quota and become jobs.
import type { Transaction } from 'kysely';
import { Failure } from '#core/failure.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { checkBounds } from '#service/accounts/bounds.ts';
import { checkQuota, checkTests, quotaExceeded, testsExceeded } from '#service/accounts/quota.ts';
import type { JobRow, Tables } from '#service/database/schema.ts';
import { withoutWaiting } from '#service/database/without-waiting.ts';
import { failed } from '#service/dispatch/failed.ts';
import type { FailedOutcome } from '#service/dispatch/dispatcher.ts';
import type { Admission, Conversions } from '#service/roles.ts';
import { traced } from '#service/traces/traces.ts';
import { stepsToDo } from './accept.ts';
import { fingerprintOf, replay, type HashedFile } from './idempotency.ts';
import { beginJob, type NewJob } from './job-rows.ts';
import { outputName } from './output-name.ts';
import type { AccountCaller, Payer, Received } from './received.ts';
import { settleFailure, settleSuccess, type Settling } from './settle.ts';

export interface Conversion {
  job: JobRow;
  replayed: boolean;
}

/** The seconds until a client of a paused account should try again. */
const pausedRetrySeconds = 60;

export const byAccount = (
  service: Settling & Pick<Conversions, 'config' | 'node' | 'offerUpgrade' | 'traces'> & Pick<Admission, 'refusals'>,
): Payer<AccountCaller, JobRow, Conversion> => ({
  async checkLeft({ account, plan, isTest, isAsync = false }) {
    if (account.paused_at !== null && !isAsync) throw new Failure('server_busy', { retry_after: pausedRetrySeconds });
    if (isTest === true) checkTests(account, service.clock);
    else checkQuota(account, plan, service.clock, service.offerUpgrade);
    await checkBounds({ ...service, db: withoutWaiting(service.db) }, account.id, { isAsync });
  },

  refused({ account, keyId }, tool, code) {
    // The dashboard waits and resends the file by itself, so nobody has to do anything.
    if (keyId === null && (code === 'rate_limited' || code === 'server_busy')) return;
    service.refusals.note({ accountId: account.id, keyId, tool, code });
  },

  async begin(call, { tool, submission, inputBytes, signal }) {
    for (;;) {
      const enqueue = (transaction: Transaction<Tables>) => submission.enqueue(transaction);
      const begun = await traced(service.traces, 'reserve', () =>
        beginAccountJob(call, tool, service, { enqueue, inputBytes }),
      );
      if ('job' in begun) return { row: begun.job };
      const replayed = await replay(service, begun.known, begun.fingerprint, signal);
      if (replayed !== null) return { done: { job: replayed, replayed: true } };
      // The earlier request was refused and left no job, so this one counts as the first.
    }
  },

  async settle(_call, row, outcome, submission) {
    const fail = (failure: FailedOutcome) => settleFailure(service, row, failure, () => submission.retainInputs());
    if (outcome.kind === 'failure') return fail(outcome);
    const job = await settleSuccess(service, row, outcome).catch((error: unknown) => fail(failed(error)));
    return { job, replayed: false };
  },
});

/** Reserves a conversion and creates the job, or finds the job that already has this idempotency key. */
export async function beginAccountJob(
  call: Received<AccountCaller>,
  tool: Tool,
  service: Pick<Conversions, 'clock' | 'config' | 'db' | 'node' | 'offerUpgrade'>,
  {
    enqueue,
    inputBytes,
    webhookUrl,
    isAsync = false,
  }: Required<Pick<NewJob, 'enqueue' | 'inputBytes'>> & Pick<NewJob, 'isAsync' | 'webhookUrl'>,
) {
  const { caller } = call;
  const fingerprint =
    call.idempotencyKey === undefined
      ? ''
      : fingerprintOf(call.tool.id, fieldsOf(call), call.files as readonly HashedFile[]);
  const begun = await beginJob(service.db, service.clock, {
    id: call.jobId,
    account: caller.account,
    plan: caller.plan,
    keyId: caller.keyId,
    isTest: caller.isTest === true,
    tool: call.tool.id,
    steps: tool.steps?.map((step) => step.tool.id),
    inputName: call.files[0]?.name ?? 'file',
    inputBytes,
    outputName: outputName(tool, call.files[0]?.name ?? 'file'),
    outputMime: tool.produces.format.mime,
    owner: service.node.id,
    isAsync,
    webhookUrl,
    maxRunning: isAsync ? service.config.maxAsyncPerAccount : service.config.maxRunningPerAccount,
    idempotency: call.idempotencyKey === undefined ? undefined : { key: call.idempotencyKey, fingerprint },
    enqueue,
  });
  if (begun === 'quota_exceeded')
    throw caller.isTest === true
      ? testsExceeded(service.clock)
      : quotaExceeded(caller.account, caller.plan, service.clock, service.offerUpgrade);
  return { ...begun, fingerprint };
}

/** Returns the requested fields, with the steps of a pipeline. */
const fieldsOf = ({ tool, fields }: Received): Readonly<Record<string, string>> =>
  tool.steps === undefined ? fields : { ...fields, steps: JSON.stringify(stepsToDo(tool.steps)) };
