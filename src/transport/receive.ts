// A route that converts: POST …/{tool}. What can be refused without the body is refused before any of it is read.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { freeBytes } from '#core/disk.ts';
import { Failure, isFailure } from '#core/failure.ts';
import { newId } from '#core/ids.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { checkQuota, quotaOf } from '#service/accounts/quota.ts';
import { getAccount } from '#service/accounts/accounts.ts';
import { convertJob, type Caller, type Conversion } from '#service/jobs/accept.ts';
import { knownCall } from '#service/jobs/idempotency.ts';
import { Stopped } from '#service/jobs/running.ts';
import { inputPath } from '#service/jobs/workspace.ts';
import type { Admission, Conversions } from '#service/roles.ts';
import { drain } from './drain.ts';
import { orBusy } from './errors.ts';
import { isAcceptedType, isPlain } from './media-type.ts';
import { countCall } from './rates.ts';
import { receiveUpload } from './upload.ts';
import { jobFields } from './job-fields.ts';

const MiB = 1 << 20;
export const requestLimits = {
  maxRequestBytes: 220 * MiB,
  maxFiles: 20,
  maxFields: 10,
  maxParts: 32,
  idleMs: 60_000,
} as const;

const busy = () => new Failure('server_busy', { retry_after: 5 });

/** What a route that converts works with. */
export type Receiving = Admission & Conversions;

/** Who sends a call, and under which name it counts towards the rate of conversions. */
export interface Sender extends Caller {
  rateKey: string;
}

export interface ConvertDoor {
  /** With the parameter `:tool`. */
  path: string;
  /** @throws when nobody with an account calls */
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<Sender>;
  isClosing: () => boolean;
}

export function convertRoute(app: FastifyInstance, service: Receiving, door: ConvertDoor): void {
  const { isClosing } = door;

  app.post<{ Params: { tool: string } }>(door.path, async (request, reply) => {
    const caller = await senderOf(service, door, request, reply);
    let patienceMs: number | undefined;
    try {
      const { tool, idempotencyKey, upload } = await atTheDoor(service, door, request, reply, caller);
      using _place = upload;
      return await receiveAndConvert(service, request, reply, { caller, tool, idempotencyKey }, () => {
        upload[Symbol.dispose]();
        if (isClosing()) throw busy();
      });
    } catch (thrown) {
      const error = orBusy(thrown, request.log);
      if (isTooSlow(error)) patienceMs = slowPatienceMs;
      if (isFailure(error) && error.kind === 'door') error.with({ plan: caller.plan.name });
      throw error;
    } finally {
      drain(request.raw, requestLimits.maxRequestBytes, patienceMs);
    }
  });
}

/** Long enough for the answer to arrive; who was too slow is not waited for. */
const slowPatienceMs = 2_000;
const isTooSlow = (error: unknown) => isFailure(error, 'bad_request') && error.fields['code'] === 'upload_too_slow';

/** Calls of nobody count against the address. */
async function senderOf(
  service: Receiving,
  door: ConvertDoor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Sender> {
  try {
    return await door.identify(request, reply);
  } catch (error) {
    drain(request.raw, requestLimits.maxRequestBytes);
    await countCall(service.limits.address, 'ip', request.ip, reply);
    throw error;
  }
}

async function atTheDoor(
  service: Receiving,
  { isClosing }: ConvertDoor,
  request: FastifyRequest<{ Params: { tool: string } }>,
  reply: FastifyReply,
  caller: Sender,
): Promise<{ tool: Tool; idempotencyKey: string | undefined; upload: Disposable }> {
  const { config, clock, dispatcher, uploads } = service;
  const tool = service.tools.find(({ id }) => id === request.params.tool);
  if (tool === undefined) throw new Failure('tool_not_found');
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
    (await knownCall(service, caller.keyId, idempotencyKey)) !== undefined;
  if (!isKnown) checkQuota(caller.account, caller.plan, clock, service.offerUpgrade);
  if (Number(request.headers['content-length'] ?? 0) > requestLimits.maxRequestBytes)
    throw new Failure('payload_too_large', { max_bytes: requestLimits.maxRequestBytes });
  const free = isKnown ? Infinity : await roomLeft(service);
  if (!isKnown && (dispatcher.isFull || isClosing() || free < config.minFreeBytes)) throw busy();
  const upload = uploads.enter(caller.account.id, { evenWhenFull: isKnown });
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

/** None where nobody can tell. */
const roomLeft = ({ config, log }: Receiving): Promise<number> =>
  freeBytes(config.data).catch((error: unknown) => {
    log.error({ err: error }, 'the free space of the data folder cannot be told');
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
  const gone = new AbortController();
  const leave = () => {
    if (!reply.raw.writableEnded) gone.abort(new Stopped('client'));
  };
  if (reply.raw.closed || reply.raw.destroyed) leave();
  reply.raw.once('close', leave);
  request.log = request.log.child({ job_id: jobId });

  await using workspace = await service.workspaces.open(jobId);
  if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
  const upload = await receiveUpload(request.raw, {
    limits: { ...requestLimits, maxFileBytes: caller.plan.max_bytes, pace: service.limits.uploadPace },
    pathOf: (n) => inputPath(workspace, n),
    hash: idempotencyKey !== undefined,
    tooLarge: (file) => fileTooLarge(service, caller, file, Number(request.headers['content-length'] ?? 0), tool),
    signal: gone.signal,
  });
  uploadEnded();
  const call = {
    jobId,
    caller,
    tool,
    files: upload.files,
    fields: upload.fields,
    workspace,
    idempotencyKey,
    signal: gone.signal,
  };
  return sendResult(service, reply, caller, await convertJob(call, service));
}

/** Offers a plan that would take the file, as far as the declared length of the request tells. */
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

async function sendResult(service: Receiving, reply: FastifyReply, caller: Sender, { job, replayed }: Conversion) {
  if (replayed) void reply.header('Idempotency-Replayed', 'true');
  const account = (await getAccount(service.db, caller.account.id)) ?? caller.account;
  return { ...jobFields(job), quota: quotaOf(account, caller.plan, service.clock) };
}
