// One conversion, from the complete upload to its settled job. Read it from top to bottom.
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Transaction } from 'kysely';
import { deadline, type Deadline } from '#core/deadline.ts';
import { isFailure } from '#core/failure.ts';
import { admitted, ignoredFields, type Arrival } from '#conversion/admit.ts';
import type { Step, Tool } from '#conversion/tools/tool.ts';
import { quotaExceeded, testsExceeded } from '#service/accounts/quota.ts';
import type { KeyRights } from '#service/accounts/keys.ts';
import { mergesFiles, type Plan } from '#service/accounts/plans.ts';
import type { AccountRow, JobRow, Tables } from '#service/database/schema.ts';
import type { FailedOutcome, Order, Outcome, Submission } from '#service/dispatch/dispatcher.ts';
import { failed } from '#service/dispatch/failed.ts';
import type { Conversions } from '#service/roles.ts';
import { traced } from '#service/traces/traces.ts';
import { fingerprintOf, replay, type HashedFile } from './idempotency.ts';
import { beginJob, type NewJob } from './job-rows.ts';
import { outputName } from './output-name.ts';
import { settleFailure, settleSuccess } from './settle.ts';
import { Stopped } from './running.ts';
import type { Workspace } from './workspace.ts';

export interface Caller {
  account: AccountRow;
  plan: Plan;
  /** Null for the dashboard. */
  keyId: string | null;
  /** The rights of its key; without them, all rights. */
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

/** The fields of every conversion, whoever pays for it. */
export type Call = Omit<ConversionRequest, 'caller' | 'idempotencyKey'> & {
  caller: Pick<Caller, 'plan' | 'isTest'> & { account: { id: string }; isVisitor?: boolean };
};

/** Who pays: an account that gets a job, or a visitor that gets a trial. */
export interface Payer<Row, Done> {
  /** Reserves one conversion and writes its row, with the order; or returns what an earlier request has been given. */
  begin: (tool: Tool, submission: Submission, signal: AbortSignal) => Promise<{ row: Row } | { done: Done }>;
  /** @throws the failure that the client is answered */
  settle: (row: Row, outcome: Outcome, submission: Submission) => Promise<Done>;
}

/**
 * Checks a request, has its conversion reserved, dispatches the order and settles it by its outcome.
 * @throws {@link Failure}; {@link Stopped} when the client has disconnected
 */
export async function accept<Row, Done>(call: Call, service: Conversions, payer: Payer<Row, Done>): Promise<Done> {
  const { jobId, caller, files, fields, workspace } = call;
  using limit = deadline(service.config.conversionTimeoutMs, call.signal);
  const { tool, options } = admitted(call.tool, files.length, fields, maxFilesOf(caller.plan));
  const order = orderOf(call, tool, options, service, limit);
  await using submission = await service.dispatcher.submit(order, workspace.path);
  const begun = await payer.begin(tool, submission, limit.signal);
  if ('done' in begun) return begun.done;
  using running = service.running.begin(jobId, limit.signal);
  const outcome = warned(await submission.outcome(running.signal), ignoredFields(tool, fields));
  return await traced(service.traces, 'settle', () => payer.settle(begun.row, outcome, submission));
}

/** How many files a plan takes for a tool. */
export const maxFilesOf =
  ({ max_merge_files, max_files }: Plan) =>
  (tool: Tool): number =>
    mergesFiles(tool.files) ? max_merge_files : max_files;

/** A conversion that an account pays for. @throws as {@link accept} */
export async function convertJob(call: ConversionRequest, service: Conversions): Promise<Conversion> {
  const attributes = { 'platen.job_id': call.jobId, 'platen.tool': call.tool.id };
  const ended = service.metrics.conversionSeconds.startTimer({ tool: call.tool.id });
  // Before they are moved to where they are stored.
  const payer = byAccount(call, service, await bytesOf(call.files));
  const conversion = await traced(service.traces, 'order', () => accept(call, service, payer), {
    attributes,
  });
  if (!conversion.replayed) ended();
  return conversion;
}

const byAccount = (call: ConversionRequest, service: Conversions, inputBytes: number): Payer<JobRow, Conversion> => ({
  async begin(tool, submission, signal) {
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
  async settle(row, outcome, submission) {
    const fail = (failure: FailedOutcome) => settleFailure(service, row, failure, () => submission.retainInputs());
    if (outcome.kind === 'failure') return fail(outcome);
    const job = await settleSuccess(service, row, outcome).catch((error: unknown) => fail(failed(error)));
    return { job, replayed: false };
  },
});

/** Reserves one conversion and creates the job; or finds the job that already has this idempotency key. */
export async function beginAccountJob(
  call: ConversionRequest,
  tool: Tool,
  service: Conversions,
  {
    enqueue,
    inputBytes,
    webhookUrl,
    isLater = false,
  }: Required<Pick<NewJob, 'enqueue' | 'inputBytes'>> & Pick<NewJob, 'isLater' | 'webhookUrl'>,
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
    isLater,
    webhookUrl,
    maxRunning: isLater ? service.config.maxAsyncPerAccount : service.config.maxRunningPerAccount,
    idempotency: call.idempotencyKey === undefined ? undefined : { key: call.idempotencyKey, fingerprint },
    enqueue,
  });
  if (begun === 'quota_exceeded')
    throw caller.isTest === true
      ? testsExceeded(service.clock)
      : quotaExceeded(caller.account, caller.plan, service.clock, service.offerUpgrade);
  return { ...begun, fingerprint };
}

/** The bytes of files of this machine, all together. */
export async function bytesOf(files: readonly Pick<Arrival, 'path'>[]): Promise<number> {
  const sizes = await Promise.all(files.map(({ path }) => stat(path)));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** What was asked for, the steps of a pipeline too. */
const fieldsOf = ({ tool, fields }: ConversionRequest): Readonly<Record<string, string>> =>
  tool.steps === undefined ? fields : { ...fields, steps: JSON.stringify(stepsToDo(tool.steps)) };

const stepsToDo = (steps: readonly Step[]) => steps.map(({ tool, options }) => ({ tool: tool.id, options }));

/** The conversion as data that any worker can perform. */
export function orderOf(
  { jobId, caller, files }: Pick<Call, 'jobId' | 'caller' | 'files'>,
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
    options: tool.steps === undefined ? options : { steps: stepsToDo(tool.steps) },
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

/** Adds warnings that the worker does not know of: fields that the tool does not have. */
export function warned(outcome: Outcome, warnings: readonly string[]): Outcome {
  if (outcome.kind === 'failure' || warnings.length === 0) return outcome;
  const { report } = outcome;
  return { ...outcome, report: { ...report, warnings: [...warnings, ...(report.warnings ?? [])] } };
}

/** Whether an error only means that the client has disconnected. */
export const isClientDisconnect = (error: unknown): boolean =>
  (error instanceof Stopped && error.by === 'client') ||
  (isFailure(error) && error.cause instanceof Stopped && error.cause.by === 'client');
