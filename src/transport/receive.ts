// The route POST …/{tool}: receives an upload and answers with its conversion. Whatever can be refused without the body is
// refused before any of it is read.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MiB } from '#core/bytes.ts';
import type { ErrorCode } from '#core/errors.ts';
import { closest } from '#core/closest.ts';
import { freeBytes } from '#core/disk.ts';
import { Failure, isFailure } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { checkBounds } from '#service/accounts/bounds.ts';
import { checkQuota, checkTests, quotaOf } from '#service/accounts/quota.ts';
import { getAccount } from '#service/accounts/accounts.ts';
import { convertJob, type Caller, type Conversion, type ConversionRequest } from '#service/jobs/accept.ts';
import { findEarlierJob } from '#service/jobs/idempotency.ts';
import { Stopped } from '#service/jobs/running.ts';
import { inputPath } from '#service/jobs/workspace.ts';
import type { AccountRow, JobRow } from '#service/database/schema.ts';
import type { Admission, Conversions } from '#service/roles.ts';
import { traced } from '#service/traces/traces.ts';
import { storageProblem } from '#service/storage.ts';
import { takeTime } from './body-time.ts';
import { drain } from './drain.ts';
import { orBusy } from './errors.ts';
import { isAcceptedType, isPlain } from './media-type.ts';
import { countCall } from './rates.ts';
import { noteForLog } from './request-log.ts';
import { requireScope } from './scopes.ts';
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

/** Who sends files, and the name it is rate-limited under. */
export type Uploader = Pick<Caller, 'plan' | 'keyId' | 'rights' | 'isTest'> & {
  account: { id: string };
  rateKey: string;
  /** Has no account. */
  isVisitor?: boolean;
};

/** The caller of a conversion that an account pays for. */
export interface Sender extends Caller {
  rateKey: string;
}

/** What is converted, once it has arrived. */
export type Received<Who extends Uploader> = Omit<ConversionRequest, 'caller'> & { caller: Who };

export interface UploadEndpoint<Who extends Uploader> {
  /** With a parameter `:tool`. */
  path: string;
  /** @throws when the caller may not convert at all */
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<Who>;
  /** @throws when the caller has nothing left */
  checkLeft: (caller: Who) => void | Promise<void>;
  /** Told of what was refused before there was a job. */
  refused?: (caller: Who, tool: string, code: ErrorCode) => void;
  /** Converts, and gives the response. */
  convert: (call: Received<Who>, reply: FastifyReply) => Promise<object>;
  isClosing: () => boolean;
}

export type ConvertEndpoint = Pick<UploadEndpoint<Sender>, 'path' | 'identify' | 'isClosing'> & {
  /** What the response says of the job beyond the API's fields. */
  fields?: (job: JobRow) => object;
};

/** Conversions of accounts. */
export const convertRoute = (app: FastifyInstance, service: Receiving, endpoint: ConvertEndpoint): void =>
  uploadRoute(app, service, {
    ...endpoint,
    async checkLeft({ account, plan, isTest }) {
      if (isTest === true) checkTests(account, service.clock);
      else checkQuota(account, plan, service.clock, service.offerUpgrade);
      await checkBounds(service, account.id);
    },
    refused({ account, keyId }, tool, code) {
      // The pages wait and send the file again: nobody has to do anything about it.
      if (keyId === null && (code === 'rate_limited' || code === 'server_busy')) return;
      const known = service.tools.find(({ id }) => id === tool)?.id;
      service.refusals.note({ accountId: account.id, keyId, tool: known, code });
    },
    async convert(call, reply) {
      const conversion = await convertJob(call, service);
      const answer = await sendResult(service, reply, call.caller, conversion);
      return { ...answer, ...endpoint.fields?.(conversion.job) };
    },
  });

