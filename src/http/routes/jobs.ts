// GET and DELETE /v1/job/{jobId}, GET /v1/jobs, GET /v1/download/{jobId}: routes of the scope below /v1.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { jobStates } from '#core/job-states.ts';
import { type JobRow } from '#service/database/schema.ts';
import { jobBody } from '#service/jobs/job-body.ts';
import { listKeyJobs } from '#service/jobs/key-jobs.ts';
import { untilEnded } from '#service/async/watch.ts';
import { preferencesOf } from '#transport/prefer.ts';
import { whileConnected } from '#transport/receive.ts';
import { deleteJob, finished, ownJob } from '#service/jobs/read.ts';
import type { Config } from '#config';
import type { Conversions, Jobs } from '#service/roles.ts';
import { fileOf, sendFile } from '#transport/send-file.ts';
import { requireScope } from '#transport/scopes.ts';
import { authenticate, type KeyCaller, type Keys } from '../authenticate.ts';
import { requireEnded } from '#service/jobs/pending.ts';
import { parseQuery } from '../input.ts';

const jobsQuery = z.object({
  status: z.enum(jobStates).optional(),
  tool: z.string().max(64).optional(),
  since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  cursor: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

interface JobParams {
  Params: { jobId: string };
}

export function jobRoutes(
  app: FastifyInstance,
  service: Keys & Jobs & Pick<Conversions, 'held' | 'watch' | 'publicUrl'> & { config: Pick<Config, 'dashboard'> },
): void {
  app.get<JobParams>('/job/:jobId', async (request, reply) => {
    const caller = await authenticate(service, request);
    requireScope(caller, 'read');
    const { keyId, plan } = caller;
    const job = await ownJob(service, keyId, request.params.jobId);
    const { waitSeconds = 0 } = preferencesOf(request);
    const show = async (row: JobRow) => {
      await requireEnded(service, row);
      return jobBody(service, row, plan);
    };
    if (job.state !== 'pending' || waitSeconds === 0) return await show(job);
    await holdUntilEnded(service, caller, job.id, waitSeconds * 1000, whileConnected(reply));
    void reply.header('Preference-Applied', `wait=${waitSeconds}`);
    return await show(await ownJob(service, keyId, job.id));
  });

  app.get('/jobs', async (request) => {
    const caller = await authenticate(service, request);
    requireScope(caller, 'read');
    return await listKeyJobs(service, caller.keyId, parseQuery(jobsQuery, request.query));
  });

  app.delete<JobParams>('/job/:jobId', async (request) => {
    const caller = await authenticate(service, request);
    requireScope(caller, 'convert');
    await deleteJob(service, await ownJob(service, caller.keyId, request.params.jobId));
    return { status: 'deleted' };
  });

  app.route<JobParams>({
    method: ['GET', 'HEAD'],
    url: '/download/:jobId',
    handler: async (request, reply) => {
      const caller = await authenticate(service, request);
      requireScope(caller, 'read');
      const job = finished(await ownJob(service, caller.keyId, request.params.jobId), service);
      return sendFile(service, request, reply, fileOf(job));
    },
  });
}

/** Holds a response. @throws server_busy when the account already has too many held responses */
async function holdUntilEnded(
  { held, watch }: Pick<Conversions, 'held' | 'watch'>,
  { account }: KeyCaller,
  jobId: string,
  waitMs: number,
  signal: AbortSignal,
): Promise<void> {
  using _held = held.acquire(account.id);
  await untilEnded(watch, jobId, waitMs, AbortSignal.any([signal, held.closing]));
}
