// The way of one conversion from the complete upload to its result. Read it from top to bottom.
import { basename, join } from 'node:path';
import { deadline, type Deadline } from '#core/deadline.ts';
import { Failure, isFailure } from '#core/failure.ts';
import { checkCount, parseFields, servingTool, type Arrival } from '#conversion/admit.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { quotaExceeded } from '#service/accounts/quota.ts';
import { mergesFiles, type Plan } from '#service/accounts/plans.ts';
import type { AccountRow, JobRow } from '#service/database/schema.ts';
import { secretOptions, type Order } from '#service/dispatch/dispatcher.ts';
import { failed } from '#service/dispatch/failed.ts';
import type { Conversions } from '#service/roles.ts';
import { fingerprint, replay, type Sent } from './idempotency.ts';
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
}

export interface ConversionCall {
  jobId: string;
  caller: Caller;
  tool: Tool;
  files: readonly (Arrival & Partial<Sent>)[];
  fields: Readonly<Record<string, string>>;
  workspace: Workspace;
  idempotencyKey?: string | undefined;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}

export interface Conversion {
  job: JobRow;
  replayed: boolean;
}

/**
 * Accepts a call, has its order dispatched, and settles what became of it.
 * @throws {@link Failure}; {@link Stopped} when nobody waits for the answer
 */
export async function convertJob(call: ConversionCall, service: Conversions): Promise<Conversion> {
  using limit = deadline(service.config.conversionTimeoutMs, call.signal);
  const { tool, options } = accept(call);
  for (;;) {
    const begun = await begin(call, tool, service);
    if ('job' in begun)
      return { job: await dispatch(call, begun.job, { tool, options }, service, limit), replayed: false };
    const replayed = await replay(service, begun.known, begun.print, limit.signal);
    if (replayed !== null) return { job: replayed, replayed: true };
    // The earlier call was refused, which is not kept: this one is as if it were the first.
  }
}

/** The checks that need the whole body but no document, in the order of the API. */
function accept({ tool: called, files, fields, caller }: ConversionCall) {
  const tool = servingTool(called, fields);
  checkCount(tool, files.length);
  checkPlanFiles(tool, caller.plan, files.length);
  return { tool, options: parseFields(tool, fields) };
}

function checkPlanFiles(tool: Tool, plan: Plan, provided: number): void {
  const max_allowed = mergesFiles(tool.files) ? plan.max_merge_files : plan.max_files;
  if (provided > max_allowed) throw new Failure('plan_limit_files', { max_allowed });
}

/** Reserves one conversion and makes the job; or finds the one that has this idempotency key. */
async function begin(call: ConversionCall, tool: Tool, service: Conversions) {
  const { caller } = call;
  const print =
    call.idempotencyKey === undefined ? '' : fingerprint(call.tool.id, call.fields, call.files as readonly Sent[]);
  const begun = await beginJob(service.db, service.clock, {
    id: call.jobId,
    account: caller.account,
    plan: caller.plan,
    keyId: caller.keyId,
    tool: call.tool.id,
    outputName: outputName(tool, call.files[0]?.name ?? 'file'),
    outputMime: tool.produces.format.mime,
    idempotency: call.idempotencyKey === undefined ? undefined : { key: call.idempotencyKey, fingerprint: print },
  });
  if (begun === 'quota') throw quotaExceeded(caller.account, caller.plan, service.clock, service.offerUpgrade);
  return { ...begun, print };
}

async function dispatch(
  call: ConversionCall,
  job: JobRow,
  { tool, options }: ReturnType<typeof accept>,
  service: Conversions,
  limit: Deadline,
): Promise<JobRow> {
  const { workspace, files } = call;
  const output = `result${tool.produces.format.extensions[0]}`;
  const waitedMs = service.config.conversionTimeoutMs - limit.leftMs();
  const order: Order = {
    jobId: job.id,
    accountId: job.account_id,
    tool: tool.id,
    options,
    secrets: secretOptions,
    inputs: files.map(({ path, name }) => ({ file: basename(path), name })),
    output,
    timeoutMs: service.config.conversionTimeoutMs,
    leftMs: limit.leftMs(),
    // Waiting counts from the complete body on.
    startWithinMs: service.config.queueWaitMs - waitedMs,
  };
  using running = service.running.begin(job.id, limit.signal);
  const outcome = await service.dispatcher.dispatch(order, running.signal);
  if (outcome.kind === 'failure') return settleFailure(service, job, order, outcome);
  try {
    return await settleSuccess(service, job, { path: join(workspace.path, output), ...outcome });
  } catch (error) {
    return settleFailure(service, job, order, failed(error));
  }
}

/** Whether an error is nothing but the client's going away. */
export const isClientGone = (error: unknown): boolean =>
  (error instanceof Stopped && error.by === 'client') ||
  (isFailure(error) && error.cause instanceof Stopped && error.cause.by === 'client');
