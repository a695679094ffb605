// An asynchronous job that has not ended, as GET /v1/job shows it.
import { Failure } from '#core/failure.ts';
import type { JobRow } from '#service/database/schema.ts';
import { findOrder, positionOf, type Progress } from '#service/later/order-rows.ts';
import type { Jobs } from '#service/roles.ts';

/** When to ask again. */
export const retryAfterSeconds = 1;

/** How far the job is; the count of jobs before it, null once it runs. */
export async function pendingFields(
  { db }: Pick<Jobs, 'db'>,
  { id: job_id }: Pick<JobRow, 'id'>,
): Promise<{ job_id: string; status: 'pending'; progress: Progress | null; position: number | null }> {
  const order = await findOrder(db, job_id);
  if (order === undefined) return { job_id, status: 'pending', progress: null, position: null };
  const progress = JSON.parse(order.progress ?? 'null') as Progress | null;
  return { job_id, status: 'pending', progress, position: order.is_taken === 1 ? null : await positionOf(db, order) };
}

/** @throws job_not_ready for an asynchronous job that is pending */
export async function requireEnded(service: Pick<Jobs, 'db'>, job: JobRow): Promise<void> {
  if (job.is_later === 0 || job.state !== 'pending') return;
  throw new Failure('job_not_ready', { ...(await pendingFields(service, job)), retry_after: retryAfterSeconds });
}
