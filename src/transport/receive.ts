// The route POST …/{tool}: receives an upload and answers with its conversion. Whatever can be refused without the body is
// refused before any of it is read.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MiB } from '#core/bytes.ts';
import { freeBytes } from '#core/disk.ts';
import { Failure, isFailure } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { checkQuota, quotaOf } from '#service/accounts/quota.ts';
import { getAccount } from '#service/accounts/accounts.ts';
import { convertJob, type Caller, type Conversion } from '#service/jobs/accept.ts';
import { findEarlierJob } from '#service/jobs/idempotency.ts';
import { Stopped } from '#service/jobs/running.ts';
import { inputPath } from '#service/jobs/workspace.ts';
import type { Admission, Conversions } from '#service/roles.ts';
import { traced } from '#service/traces/traces.ts';
import { storageProblem } from '#service/storage.ts';
import { drain } from './drain.ts';
import { orBusy } from './errors.ts';
import { isAcceptedType, isPlain } from './media-type.ts';
import { countCall } from './rates.ts';
import { noteForLog } from './request-log.ts';
import { receiveUpload } from './upload.ts';
import { jobFields } from './job-fields.ts';

export const requestLimits = {
  maxRequestBytes: 220 * MiB,
  maxFiles: 20,
  maxFields: 10,
  maxParts: 32,
  idleMs: 60_000,
} as const;

const busy = (retry_after = 5) => new Failure('server_busy', { retry_after });

/** What a route that converts works with. */
export type Receiving = Admission & Conversions;

/** The caller of a conversion, and the name it is rate-limited under. */
export interface Sender extends Caller {
  rateKey: string;
}

export interface ConvertEndpoint {
  /** With a parameter `:tool`. */
  path: string;
  /** @throws when the caller has no account */
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<Sender>;
  isClosing: () => boolean;
}

export function convertRoute(app: FastifyInstance, service: Receiving, endpoint: ConvertEndpoint): void {
  const { isClosing } = endpoint;

  app.post<{ Params: { tool: string } }>(endpoint.path, async (request, reply) => {
    const caller = await senderOf(service, endpoint, request, reply);
    let drainMs: number | undefined;
    try {
      const { tool, idempotencyKey, upload } = await checkAdmission(service, endpoint, request, reply, caller);
      using _slot = upload;
      return await receiveAndConvert(service, request, reply, { caller, tool, idempotencyKey }, () => {
        upload[Symbol.dispose]();
        if (isClosing()) throw busy();
      });
    } catch (thrown) {
      const error = orBusy(thrown, request.log);
      if (isTooSlow(error)) drainMs = slowDrainMs;
      if (isFailure(error) && error.kind === 'refused') error.with({ plan: caller.plan.name });
      throw error;
    } finally {
      drain(request.raw, requestLimits.maxRequestBytes, drainMs);
    }
  });
}

/** Long enough for the response to arrive; a client that was too slow gets no more time than that. */
const slowDrainMs = 2_000;
const isTooSlow = (error: unknown) => isFailure(error, 'bad_request') && error.fields['code'] === 'upload_too_slow';

