// The jobs of the account, whichever key created them: list, view, download, delete.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dayMs } from '#core/clock.ts';
import { errors, remedyOf, type ErrorCode } from '#core/errors.ts';
import type { Compression } from '#conversion/tools/tool.ts';
import { Failure } from '#core/failure.ts';
import { jobStates } from '#core/job-states.ts';
import { type JobRow } from '#service/database/schema.ts';
import type { Store } from '#service/database/store.ts';
import { hasExpired } from '#service/jobs/job-rows.ts';
import { errorsByDay } from '#service/jobs/errors-by-day.ts';
import { jobsAsCsv } from '#service/jobs/csv.ts';
import { jobSorts, listedJob, listJobs, type ListedJob } from '#service/jobs/list.ts';
import { listRefusals, type ListedRefusal } from '#service/jobs/refusals.ts';
import { accountJob, deleteJob, finished } from '#service/jobs/read.ts';
import type { Accounts, Jobs, Sessions, Viewing } from '#service/roles.ts';
import { canShare } from '#service/shares/shares.ts';
import { fileOf } from '#transport/send-file.ts';
import { sendDownload } from '../download.ts';
import { errorCode, key } from '../filters.ts';
import { signedIn } from '../guard.ts';
import { parseInput } from '../input.ts';
import { sendPreview } from '../preview.ts';

const refusalQuery = z.strictObject({ tool: z.string().max(64).optional(), code: errorCode, key });
const time = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional();
const listQuery = z.strictObject({
  tool: z.string().optional(),
  state: z.enum(jobStates).optional(),
  code: errorCode,
  key,
  search: z.string().max(200).optional(),
  from: time,
  until: time,
  sort: z.enum(jobSorts).optional(),
});
const pageQuery = listQuery.extend({
  before: z.string().optional(),
  offset: z.coerce.number().int().min(0).max(10_000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

interface JobParams {
  Params: { jobId: string };
}

export function jobRoutes(app: FastifyInstance, service: Accounts & Jobs & Sessions & Viewing): void {
  app.get('/dashboard/api/jobs', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const { jobs, hasMore } = await listJobs(service, account.id, parseInput(pageQuery, request.query));
    return { jobs: jobs.map((job) => jobFields(service, account.plan, job)), has_more: hasMore };
  });

  app.get('/dashboard/api/jobs.csv', async (request, reply) => {
    const { id } = await signedIn(service, request, reply);
    const rows = jobsAsCsv(service, id, parseInput(listQuery, request.query));
    return reply
      .headers({ 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': 'attachment; filename="jobs.csv"' })
      .send(Readable.from(rows));
  });

  app.get('/dashboard/api/refusals', async (request, reply) => {
    const { id } = await signedIn(service, request, reply);
    const refused = await listRefusals(service.db, id, parseInput(refusalQuery, request.query));
    return { refusals: refused.map(refusalFields) };
  });

  app.get('/dashboard/api/errors', async (request, reply) => {
    const { id } = await signedIn(service, request, reply);
    return errorFieldsByDay(service, id);
  });

  app.get<JobParams>('/dashboard/api/jobs/:jobId', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const { id } = await accountJob(service, account.id, request.params.jobId);
    const job = await listedJob(service, id);
    if (job === undefined) throw new Failure('job_not_found');
    return detailFields(service, account.plan, job);
  });

  app.delete<JobParams>('/dashboard/api/jobs/:jobId', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    await deleteJob(service, await accountJob(service, account.id, request.params.jobId));
    return { status: 'deleted' };
  });

  app.get<JobParams>('/dashboard/api/jobs/:jobId/download', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const job = finished(await accountJob(service, account.id, request.params.jobId), service);
    return sendDownload(service, request, reply, fileOf(job));
  });

  app.get<JobParams>('/dashboard/api/jobs/:jobId/preview', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const job = finished(await accountJob(service, account.id, request.params.jobId), service);
    return sendPreview(service, request, reply, { ...fileOf(job), accountId: account.id });
  });
}

const errorDays = 30;

/** The errors of jobs in the last 30 days, by day. */
export async function errorFieldsByDay(store: Store, accountId: string) {
  const until = Math.floor(store.clock.now() / dayMs) * dayMs;
  const from = until - (errorDays - 1) * dayMs;
  return { from, until, cells: await errorsByDay(store, accountId, from) };
}

/** A job with the names of its inputs while they are kept, which can be converted again. */
export async function detailFields(service: Accounts & Pick<Jobs, 'files'>, planName: string, job: ListedJob) {
  const until = job.state === 'failed' ? job.expires_at : null;
  const inputs = until === null ? [] : await service.files.inputNames(job.id);
  return { ...jobFields(service, planName, job), inputs, inputs_until: until };
}

/** A job as its owner sees it. */
export function jobFields({ clock, plans }: Accounts, planName: string, job: ListedJob) {
  const plan = plans.get(planName);
  const neverWas = job.state === 'rejected' || job.state === 'failed';
  return {
    id: job.id,
    tool: job.tool,
    state: hasExpired(job, clock) ? ('expired' as const) : job.state,
    name: neverWas ? (job.input_name ?? job.output_name) : job.output_name,
    /** The first input file. */
    input: job.input_name,
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

/** Refused calls of a day as the owner sees them. */
export const refusalFields = ({ day, tool, code, calls, last_at, key_id, key_name }: ListedRefusal) => ({
  day: day * dayMs,
  tool: tool === '' ? null : tool,
  code,
  message: code in errors ? remedyOf(code as ErrorCode, {}, key_id === '') : '',
  calls,
  last_at,
  key_id,
  key: key_name,
});

/** Not an error of the API: there was no client left to answer. */
const clientDisconnected = {
  code: 'client_gone',
  message: 'The client disconnected before the conversion had finished. It was not counted.',
  fix: 'Keep the page or the connection open until the response has arrived.',
  fields: {},
};

/** The stored error with its message and fix in English, and the fields from which other languages make theirs. */
function errorFields({ error, key_id }: JobRow) {
  if (error === null) return null;
  const { code, fields } = JSON.parse(error) as { code: ErrorCode; fields: never };
  if (!(code in errors)) return clientDisconnected;
  const { message, fix, byHand } = new Failure(code, fields);
  return { code, message, fix: key_id === null ? byHand : fix, fields };
}
