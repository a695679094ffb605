// The jobs of the account, whichever key created them: list, view, download, delete.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { errors, type ErrorCode } from '#core/errors.ts';
import type { Compression } from '#conversion/tools/tool.ts';
import { Failure } from '#core/failure.ts';
import { jobStates, type JobRow } from '#service/database/schema.ts';
import { listedJob, listJobs, type ListedJob } from '#service/jobs/list.ts';
import { accountJob, deleteJob, finished } from '#service/jobs/read.ts';
import type { Accounts, Jobs, Sessions, Viewing } from '#service/roles.ts';
import { canShare } from '#service/shares/shares.ts';
import { fileOf, sendFile } from '#transport/send-file.ts';
import { signedIn } from '../guard.ts';
import { parseInput } from '../input.ts';

const listQuery = z.strictObject({
  tool: z.string().optional(),
  state: z.enum(jobStates).optional(),
  search: z.string().max(200).optional(),
  before: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

interface JobParams {
  Params: { jobId: string };
}

export function jobRoutes(app: FastifyInstance, service: Accounts & Jobs & Sessions & Viewing): void {
  app.get('/dashboard/api/jobs', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const { jobs, hasMore } = await listJobs(service, account.id, parseInput(listQuery, request.query));
    return { jobs: jobs.map((job) => jobFields(service, account.plan, job)), has_more: hasMore };
  });

  app.get<JobParams>('/dashboard/api/jobs/:jobId', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const { id } = await accountJob(service, account.id, request.params.jobId);
    const job = await listedJob(service, id);
    if (job === undefined) throw new Failure('job_not_found');
    return jobFields(service, account.plan, job);
  });

  app.delete<JobParams>('/dashboard/api/jobs/:jobId', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    await deleteJob(service, await accountJob(service, account.id, request.params.jobId));
    return { status: 'deleted' };
  });

  app.get<JobParams>('/dashboard/api/jobs/:jobId/download', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const job = finished(await accountJob(service, account.id, request.params.jobId), service);
    void reply.header('Content-Security-Policy', "sandbox; default-src 'none'");
    return sendFile(service, request, reply, fileOf(job));
  });

  app.get<JobParams>('/dashboard/api/jobs/:jobId/preview', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const job = finished(await accountJob(service, account.id, request.params.jobId), service);
    const picture = await service.previews.of({ ...fileOf(job), accountId: account.id });
    void reply.header('Cache-Control', 'no-store');
    return picture === null ? reply.code(204).send() : reply.type('image/jpeg').send(picture);
  });
}

/** A job as its owner sees it. */
export function jobFields({ clock, plans }: Accounts, planName: string, job: ListedJob) {
  const plan = plans.get(planName);
  const hasExpired = job.state === 'success' && (job.expires_at ?? 0) <= clock.now();
  return {
    id: job.id,
    tool: job.tool,
    state: hasExpired ? ('expired' as const) : job.state,
    name: job.output_name,
    mime: job.output_mime,
    size_bytes: job.size_bytes,
    created_at: job.created_at,
    completed_at: job.completed_at,
    expires_at: job.expires_at,
    /** Name of the key that created it; null for the dashboard. */
    key: job.key_name,
    error: errorFields(job),
    warnings: job.warnings === null ? [] : (JSON.parse(job.warnings) as string[]),
    compression: job.compression === null ? null : (JSON.parse(job.compression) as Compression),
    can_share: plan !== undefined && canShare(job, plan, clock),
    /** Links that are open now. */
    shares: job.shares,
  };
}

/** Not an error of the API: there was no client left to answer. */
const clientDisconnected = {
  code: 'client_gone',
  message: 'The client disconnected before the conversion had finished. It was not counted.',
  fix: 'Keep the page or the connection open until the response has arrived.',
};

/** The stored error with its message and fix from the catalogue. */
function errorFields({ error }: JobRow): { code: string; message: string; fix: string } | null {
  if (error === null) return null;
  const { code, fields } = JSON.parse(error) as { code: ErrorCode; fields: never };
  if (!(code in errors)) return clientDisconnected;
  const { message, fix } = new Failure(code, fields);
  return { code, message, fix };
}
