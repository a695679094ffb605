// The routes that convert: the caller is admitted, its files are taken in, and it is answered with their conversion.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFailure, type Failure } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import { quotaOf } from '#service/accounts/quota.ts';
import { getAccount } from '#service/accounts/accounts.ts';
import { convertJob, type Conversion, type ConversionRequest } from '#service/jobs/accept.ts';
import { Stopped } from '#service/jobs/running.ts';
import { leavingToNext } from '#service/database/left-to-next.ts';
import type { AccountRow, JobRow } from '#service/database/schema.ts';
import { traced } from '#service/traces/traces.ts';
import { storageProblem } from '#service/storage.ts';
import {
  admit,
  busy,
  byAccount,
  type Called,
  type Payment,
  type Receiving,
  type Sender,
  type Uploader,
} from './admission.ts';
import { drain } from './drain.ts';
import { orBusy } from './errors.ts';
import { countCall } from './rates.ts';
import { noteForLog } from './request-log.ts';
import { jobFields } from '#service/jobs/job-body.ts';
import { requestLimits } from '#service/limits/request-limits.ts';
import { uploaded } from './uploaded.ts';

/** A call whose files have been received. */
export type Received<Who extends Uploader> = Omit<ConversionRequest, 'caller'> & { caller: Who };

export interface Endpoint<Who extends Uploader> extends Payment<Who> {
  path: string;
  /** @throws when the caller may not convert at all */
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<Who>;
  /** Reads the call; by default an upload of the files. */
  called?: (request: FastifyRequest, caller: Who) => Promise<Called>;
  /** Converts, and gives the response. */
  convert: (call: Received<Who>, reply: FastifyReply) => Promise<object>;
  isClosing: () => boolean;
}

export type ConvertEndpoint = Pick<Endpoint<Sender>, 'path' | 'identify' | 'isClosing'> &
  Partial<Pick<Endpoint<Sender>, 'called' | 'convert'>> & {
    /** Fields of the response beyond those of the API. */
    fields?: (job: JobRow) => object;
  };

/** Conversions of uploads that an account pays for. */
export const convertRoute = (app: FastifyInstance, service: Receiving, endpoint: ConvertEndpoint): void =>
  convertingRoute(app, service, {
    ...byAccount(service),
    async convert(call, reply) {
      const conversion = await convertJob(call, service);
      const answer = await resultFields(service, reply, call.caller, conversion);
      return { ...answer, ...endpoint.fields?.(conversion.job) };
    },
    ...endpoint,
  });

export function convertingRoute<Who extends Uploader>(
  app: FastifyInstance,
  service: Receiving,
  endpoint: Endpoint<Who>,
): void {
  app.post(endpoint.path, async (request, reply) => {
    const caller = await leavingToNext(() => senderOf(service, endpoint, request, reply));
    let drainMs: number | undefined;
    let called: Called | undefined;
    try {
      const call = (await endpoint.called?.(request, caller)) ?? uploaded(service, request, caller);
      called = call;
      noteForLog(request, { tool: call.tool.id });
      using slot = await leavingToNext(() => admit(service, endpoint, call, caller, reply));
      return await receiveAndConvert(service, endpoint, request, reply, { caller, called: call, slot });
    } catch (thrown) {
      const error = orBusy(thrown, request.log);
      if (isTooSlow(error)) drainMs = slowDrainMs;
      if (isFailure(error) && isRefused(error)) {
        error.with({ plan: caller.plan.name });
        endpoint.refused?.(caller, called?.tool.id, error.code);
      }
      throw error;
    } finally {
      drain(request.raw, requestLimits.maxRequestBytes, drainMs);
    }
  });
}

/** Before there was a job. */
const isRefused = ({ kind, code }: Failure) => kind === 'refused' || code === 'forbidden';

/** Long enough for the response to arrive; a client that was too slow gets no more time than that. */
const slowDrainMs = 2_000;
const isTooSlow = (error: unknown) => isFailure(error, 'bad_request') && error.fields['code'] === 'upload_too_slow';

/** Requests without a valid key or session are rate-limited by IP address. */
async function senderOf<Who extends Uploader>(
  service: Receiving,
  endpoint: Endpoint<Who>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Who> {
  try {
    const caller = await endpoint.identify(request, reply);
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

async function receiveAndConvert<Who extends Uploader>(
  service: Receiving,
  { convert, isClosing }: Endpoint<Who>,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, called: { tool, take }, slot }: { caller: Who; called: Called; slot: Disposable },
): Promise<object> {
  const jobId = newId(service.clock.now());
  const signal = whileConnected(reply);
  request.log = request.log.child({ job_id: jobId });
  await using workspace = await service.workspaces.open(jobId);
  const received = service.metrics.stageSeconds.startTimer({ tool: tool.id, stage: 'receive' });
  const taken = await traced(service.traces, 'receive', () => take(workspace, signal, reply));
  received();
  slot[Symbol.dispose]();
  if (isClosing()) throw busy();
  return await convert({ jobId, caller, tool, workspace, signal, ...taken }, reply);
}

/** Aborts when the client goes away before the response has ended. */
export function whileConnected(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  const onClose = () => {
    if (!reply.raw.writableEnded) disconnected.abort(new Stopped('client'));
  };
  if (reply.raw.closed || reply.raw.destroyed) onClose();
  reply.raw.once('close', onClose);
  return disconnected.signal;
}

/** The JSON of a successful conversion. */
export type ConversionResponse = Awaited<ReturnType<typeof resultFields>>;

export async function resultFields(
  service: Receiving,
  reply: FastifyReply,
  caller: Sender,
  { job, replayed }: Conversion,
) {
  if (replayed) void reply.header('Idempotency-Replayed', 'true');
  const account = await leavingToNext(() =>
    accountAfter(service, caller.account, replayed || caller.isTest === true ? 0 : 1),
  );
  return { ...jobFields(job), quota: quotaOf(account, caller.plan, service.clock) };
}

/** The account as it is now; where the database cannot answer, as this call found it, plus its own use. */
async function accountAfter({ db, log }: Receiving, account: AccountRow, used: number): Promise<AccountRow> {
  const now = await getAccount(db, account.id).catch((error: unknown) => {
    // The conversion is stored and counted, so its client gets a success.
    log.error({ err: error }, 'the quota could not be read after a conversion');
    return { ...account, used: account.used + used };
  });
  return now ?? account;
}
