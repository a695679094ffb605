// One conversion, from the complete upload to its settled job. Read it from top to bottom.
import { basename } from 'node:path';
import { deadline, type Deadline } from '#core/deadline.ts';
import { Failure, isFailure } from '#core/failure.ts';
import { checkCount, ignoredFields, parseFields, servingTool, type Arrival } from '#conversion/admit.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { quotaExceeded, testsExceeded } from '#service/accounts/quota.ts';
import type { KeyRights } from '#service/accounts/keys.ts';
import { mergesFiles, type Plan } from '#service/accounts/plans.ts';
import type { AccountRow, JobRow } from '#service/database/schema.ts';
import { secretOptions, type Order, type Outcome, type Submission } from '#service/dispatch/dispatcher.ts';
import { failed } from '#service/dispatch/failed.ts';
import type { Conversions } from '#service/roles.ts';
import { traced } from '#service/traces/traces.ts';
import { fingerprintOf, replay, type HashedFile } from './idempotency.ts';
import { beginJob } from './job-rows.ts';
import { outputName } from './output-name.ts';
import { settleFailure, settleSuccess } from './settle.ts';
import { Stopped } from './running.ts';
import type { Workspace } from './workspace.ts';

export interface Caller {
  account: AccountRow;
  plan: Plan;
  /** Null for the dashboard. */
  keyId: string | null;
  /** What its key may do; without them everything. */
  rights?: KeyRights;
  /** Its results are marked, and counted as tests. */
  isTest?: boolean;
}