export function uploadRoute<Who extends Uploader>(
  app: FastifyInstance,
  service: Receiving,
  endpoint: UploadEndpoint<Who>,
): void {
  const { isClosing } = endpoint;

  app.post<{ Params: { tool: string } }>(endpoint.path, async (request, reply) => {
    const caller = await senderOf(service, endpoint, request, reply);
    let drainMs: number | undefined;
    try {
      const { tool, idempotencyKey, upload } = await checkAdmission(service, endpoint, request, reply, caller);
      using _slot = upload;
      return await receiveAndConvert(service, endpoint, request, reply, { caller, tool, idempotencyKey }, () => {
        upload[Symbol.dispose]();
        if (isClosing()) throw busy();
      });
    } catch (thrown) {
      const error = orBusy(thrown, request.log);
      if (isTooSlow(error)) drainMs = slowDrainMs;
      if (isFailure(error) && isRefused(error)) {
        error.with({ plan: caller.plan.name });
        endpoint.refused?.(caller, request.params.tool, error.code);
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
  endpoint: UploadEndpoint<Who>,
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

function noTool(id: string, tools: readonly Tool[]): Failure {
  const meant = closest(
    id,
    tools.map((tool) => tool.id),
  );
  return new Failure('tool_not_found').hinting(meant === undefined ? undefined : `Did you mean ${meant}?`);
}

async function checkAdmission<Who extends Uploader>(
  service: Receiving,
  { isClosing, checkLeft }: UploadEndpoint<Who>,
  request: FastifyRequest<{ Params: { tool: string } }>,
  reply: FastifyReply,
  caller: Who,
): Promise<{ tool: Tool; idempotencyKey: string | undefined; upload: Disposable }> {
  const tool = service.tools.find(({ id }) => id === request.params.tool);
  if (tool === undefined) throw noTool(request.params.tool, service.tools);
  noteForLog(request, { tool: tool.id });
  await countCall(service.limits.convert, 'convert', caller.rateKey, reply);
  requireScope(caller, 'convert', tool.id);
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
  if (!isKnown) {
    await checkEngineSeconds(service, caller);
    await checkLeft(caller);
  }
  if (Number(request.headers['content-length'] ?? 0) > requestLimits.maxRequestBytes)
    throw new Failure('payload_too_large', { max_bytes: requestLimits.maxRequestBytes });
  if (!isKnown) await checkRoom(service, isClosing, caller, tool.id);
  return { tool, idempotencyKey, upload: takeSlot(service, caller, isKnown) };
}

/** The slot of one call, of those that the account and the service have at a time. @throws server_busy */
export function takeSlot(
  { uploads }: Pick<Receiving, 'uploads'>,
  { account, isVisitor = false }: Pick<Uploader, 'account' | 'isVisitor'>,
  evenWhenFull = false,
): Disposable {
  const slot = uploads.acquire(account.id, { evenWhenFull, isVisitor });
  if (slot === null) throw busy();
  return slot;
}

/** Whoever has used much of the engines' time leaves what there is to others while these wait. @throws rate_limited */
export async function checkEngineSeconds(
  { limits, dispatcher }: Pick<Receiving, 'limits' | 'dispatcher'>,
  { account, isVisitor = false }: Pick<Uploader, 'account' | 'isVisitor'>,
): Promise<void> {
  const user = { accountId: account.id, isVisitor };
  if (!dispatcher.othersWait(user)) return;
  const retry_after = await limits.engineSeconds.exhaustedFor(user);
  if (retry_after !== null) throw new Failure('rate_limited', { retry_after, limit: 'engine_seconds' });
}

/** Whether one more conversion by this tool can be taken. @throws server_busy */
export async function checkRoom(
  service: Receiving,
  isClosing: () => boolean,
  { account, isVisitor = false }: Pick<Uploader, 'account' | 'isVisitor'>,
  tool: string,
): Promise<void> {
  const { config, dispatcher } = service;
  const free = await freeSpace(service);
  if (dispatcher.isFull({ accountId: account.id, isVisitor, tool })) throw busy(dispatcher.retryAfterSeconds);
  if (isClosing() || free < config.minFreeBytes) throw busy();
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

async function receiveAndConvert<Who extends Uploader>(
  service: Receiving,
  endpoint: UploadEndpoint<Who>,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, tool, idempotencyKey }: { caller: Who; tool: Tool; idempotencyKey: string | undefined },
  uploadEnded: () => void,
): Promise<object> {
  const jobId = newId(service.clock.now());
  const signal = whileConnected(reply);
  request.log = request.log.child({ job_id: jobId });

  takeTime(request.raw);
  await using workspace = await service.workspaces.open(jobId);
  if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
  const received = service.metrics.stageSeconds.startTimer({ tool: tool.id, stage: 'receive' });
  const upload = await traced(service.traces, 'receive', () =>
    receiveUpload(request.raw, {
      limits: { ...requestLimits, maxFileBytes: caller.plan.max_bytes, pace: service.limits.uploadPace },
      pathOf: (n) => inputPath(workspace, n),
      hash: idempotencyKey !== undefined,
      tooLarge: (file) => fileTooLarge(service, caller, file, Number(request.headers['content-length'] ?? 0), tool),
      signal,
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
    signal,
  };
  return await endpoint.convert(call, reply);
}

/** Offers a plan that would accept the file, judging by the declared length of the request. */
function fileTooLarge(
  { offerUpgrade }: Receiving,
  { plan }: Uploader,
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
  const account = await accountAfter(service, caller.account, replayed || caller.isTest === true ? 0 : 1);
  return { ...jobFields(job), quota: quotaOf(account, caller.plan, service.clock) };
}

/** The account as it is now; where the database cannot tell, as this call has found it and with what it has used itself. */
async function accountAfter({ db, log }: Receiving, account: AccountRow, used: number): Promise<AccountRow> {
  const now = await getAccount(db, account.id).catch((error: unknown) => {
    // The conversion is stored and counted: its client is told so.
    log.error({ err: error }, 'the quota could not be read after a conversion');
    return { ...account, used: account.used + used };
  });
  return now ?? account;
}
