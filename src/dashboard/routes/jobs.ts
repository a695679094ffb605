// The jobs of the account, whichever key made them: list, look, fetch, delete.
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { errors, type ErrorCode } from '#core/errors.ts';
import type { Compression } from '#conversion/tools/tool.ts';
import { Failure } from '#core/failure.ts';
import type { JobRow } from '#service/database/schema.ts';
import { accountJob, deleteJob, finished } from '#service/jobs/read.ts';
import type { Service } from '#service/service.ts';
import { canShare } from '#service/shares/shares.ts';
import { fileOf, sendFile } from '#transport/send-file.ts';
import { signedIn } from '../guard.ts';
import { parseInput } from '../input.ts';

const states = ['pending', 'success', 'failed', 'rejected', 'deleted', 'expired'] as const;
const listQuery = z.strictObject({
  tool: z.string().optional(),
  state: z.enum(states).optional(),
  /** A part of the name, or the whole identifier. */
  search: z.string().max(200).optional(),
  /** The identifier of the last job of the page before. */
  before: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
});

interface JobParams {
  Params: { jobId: string };
}

export function jobRoutes(app: FastifyInstance, service: Service): void {
  const { db } = service;

  app.get('/dashboard/api/jobs', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const { tool, state, search, before, limit } = parseInput(listQuery, request.query);
    let rows = db
      .selectFrom('jobs')
      .leftJoin('keys', 'keys.id', 'jobs.key_id')
      .selectAll('jobs')
      .select('keys.name as key_name')
      .where('jobs.account_id', '=', account.id);
    if (tool !== undefined) rows = rows.where('jobs.tool', '=', tool);
    if (state !== undefined) rows = rows.where('jobs.state', '=', state);
    if (search !== undefined) rows = rows.where(matches(search));
    if (before !== undefined) rows = rows.where('jobs.id', '<', before);
    const found = await rows
      .orderBy('jobs.id', 'desc')
      .limit(limit + 1)
      .execute();
    const shares = await openShares(
      service,
      found.map(({ id }) => id),
    );
    return {
      jobs: found
        .slice(0, limit)
        .map((job) => ({ ...jobFields(service, account.plan, job, job.key_name), shares: shares.get(job.id) ?? 0 })),
      has_more: found.length > limit,
    };
  });

  app.get<JobParams>('/dashboard/api/jobs/:jobId', async (request, reply) => {
    const account = await signedIn(service, request, reply);
    const job = await accountJob(service, account.id, request.params.jobId);
    const key = job.key_id === null ? undefined : await keyName(service, job.key_id);
    const shares = await openShares(service, [job.id]);
    return { ...jobFields(service, account.plan, job, key ?? null), shares: shares.get(job.id) ?? 0 };
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

/** Text that has signs of its own in LIKE stands for itself. */
const matches = (search: string) =>
  sql<boolean>`(jobs.id = ${search} or jobs.output_name like ${`%${search.replace(/[\\%_]/g, '\\$&')}%`} escape '\\')`;

/** How many links of each job are open now. */
async function openShares({ db, clock }: Service, jobIds: readonly string[]): Promise<Map<string, number>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('shares')
    .select('job_id')
    .select((eb) => eb.fn.countAll<number | string>().as('open'))
    .where('job_id', 'in', jobIds)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .groupBy('job_id')
    .execute();
  return new Map(rows.map(({ job_id, open }) => [job_id, Number(open)]));
}

const keyName = async ({ db }: Service, id: string): Promise<string | undefined> =>
  (await db.selectFrom('keys').select('name').where('id', '=', id).executeTakeFirst())?.name;

function jobFields({ clock, plans }: Service, planName: string, job: JobRow, key: string | null) {
  const plan = plans.get(planName);
  const isOver = job.state === 'success' && (job.expires_at ?? 0) <= clock.now();
  return {
    id: job.id,
    tool: job.tool,
    state: isOver ? ('expired' as const) : job.state,
    name: job.output_name,
    mime: job.output_mime,
    size_bytes: job.size_bytes,
    created_at: job.created_at,
    completed_at: job.completed_at,
    expires_at: job.expires_at,
    /** Null for jobs of the dashboard. */
    key,
    error: errorFields(job),
    warnings: job.warnings === null ? [] : (JSON.parse(job.warnings) as string[]),
    compression: job.compression === null ? null : (JSON.parse(job.compression) as Compression),
    can_share: plan !== undefined && canShare(job, plan, clock),
  };
}

/** No error of the API: nobody was there any more to be answered. */
const clientGone = {
  code: 'client_gone',
  message: 'The connection was closed before the conversion ended. Nothing was counted.',
  fix: 'Keep the page or the connection open until the answer is there.',
};

/** The stored error with the catalogue's words and what to do about it. */
function errorFields({ error }: JobRow): { code: string; message: string; fix: string } | null {
  if (error === null) return null;
  const { code, fields } = JSON.parse(error) as { code: ErrorCode; fields: never };
  if (!(code in errors)) return clientGone;
  const { message, fix } = new Failure(code, fields);
  return { code, message, fix };
}