export interface ConversionRequest {
  jobId: string;
  caller: Caller;
  tool: Tool;
  files: readonly (Arrival & Partial<HashedFile>)[];
  fields: Readonly<Record<string, string>>;
  workspace: Workspace;
  idempotencyKey?: string | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

export interface Conversion {
  job: JobRow;
  replayed: boolean;
}

/**
 * Checks a request, reserves its conversion, dispatches the order and settles the job by its outcome.
 * @throws {@link Failure}; {@link Stopped} when the client has disconnected
 */
export async function convertJob(call: ConversionRequest, service: Conversions): Promise<Conversion> {
  const attributes = { 'platen.job_id': call.jobId, 'platen.tool': call.tool.id };
  const ended = service.metrics.conversionSeconds.startTimer({ tool: call.tool.id });
  const conversion = await traced(service.traces, 'order', () => convert(call, service), { attributes });
  if (!conversion.replayed) ended();
  return conversion;
}

async function convert(call: ConversionRequest, service: Conversions): Promise<Conversion> {
  using limit = deadline(service.config.conversionTimeoutMs, call.signal);
  const { tool, options } = checkCall(call);
  const order = orderOf(call, tool, options, service, limit);
  await using submission = await service.dispatcher.submit(order, call.workspace.path);
  for (;;) {
    const begun = await traced(service.traces, 'reserve', () => begin(call, tool, service, submission));
    if ('job' in begun) {
      const ignored = ignoredFields(tool, call.fields);
      return { job: await finish(begun.job, submission, service, limit, ignored), replayed: false };
    }
    const replayed = await replay(service, begun.known, begun.fingerprint, limit.signal);
    if (replayed !== null) return { job: replayed, replayed: true };
    // The earlier request was refused and left no job, so this one counts as the first.
  }
}

/** The checks that need the complete body but not its documents, in the order the API promises. */
export function checkCall({
  tool: called,
  files,
  fields,
  caller,
}: Pick<ConversionRequest, 'tool' | 'files' | 'fields'> & { caller: Pick<Caller, 'plan'> }) {
  const tool = servingTool(called, fields);
  checkCount(tool, files.length);
  checkPlanFiles(tool, caller.plan, files.length);
  return { tool, options: parseFields(tool, fields) };
}

function checkPlanFiles(tool: Tool, plan: Plan, provided: number): void {
  const max_allowed = mergesFiles(tool.files) ? plan.max_merge_files : plan.max_files;
  if (provided > max_allowed) throw new Failure('plan_limit_files', { max_allowed });
}

/** Reserves one conversion and creates the job; or finds the job that already has this idempotency key. */
async function begin(call: ConversionRequest, tool: Tool, service: Conversions, submission: Submission) {
  const { caller } = call;
  const fingerprint =
    call.idempotencyKey === undefined
      ? ''
      : fingerprintOf(call.tool.id, call.fields, call.files as readonly HashedFile[]);
  const begun = await beginJob(service.db, service.clock, {
    id: call.jobId,
    account: caller.account,
    plan: caller.plan,
    keyId: caller.keyId,
    isTest: caller.isTest === true,
    tool: call.tool.id,
    inputName: call.files[0]?.name ?? 'file',
    outputName: outputName(tool, call.files[0]?.name ?? 'file'),
    outputMime: tool.produces.format.mime,
    owner: service.node.id,
    maxRunning: service.config.maxRunningPerAccount,
    idempotency: call.idempotencyKey === undefined ? undefined : { key: call.idempotencyKey, fingerprint },
    enqueue: (transaction) => submission.enqueue(transaction),
  });
  if (begun === 'quota_exceeded')
    throw caller.isTest === true
      ? testsExceeded(service.clock)
      : quotaExceeded(caller.account, caller.plan, service.clock, service.offerUpgrade);
  return { ...begun, fingerprint };
}

/** The conversion as data that any worker can perform. */
export function orderOf(
  {
    jobId,
    caller,
    files,
  }: Pick<ConversionRequest, 'jobId' | 'files'> & {
    caller: Pick<Caller, 'isTest'> & { account: { id: string }; isVisitor?: boolean };
  },
  tool: Tool,
  options: Order['options'],
  { config, traces }: Conversions,
  limit: Deadline,
): Order {
  const traceparent = traces.traceparent();
  const waitedMs = config.conversionTimeoutMs - limit.leftMs();
  return {
    jobId,
    accountId: caller.account.id,
    tool: tool.id,
    options,
    secrets: secretOptions,
    inputs: files.map(({ path, name }) => ({ file: basename(path), name })),
    output: `result${tool.produces.format.extensions[0]}`,
    timeoutMs: config.conversionTimeoutMs,
    leftMs: limit.leftMs(),
    // The wait counts from the complete body.
    startWithinMs: config.queueWaitMs - waitedMs,
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(caller.isTest === true ? { isTest: true } : {}),
    ...(caller.isVisitor === true ? { isVisitor: true } : {}),
  };
}

/** Waits for the order's outcome and settles the job by it. */
async function finish(
  job: JobRow,
  submission: Submission,
  service: Conversions,
  limit: Deadline,
  ignored: readonly string[],
): Promise<JobRow> {
  using running = service.running.begin(job.id, limit.signal);
  const outcome = await submission.outcome(running.signal);
  return await traced(service.traces, 'settle', () => settle(job, warned(outcome, ignored), submission, service));
}

/** The outcome with what the worker does not know of: fields that the tool has not. */
export function warned(outcome: Outcome, warnings: readonly string[]): Outcome {
  if (outcome.kind === 'failure' || warnings.length === 0) return outcome;
  const { report } = outcome;
  return { ...outcome, report: { ...report, warnings: [...warnings, ...(report.warnings ?? [])] } };
}

async function settle(job: JobRow, outcome: Outcome, submission: Submission, service: Conversions): Promise<JobRow> {
  const retainInputs = () => submission.retainInputs();
  if (outcome.kind === 'failure') return settleFailure(service, job, outcome, retainInputs);
  try {
    return await settleSuccess(service, job, outcome);
  } catch (error) {
    return settleFailure(service, job, failed(error), retainInputs);
  }
}

/** Whether an error only means that the client has disconnected. */
export const isClientDisconnect = (error: unknown): boolean =>
  (error instanceof Stopped && error.by === 'client') ||
  (isFailure(error) && error.cause instanceof Stopped && error.cause.by === 'client');