/** Requests without a valid key or session are rate-limited by IP address. */
async function senderOf(
  service: Receiving,
  endpoint: ConvertEndpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Sender> {
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

async function checkAdmission(
  service: Receiving,
  { isClosing }: ConvertEndpoint,
  request: FastifyRequest<{ Params: { tool: string } }>,
  reply: FastifyReply,
  caller: Sender,
): Promise<{ tool: Tool; idempotencyKey: string | undefined; upload: Disposable }> {
  const { config, clock, dispatcher, uploads } = service;
  const tool = service.tools.find(({ id }) => id === request.params.tool);
  if (tool === undefined) throw new Failure('tool_not_found');
  noteForLog(request, { tool: tool.id });
  await countCall(service.limits.convert, 'convert', caller.rateKey, reply);
  if (!isAcceptedType(request.headers['content-type']))
    throw new Failure('unsupported_media_type', {
      received: request.headers['content-type'] ?? '',
      accepted: ['multipart/form-data'],
    });
  const encoding = request.headers['content-encoding'] ?? '';
  if (!isPlain(encoding)) throw new Failure('unsupported_media_type', { received: encoding, accepted: ['identity'] });

  const idempotencyKey = idempotencyKeyOf(request);
  const isKnown =
    idempotencyKey !== undefined &&
    caller.keyId !== null &&
    (await findEarlierJob(service, caller.keyId, idempotencyKey)) !== undefined;
  if (!isKnown) checkQuota(caller.account, caller.plan, clock, service.offerUpgrade);
  if (Number(request.headers['content-length'] ?? 0) > requestLimits.maxRequestBytes)
    throw new Failure('payload_too_large', { max_bytes: requestLimits.maxRequestBytes });
  const free = isKnown ? Infinity : await freeSpace(service);
  if (!isKnown && dispatcher.isFull) throw busy(dispatcher.retryAfterSeconds);
  if (!isKnown && (isClosing() || free < config.minFreeBytes)) throw busy();
  const upload = uploads.acquire(caller.account.id, { evenWhenFull: isKnown });
  if (upload === null) throw busy();
  return { tool, idempotencyKey, upload };
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new Failure('bad_request', { code: 'invalid_idempotency_key' });
  return key;
}

/** The free space of the data folder; none when it cannot be determined. */
const freeSpace = ({ config, log }: Receiving): Promise<number> =>
  freeBytes(config.data).catch((error: unknown) => {
    log.error({ err: error }, 'the free space of the data folder cannot be determined');
    return -1;
  });

async function receiveAndConvert(
  service: Receiving,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, tool, idempotencyKey }: { caller: Sender; tool: Tool; idempotencyKey: string | undefined },
  uploadEnded: () => void,
) {
  const jobId = newId(service.clock.now());
  const disconnected = new AbortController();
  const onClose = () => {
    if (!reply.raw.writableEnded) disconnected.abort(new Stopped('client'));
  };
  if (reply.raw.closed || reply.raw.destroyed) onClose();
  reply.raw.once('close', onClose);
  request.log = request.log.child({ job_id: jobId });

  await using workspace = await service.workspaces.open(jobId);
  if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
  const received = service.metrics.stageSeconds.startTimer({ tool: tool.id, stage: 'receive' });
  const upload = await traced(service.traces, 'receive', () =>
    receiveUpload(request.raw, {
      limits: { ...requestLimits, maxFileBytes: caller.plan.max_bytes, pace: service.limits.uploadPace },
      pathOf: (n) => inputPath(workspace, n),
      hash: idempotencyKey !== undefined,
      tooLarge: (file) => fileTooLarge(service, caller, file, Number(request.headers['content-length'] ?? 0), tool),
      signal: disconnected.signal,
    }),
  );
  received();
  uploadEnded();
  const call = {
    jobId,
    caller,
    tool,
    files: upload.files,
    fields: upload.fields,
    workspace,
    idempotencyKey,
    signal: disconnected.signal,
  };
  return sendResult(service, reply, caller, await convertJob(call, service));
}

/** Offers a plan that would accept the file, judging by the declared length of the request. */
function fileTooLarge(
  { offerUpgrade }: Receiving,
  { plan }: Sender,
  file: string,
  declared: number,
  tool: Tool,
): Failure {
  const aroundFile = 16 * 1024; // boundaries, headers and fields
  const atLeast = tool.files.max === 1 ? declared - aroundFile : 0;
  const offer = offerUpgrade(plan, (other) => other.max_bytes > plan.max_bytes && other.max_bytes >= atLeast);
  return new Failure('file_too_large', { max_bytes: plan.max_bytes, file, ...offer });
}

/** The JSON of a successful conversion. */
export type ConversionResponse = Awaited<ReturnType<typeof sendResult>>;

async function sendResult(service: Receiving, reply: FastifyReply, caller: Sender, { job, replayed }: Conversion) {
  if (replayed) void reply.header('Idempotency-Replayed', 'true');
  const account = (await getAccount(service.db, caller.account.id)) ?? caller.account;
  return { ...jobFields(job), quota: quotaOf(account, caller.plan, service.clock) };
}
