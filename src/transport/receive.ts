// Receives the files of a conversion: identifies and admits the caller, takes the files into a workspace, and keeps them there while
// the route works on them.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFailure, type Failure } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import type { Caller, Payer, Received } from '#service/jobs/received.ts';
import { Stopped } from '#service/jobs/running.ts';
import { requestLimits } from '#service/limits/request-limits.ts';
import { storageProblem } from '#service/storage.ts';
import { traced } from '#service/traces/traces.ts';
import { admit, busy, type Receiving, type Source } from './admission.ts';
import { drain } from './drain.ts';
import { orBusy } from './errors.ts';
import { countCall } from './rates.ts';
import { noteForLog } from './request-log.ts';

export interface Reception<Who extends Caller> {
  /** Identifies the caller. @throws when the caller may not convert at all */
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<Who>;
  source: (request: FastifyRequest, caller: Who) => Source | Promise<Source>;
  payer: Pick<Payer<Who, never, never>, 'checkLeft' | 'refused'>;
  isClosing: () => boolean;
}

/** Receives a call, and does its route's work. @throws the failures of both, with the caller's plan */
export async function receiving<Who extends Caller>(
  service: Receiving,
  reply: FastifyReply,
  reception: Reception<Who>,
  work: (call: Received<Who>) => Promise<object>,
): Promise<object> {
  const { request } = reply;
  const { source, payer } = reception;
  const caller = await identified(service, reception, reply);
  let drainMs: number | undefined;
  let toolId: string | undefined;
  try {
    const from = await source(request, caller);
    toolId = from.tool.id;
    noteForLog(request, { tool: toolId });
    using slot = await admit(service, reception, from, caller, reply);
    await using call = await receive(service, from, caller, reply);
    slot[Symbol.dispose]();
    if (reception.isClosing()) throw busy();
    return await work(call);
  } catch (thrown) {
    const error = orBusy(thrown, request.log);
    if (isTooSlow(error)) drainMs = slowDrainMs;
    if (isFailure(error) && isRefused(error)) {
      error.with({ plan: caller.plan.name });
      payer.refused?.(caller, toolId, error.code);
    }
    throw error;
  } finally {
    drain(request.raw, requestLimits.maxRequestBytes, drainMs);
  }
}

/** Identifies the caller, and limits the rate of requests without a valid key or session by IP address. */
async function identified<Who extends Caller>(
  service: Receiving,
  { identify }: Reception<Who>,
  reply: FastifyReply,
): Promise<Who> {
  const { request } = reply;
  try {
    const caller = await identify(request, reply);
    noteForLog(request, { account: caller.account.id, ...(caller.keyId === null ? {} : { key: caller.keyId }) });
    return caller;
  } catch (error) {
    drain(request.raw, requestLimits.maxRequestBytes);
    // Rates are counted in the same database.
    if (storageProblem(error) !== undefined) throw error;
    await countCall(service.limits.address, 'ip', request.ip, reply);
    throw error;
  }
}

/** Receives a call, whose disposal removes its workspace. */
async function receive<Who extends Caller>(
  service: Receiving,
  { tool, take }: Source,
  caller: Who,
  reply: FastifyReply,
): Promise<Received<Who> & AsyncDisposable> {
  const { request } = reply;
  const jobId = newId(service.clock.now());
  const signal = whileConnected(reply);
  request.log = request.log.child({ job_id: jobId });
  await using opened = new AsyncDisposableStack();
  const workspace = opened.use(await service.workspaces.open(jobId));
  const ended = service.metrics.stageSeconds.startTimer({ tool: tool.id, stage: 'receive' });
  const taken = await traced(service.traces, 'receive', () => take(workspace, signal, reply));
  ended();
  const kept = opened.move();
  return { jobId, caller, tool, workspace, signal, ...taken, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Returns whether a call was refused before there was a job. */
const isRefused = ({ kind, code }: Failure) => kind === 'refused' || code === 'forbidden';

/** How long to drain a client that was too slow: just long enough for the response to arrive. */
const slowDrainMs = 2_000;
const isTooSlow = (error: unknown) => isFailure(error, 'bad_request') && error.fields['code'] === 'upload_too_slow';

/** Returns a signal that aborts when the client disconnects before the response has ended. */
export function whileConnected(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  const onClose = () => {
    if (!reply.raw.writableEnded) disconnected.abort(new Stopped('client'));
  };
  if (reply.raw.closed || reply.raw.destroyed) onClose();
  reply.raw.once('close', onClose);
  return disconnected.signal;
}
