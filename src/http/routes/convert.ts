// POST /v1/convert/{tool}: the JSON of a finished conversion; or, as the caller prefers, its result, or an answer before it ends.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isFailure } from '#core/failure.ts';
import type { JobRow } from '#service/database/schema.ts';
import { convertJob, type Conversion, type ConversionRequest } from '#service/jobs/accept.ts';
import { ended } from '#service/jobs/idempotency.ts';
import { findJob } from '#service/jobs/job-rows.ts';
import { acceptLater } from '#service/later/accept-later.ts';
import { untilEnded } from '#service/later/watch.ts';
import type { Called, Sender } from '#transport/admission.ts';
import { preferencesOf } from '#transport/prefer.ts';
import { convertRoute, resultFields } from '#transport/receive.ts';
import { fileOf, sendFile } from '#transport/send-file.ts';
import { authenticate, type KeyCaller, type Keys } from '../authenticate.ts';
import { retryAfterSeconds } from '#service/jobs/pending.ts';
import type { Api } from '../app.ts';

type Call = ConversionRequest & { caller: Sender };

export const conversionRoute = (api: FastifyInstance, service: Api & Keys, isClosing: () => boolean): void =>
  conversions(api, service, isClosing, { path: '/convert/:tool' });

interface Address {
  path: string;
  /** Reads the call; by default an upload for one tool. */
  called?: (request: FastifyRequest, caller: KeyCaller) => Promise<Called>;
}

/** Conversions at an address, answered as the caller prefers. */
export const conversions = (
  api: FastifyInstance,
  service: Api & Keys,
  isClosing: () => boolean,
  { path, called }: Address,
): void =>
  convertRoute(api, service, {
    path,
    ...(called === undefined ? {} : { called: (request, caller) => called(request, caller as KeyCaller) }),
    identify: async (request) => ({
      ...(await authenticate(service, request)),
      isLater: preferencesOf(request).isAsync,
    }),
    isClosing,
    async convert(call, reply) {
      const { isAsync, isRepresentation, waitSeconds = 0 } = preferencesOf(reply.request);
      if (isAsync) return await answerLater(service, call, reply, waitSeconds * 1000);
      const conversion = await convertJob(call, service);
      return isRepresentation
        ? await sendResult(service, reply, conversion)
        : await resultFields(service, reply, call.caller, conversion);
    },
  });

/** 202 with the job; or the usual answer, when the job ends within `waitMs`. @throws as a waiting call, if it ends otherwise by then */
async function answerLater(service: Api, call: Call, reply: FastifyReply, waitMs: number): Promise<object> {
  const { job, replayed } = await acceptLater(call, service);
  const now = job.state === 'pending' ? await endOf(service, call, job.id, waitMs) : job;
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

/** A failure is that of an earlier call only where its answer is replayed. */
function endedAs(replayed: boolean, end: () => JobRow): JobRow {
  try {
    return end();
  } catch (error) {
    if (isFailure(error)) error.replayed = replayed;
    throw error;
  }
}

/** The job when it has ended, or after `waitMs`, which nobody gets who has too many answers held already. */
async function endOf(service: Api, { caller, signal }: Call, jobId: string, waitMs: number) {
  using held = waitMs > 0 ? service.held.acquire(caller.account.id) : null;
  if (held === null) return undefined;
  await untilEnded(service.watch, jobId, waitMs, AbortSignal.any([signal, service.held.closing]));
  return await findJob(service.db, jobId);
}

/** The file itself: one call is a whole conversion. */
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
    // They are about the file, which is not sent.
    for (const name of Object.keys(headers)) void reply.removeHeader(name);
    throw error;
  }
}
