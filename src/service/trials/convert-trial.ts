// A conversion without an account: the same checks, the same sandbox, a result for ten minutes; no account, quota or key.
import { minuteMs } from '#core/clock.ts';
import { Failure } from '#core/failure.ts';
import type { Report } from '#conversion/tools/tool.ts';
import type { Plan } from '#service/accounts/plans.ts';
import type { TrialRow } from '#service/database/schema.ts';
import type { FailedOutcome, SuccessOutcome } from '#service/dispatch/dispatcher.ts';
import { accept, type Call, type Payer } from '#service/jobs/accept.ts';
import { outputName } from '#service/jobs/output-name.ts';
import { countEnd, failureOf } from '#service/jobs/settle.ts';
import { retryUntilStored } from '#service/retry.ts';
import { unstorable } from '#service/storage.ts';
import type { Conversions } from '#service/roles.ts';
import { beginTrial, dropTrial, endOfDay, finishTrial, usedToday } from './trial-rows.ts';

export const trialRetentionMs = 10 * minuteMs;

/** A visitor without an account. */
export interface Visitor {
  /** Its pseudonym, which orders wait under as those of an account do. */
  account: { id: string };
  isVisitor: true;
  plan: Plan;
  perDay: number;
}

export type TrialRequest = Call & { caller: Visitor };

export interface Trial {
  row: TrialRow;
  report: Report;
  /** The conversions that the visitor has left today. */
  left: number;
}

/** @throws rate_limited when the visitor has had the conversions of the day */
export async function checkTrialsLeft({ db, clock }: Conversions, { account, perDay }: Visitor): Promise<void> {
  if ((await usedToday(db, account.id)) >= perDay) throw usedUp(clock, perDay);
}

const usedUp = (clock: Conversions['clock'], limit: number) =>
  new Failure('rate_limited', { retry_after: Math.ceil((endOfDay(clock) - clock.now()) / 1000), limit });

/** Converts, and keeps the result for {@link trialRetentionMs}. @throws as {@link accept} */
export const convertTrial = (call: TrialRequest, service: Conversions): Promise<Trial> =>
  accept(call, service, byVisitor(call, service));

const byVisitor = (call: TrialRequest, service: Conversions): Payer<true, Trial> => ({
  async begin(tool, submission) {
    const { db, clock, config, node } = service;
    const { caller, files } = call;
    const begun = await beginTrial(db, clock, {
      id: call.jobId,
      name: outputName(tool, files[0]?.name ?? 'file'),
      mime: tool.produces.format.mime,
      owner: node.id,
      // Until it has ended, and where its node is gone.
      expires_at: clock.now() + config.conversionTimeoutMs + trialRetentionMs,
      visitor: caller.account.id,
      perDay: caller.perDay,
      enqueue: (transaction) => submission.enqueue(transaction),
    });
    if (!begun) throw usedUp(clock, caller.perDay);
    return { row: true };
  },
  settle: (_row, outcome) => (outcome.kind === 'success' ? keep(call, outcome, service) : drop(call, outcome, service)),
});

async function keep(
  { jobId: id, tool, caller }: TrialRequest,
  { bytes, report }: SuccessOutcome,
  { db, clock, files, metrics }: Conversions,
): Promise<Trial> {
  const end = { size_bytes: bytes, expires_at: clock.now() + trialRetentionMs };
  const row = await finishTrial(db, id, end);
  if (row === undefined) {
    await files.deleteOutput(id);
    throw new Failure('job_deleted');
  }
  metrics.conversions.inc({ tool: tool.id, outcome: 'success', code: '' });
  return { row, report, left: Math.max(0, caller.perDay - (await usedToday(db, caller.account.id))) };
}

/** Nothing of a trial without a result is kept; only a file that cannot be converted counts. @throws */
async function drop(
  { jobId: id, tool, caller }: TrialRequest,
  outcome: FailedOutcome,
  service: Conversions,
): Promise<never> {
  const { db, files, background } = service;
  const failure = failureOf(outcome);
  countEnd(service, { id, tool: tool.id }, failure, outcome.cause);
  const remove = async () => {
    await dropTrial(db, id, caller.account.id, { counted: failure.kind === 'rejected' });
    await files.deleteOutput(id);
  };
  background.run(() => retryUntilStored(remove), 'a trial that has failed could not be removed');
  throw outcome.storage === undefined ? failure : unstorable(failure);
}
