// A pending asynchronous job in GET /v1/job.
import { Failure } from '#core/failure.ts';
import type { Progress } from '#core/progress.ts';
import type { JobRow } from '#service/database/schema.ts';
import { findOrder, positionOf } from '#service/async/order-rows.ts';
import type { Jobs } from '#service/roles.ts';

/** The seconds until the client should ask again. */
export const retryAfterSeconds = 1;

/** Returns the job's progress, if known, and the number of jobs ahead of it; null once it runs. */
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

/** Requires that a job has ended. @throws job_not_ready for a pending asynchronous job */
export async function requireEnded(service: Pick<Jobs, 'db'>, job: JobRow): Promise<void> {
  if (job.is_later === 0 || job.state !== 'pending') return;
  throw new Failure('job_not_ready', { ...(await pendingFields(service, job)), retry_after: retryAfterSeconds });
}
