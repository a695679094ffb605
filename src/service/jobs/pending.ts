// An asynchronous job that has not ended, as GET /v1/job shows it.
import { Failure } from '#core/failure.ts';
import type { JobRow } from '#service/database/schema.ts';
import { findOrder, positionOf, type Progress } from '#service/async/order-rows.ts';
import type { Jobs } from '#service/roles.ts';

/** When to ask again. */
export const retryAfterSeconds = 1;

/** The progress of the job, if known; the number of jobs ahead of it, null once it runs. */
export async function placeOf(
  { db }: Pick<Jobs, 'db'>,
  { id }: Pick<JobRow, 'id'>,
): Promise<{ progress: Progress | null; position: number | null }> {
  const order = await findOrder(db, id);
  if (order === undefined) return { progress: null, position: null };
  const progress = JSON.parse(order.progress ?? 'null') as Progress | null;
  return { progress, position: order.is_taken === 1 ? null : await positionOf(db, order) };
}

export const pendingFields = async (service: Pick<Jobs, 'db'>, job: Pick<JobRow, 'id'>) => ({
  job_id: job.id,
  status: 'pending' as const,
  ...(await placeOf(service, job)),
});

/** @throws job_not_ready for an asynchronous job that is pending */
export async function requireEnded(service: Pick<Jobs, 'db'>, job: JobRow): Promise<void> {
  if (job.is_later === 0 || job.state !== 'pending') return;
  throw new Failure('job_not_ready', { ...(await pendingFields(service, job)), retry_after: retryAfterSeconds });
}
