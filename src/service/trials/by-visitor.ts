// A conversion without an account: the same checks and sandbox, a result for ten minutes, but no account, quota or key.
import { minuteMs } from '#core/clock.ts';
import { Failure } from '#core/failure.ts';
import type { Report } from '#conversion/tools/tool.ts';
import type { TrialRow } from '#service/database/schema.ts';
import type { FailedOutcome, SuccessOutcome } from '#service/dispatch/dispatcher.ts';
import type { Caller, Payer, Received } from '#service/jobs/received.ts';
import { outputName } from '#service/jobs/output-name.ts';
import { countEnd, failureOf } from '#service/jobs/settle.ts';
import { retryUntilStored } from '#service/retry.ts';
import { unstorable } from '#service/storage.ts';
import type { Conversions } from '#service/roles.ts';
import { beginTrial, dropTrial, endOfDay, finishTrial, usedToday } from './trial-rows.ts';

export const trialRetentionMs = 10 * minuteMs;

/** A visitor without an account. */
export interface Visitor extends Caller {
  isVisitor: true;
  perDay: number;
}

export interface Trial {
  row: TrialRow;
  report: Report;
  /** The conversions that the visitor has left today. */
  left: number;
}

const usedUp = (clock: Trying['clock'], limit: number) =>
  new Failure('rate_limited', { retry_after: Math.ceil((endOfDay(clock) - clock.now()) / 1000), limit });

/** The parts of the service that trials need. */
type Trying = Pick<Conversions, 'background' | 'clock' | 'db' | 'files' | 'log' | 'metrics' | 'node'> & {
  config: Pick<Conversions['config'], 'conversionTimeoutMs'>;
};

/** Results are kept for {@link trialRetentionMs}. */
export const byVisitor = (service: Trying): Payer<Visitor, true, Trial> => ({
  async checkLeft({ account, perDay }) {
    if ((await usedToday(service.db, account.id)) >= perDay) throw usedUp(service.clock, perDay);
  },

  async begin({ jobId, caller, files }, { tool, submission }) {
    const { db, clock, config, node } = service;
    const begun = await beginTrial(db, clock, {
      id: jobId,
      name: outputName(tool, files[0]?.name ?? 'file'),
      mime: tool.produces.format.mime,
      owner: node.id,
      // Expires once the conversion must have ended, even if its node is gone.
      expires_at: clock.now() + config.conversionTimeoutMs + trialRetentionMs,
      visitor: caller.account.id,
      perDay: caller.perDay,
      enqueue: (transaction) => submission.enqueue(transaction),
    });
    if (!begun) throw usedUp(clock, caller.perDay);
    return { row: true };
  },

  settle: (call, _row, outcome) =>
    outcome.kind === 'success' ? keep(call, outcome, service) : drop(call, outcome, service),
});

async function keep(
  { jobId: id, tool, caller }: Received<Visitor>,
  { bytes, report }: SuccessOutcome,
  { db, clock, files, metrics }: Trying,
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

/** Drops a trial without a result; it counts only if the file cannot be converted. @throws the failure */
async function drop(
  { jobId: id, tool, caller }: Received<Visitor>,
  outcome: FailedOutcome,
  service: Trying,
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
