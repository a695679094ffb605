// POST /v1/convert/{tool}: the JSON of a finished conversion or, if the caller prefers, its result, or an answer before it ends.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFailure } from '#core/failure.ts';
import { acceptAsync } from '#service/async/accept-async.ts';
import { untilEnded } from '#service/async/watch.ts';
import { withoutWaiting } from '#service/database/without-waiting.ts';
import type { JobRow } from '#service/database/schema.ts';
import { accept } from '#service/jobs/accept.ts';
import { byAccount, type Conversion } from '#service/jobs/by-account.ts';
import { ended } from '#service/jobs/idempotency.ts';
import { findJob } from '#service/jobs/job-rows.ts';
import { retryAfterSeconds } from '#service/jobs/pending.ts';
import type { Received } from '#service/jobs/received.ts';
import type { Receiving, Source } from '#transport/admission.ts';
import { resultFields } from '#transport/answer.ts';
import { preferencesOf } from '#transport/prefer.ts';
import { receiving } from '#transport/receive.ts';
import { fileOf, sendFile } from '#transport/send-file.ts';
import { uploaded } from '#transport/uploaded.ts';
import { authenticate, type KeyCaller, type Keys } from '../authenticate.ts';
import type { Api } from '#service/roles.ts';

export const conversionRoute = (api: FastifyInstance, service: Api & Keys, isClosing: () => boolean): void =>
  conversions(api, service, isClosing, { path: '/convert/:tool', source: uploaded });

interface Address {
  path: string;
  source: (service: Receiving, request: FastifyRequest, caller: KeyCaller) => Source;
}

/** Adds conversions at a path, answered as the caller prefers. */
export function conversions(
  api: FastifyInstance,
  service: Api & Keys,
  isClosing: () => boolean,
  { path, source }: Address,
): void {
  const payer = byAccount(service);
  api.post(path, async (request, reply) => {
    const { isAsync, isRepresentation, waitSeconds = 0 } = preferencesOf(request);
    // Queries before the conversion need not wait, since they are not reported before its job is on disk.
    const early = () => ({ ...service, db: withoutWaiting(service.db) });
    const reception = {
      payer,
      isClosing,
      identify: async () => ({ ...(await authenticate(early(), request)), isAsync }),
      source: (_request: FastifyRequest, caller: KeyCaller) => source(early(), request, caller),
    };
    return await receiving(service, reply, reception, async (call) => {
      if (isAsync) return await answerAsync(service, call, reply, waitSeconds * 1000);
      const conversion = await accept(call, service, payer);
      return isRepresentation
        ? await sendResult(service, reply, conversion)
        : await resultFields(service, reply, call.caller, conversion);
    });
  });
}

/** Answers 202 with the job, or like a synchronous call if the job succeeds within `waitMs`. @throws like a synchronous call if it fails by then */
async function answerAsync(
  service: Api,
  call: Received<KeyCaller>,
  reply: FastifyReply,
  waitMs: number,
): Promise<object> {
  using _held = waitMs > 0 ? service.held.acquire(call.caller.account.id) : undefined;
  const { job, replayed } = await acceptAsync(call, service);
  const now = job.state === 'pending' && waitMs > 0 ? await endOf(service, call, job.id, waitMs) : job;
  if (now !== undefined && now.state !== 'pending') {
    const done = endedAs(replayed, () => ended(service, now));
    return await resultFields(service, reply, call.caller, { job: done, replayed });
  }
  if (replayed) void reply.header('Idempotency-Replayed', 'true');
  const status_url = `/v1/job/${job.id}`;
  void reply
    .code(202)
    .headers({ Location: status_url, 'Preference-Applied': 'respond-async', 'Retry-After': String(retryAfterSeconds) });
  return { job_id: job.id, status: 'pending', status_url };
}

/** Marks a failure as an earlier call's only if its answer is replayed. */
function endedAs(replayed: boolean, end: () => JobRow): JobRow {
  try {
    return end();
  } catch (error) {
    if (isFailure(error)) error.replayed = replayed;
    throw error;
  }
}

/** Waits until the job has ended, or for `waitMs`. */
async function endOf(
  { db, held, watch }: Pick<Api, 'db' | 'held' | 'watch'>,
  { signal }: Pick<Received, 'signal'>,
  jobId: string,
  waitMs: number,
) {
  await untilEnded(watch, jobId, waitMs, AbortSignal.any([signal, held.closing]));
  return await findJob(db, jobId);
}

/** Sends the file itself, so that one call is a whole conversion. */
async function sendResult(service: Api, reply: FastifyReply, { job, replayed }: Conversion): Promise<FastifyReply> {
  const warnings = JSON.parse(job.warnings ?? '[]') as string[];
  const headers = {
    'Content-Location': `/v1/download/${job.id}`,
    'Preference-Applied': 'return=representation',
    'Platen-Job': job.id,
    'Platen-Warnings': String(warnings.length),
  };
  if (replayed) void reply.header('Idempotency-Replayed', 'true');
  try {
    void reply.headers(headers);
    return await sendFile(service, reply.request, reply, fileOf(job), { isStreamed: true, isWhole: true });
  } catch (error) {
    // These headers describe the file, which is not sent.
    for (const name of Object.keys(headers)) void reply.removeHeader(name);
    throw error;
  }
}
