// A conversion without an account: the same checks, the same sandbox, a result for ten minutes; no account, quota or key.
import { minuteMs } from '#core/clock.ts';
import { deadline } from '#core/deadline.ts';
import { errors } from '#core/errors.ts';
import { Failure } from '#core/failure.ts';
import { ignoredFields } from '#conversion/admit.ts';
import type { Report, Tool } from '#conversion/tools/tool.ts';
import type { Plan } from '#service/accounts/plans.ts';
import type { TrialRow } from '#service/database/schema.ts';
import type { FailedOutcome, Outcome } from '#service/dispatch/dispatcher.ts';
import { checkCall, orderOf, warned, type ConversionRequest } from '#service/jobs/accept.ts';
import { outputName } from '#service/jobs/output-name.ts';
import { Stopped } from '#service/jobs/running.ts';
import { retryUntilStored } from '#service/retry.ts';
import type { Conversions } from '#service/roles.ts';
import { beginTrial, dropTrial, endOfDay, finishTrial, usedToday } from './trial-rows.ts';

export const trialRetentionMs = 10 * minuteMs;

/** Somebody without an account. */
export interface Visitor {
  /** Its pseudonym, which orders wait under as those of an account do. */
  account: { id: string };
  isVisitor: true;
  plan: Plan;
  perDay: number;
}

export type TrialRequest = Pick<ConversionRequest, 'jobId' | 'tool' | 'files' | 'fields' | 'workspace' | 'signal'> & {
  caller: Visitor;
};

export interface Trial {
  row: TrialRow;
  report: Report;
  /** What the visitor has left today. */
  left: number;
}

/** @throws rate_limited when the visitor has had the conversions of the day */
export async function checkTrialsLeft({ db, clock }: Conversions, { account, perDay }: Visitor): Promise<void> {
  if ((await usedToday(db, account.id)) >= perDay) throw usedUp(clock, perDay);
}

const usedUp = (clock: Conversions['clock'], limit: number) =>
  new Failure('rate_limited', { retry_after: Math.ceil((endOfDay(clock) - clock.now()) / 1000), limit });

/** Converts, and keeps the result for {@link trialRetentionMs}. @throws {@link Failure}, {@link Stopped} */
export async function convertTrial(call: TrialRequest, service: Conversions): Promise<Trial> {
  const { db, clock, config, dispatcher, node, running } = service;
  const { jobId: id, caller, fields } = call;
  using limit = deadline(config.conversionTimeoutMs, call.signal);
  const { tool, options } = checkCall(call);
  const order = orderOf(call, tool, options, service, limit);
  await using submission = await dispatcher.submit(order, call.workspace.path);
  const begun = await beginTrial(db, clock, {
    ...nameOf(call, tool),
    id,
    owner: node.id,
    // Until it has ended, and where its node is gone.
    expires_at: clock.now() + config.conversionTimeoutMs + trialRetentionMs,
    visitor: caller.account.id,
    perDay: caller.perDay,
    enqueue: (transaction) => submission.enqueue(transaction),
  });
  if (!begun) throw usedUp(clock, caller.perDay);
  using run = running.begin(id, limit.signal);
  const outcome = warned(await submission.outcome(run.signal), ignoredFields(tool, fields));
  return outcome.kind === 'success' ? await keep(call, outcome, service) : await drop(call, outcome, service);
}

const nameOf = ({ files }: TrialRequest, tool: Tool) => ({
  name: outputName(tool, files[0]?.name ?? 'file'),
  mime: tool.produces.format.mime,
});

async function keep(
  { jobId: id, tool, caller }: TrialRequest,
  { bytes, report }: Extract<Outcome, { kind: 'success' }>,
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
  { db, files, background, log, metrics }: Conversions,
): Promise<never> {
  const { code, fields, cause, stoppedBy, storage } = outcome;
  const { kind } = errors[code];
  if (kind !== 'refused') metrics.conversions.inc({ tool: tool.id, outcome: kind, code });
  if (kind === 'failed') log.warn({ job_id: id, tool: tool.id, code, cause }, 'a trial failed');
  const remove = async () => {
    await dropTrial(db, id, caller.account.id, { counted: kind === 'rejected' });
    await files.deleteOutput(id);
  };
  background.run(() => retryUntilStored(remove), 'a trial that has failed could not be removed');
  if (storage !== undefined) throw new Failure('server_busy', { retry_after: 30 }, { cause: new Error(cause) });
  throw new Failure(code, fields, { cause: stoppedBy === undefined ? new Error(cause) : new Stopped(stoppedBy) });
}
