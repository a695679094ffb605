// The way of one conversion from the complete upload to its result. Read it from top to bottom.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { deadline, DeadlinePassed } from '#core/deadline.ts';
import { Failure, isFailure } from '#core/failure.ts';
import { checkContent, checkCount, checkPdfs, parseFields, servingTool, type Arrival } from '#conversion/admit.ts';
import { runTool } from '#conversion/convert.ts';
import type { Input, Tool } from '#conversion/tools/tool.ts';
import { quotaExceeded } from '#service/accounts/quota.ts';
import { mergesFiles, type Plan } from '#service/accounts/plans.ts';
import type { AccountRow, JobRow } from '#service/database/schema.ts';
import { QueueFull, WaitedTooLong } from '#service/queue/queue.ts';
import type { Service } from '#service/service.ts';
import { fingerprint, replay, type Sent } from './idempotency.ts';
import { beginJob, forgetJob } from './job-rows.ts';
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

/** Admits, reserves, waits, converts, settles. @throws {@link Failure}; {@link Stopped} when nobody waits for the answer */
export async function convertJob(call: ConversionCall, service: Service): Promise<Conversion> {
  using limit = deadline(service.config.conversionTimeoutMs, call.signal);
  // Waiting counts from the complete body on, for the look into the file and for the worker together.
  const startBy = performance.now() + service.config.queueWaitMs;
  const tool = servingTool(call.tool, call.fields);
  const { inputs, options } = await admit(tool, call, service, limit.signal, startBy);

  const begun = await begin(call, tool, inputs, service);
  if ('known' in begun) return { job: await replay(service, begun.known, begun.print, limit.signal), replayed: true };
  const { job } = begun;

  using running = service.running.begin(job.id, limit.signal);
  try {
    using _place = await enterQueue(job, service, running.signal, startBy);
    const output = join(call.workspace.path, `result${tool.produces.format.extensions[0]}`);
    const started = performance.now();
    const report = await runTool(tool, { inputs, options, output, signal: running.signal }, service.engines);
    service.metrics.conversionSeconds.observe({ tool: call.tool.id }, (performance.now() - started) / 1000);
    const bytes = (await stat(output)).size;
    return { job: await settleSuccess(service, job, { path: output, bytes, report }), replayed: false };
  } catch (error) {
    throw await settleFailure(service, job, inputs, error);
  }
}

/** The checks that need the whole body, in the order of the API; nothing is reserved yet. */
async function admit(
  tool: Tool,
  { files, fields, caller }: ConversionCall,
  service: Service,
  signal: AbortSignal,
  startBy: number,
) {
  checkCount(tool, files.length);
  checkPlanFiles(tool, caller.plan, files.length);
  const options = parseFields(tool, fields);
  const inputs = await checkContent(tool, files);
  if (tool.encryptedPdf === 'not a pdf tool') return { inputs, options };
  try {
    using _place = await service.inspections.enter(caller.account.id, {
      signal,
      maxWaitMs: startBy - performance.now(),
    });
    await checkPdfs(tool, inputs, options, service.engines, signal);
  } catch (error) {
    throw isBusy(error) ? new Failure('server_busy', { retry_after: 5 }, { cause: error }) : error;
  }
  return { inputs, options };
}

function checkPlanFiles(tool: Tool, plan: Plan, provided: number): void {
  const max_allowed = mergesFiles(tool.files) ? plan.max_merge_files : plan.max_files;
  if (provided > max_allowed) throw new Failure('plan_limit_files', { max_allowed });
}

async function begin(call: ConversionCall, tool: Tool, inputs: readonly Input[], service: Service) {
  const { caller } = call;
  const print =
    call.idempotencyKey === undefined ? '' : fingerprint(call.tool.id, call.fields, call.files as readonly Sent[]);
  const begun = await beginJob(service.db, service.clock, {
    id: call.jobId,
    account: caller.account,
    plan: caller.plan,
    keyId: caller.keyId,
    tool: call.tool.id,
    outputName: outputName(tool, inputs[0]?.name ?? 'file'),
    outputMime: tool.produces.format.mime,
    idempotency: call.idempotencyKey === undefined ? undefined : { key: call.idempotencyKey, fingerprint: print },
  });
  if (begun === 'quota') throw quotaExceeded(caller.account, caller.plan, service.clock, service.offerUpgrade);
  return { ...begun, print };
}

/** A place among the running conversions; without one the job is as if it had never been. */
async function enterQueue(job: JobRow, service: Service, signal: AbortSignal, startBy: number): Promise<Disposable> {
  try {
    return await service.queue.enter(job.account_id, { signal, maxWaitMs: startBy - performance.now() });
  } catch (error) {
    if (!isBusy(error)) throw error;
    await forgetJob(service.db, job);
    throw new Failure('server_busy', { retry_after: 5 }, { cause: error });
  }
}

const isBusy = (error: unknown) =>
  error instanceof QueueFull || error instanceof WaitedTooLong || error instanceof DeadlinePassed;

/** Whether an error is nothing but the client's going away. */
export const isClientGone = (error: unknown): boolean =>
  (error instanceof Stopped && error.by === 'client') ||
  (isFailure(error) && error.cause instanceof Stopped && error.cause.by === 'client');
