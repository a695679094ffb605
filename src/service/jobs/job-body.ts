// A job as the API shows it: in responses, events and webhooks.
import type { Config } from '#config';
import { errorBodyWithLink } from '#core/error-body.ts';
import { Failure, isFailure } from '#core/failure.ts';
import type { Compression } from '#conversion/tools/tool.ts';
import type { Plan } from '#service/accounts/plans.ts';
import type { Accounts, Mail } from '#service/roles.ts';
import type { JobRow } from '#service/database/schema.ts';
import { canShare } from '#service/shares/shares.ts';
import { failureOfJob } from './idempotency.ts';
import { stepsIn } from './job-steps.ts';
import { finished } from './read.ts';

/** Returns the fields of a finished job that both POST /convert and GET /job show. */
export const jobFields = (job: JobRow) => ({
  job_id: job.id,
  status: 'success' as const,
  download_url: `/v1/download/${job.id}`,
  size_bytes: job.size_bytes ?? 0,
  ...(job.steps === null ? {} : { steps: stepsIn(job) }),
  ...(job.warnings === null ? {} : { warnings: JSON.parse(job.warnings) as string[] }),
  ...(job.compression === null ? {} : { compression: JSON.parse(job.compression) as Compression }),
});

type Shown = Pick<Accounts, 'clock'> & Pick<Mail, 'publicUrl'> & { config: Pick<Config, 'dashboard'> };

/** Returns the response of GET /job. @throws job_not_ready, the error of an asynchronous job, file_expired, job_deleted */
export function jobBody(service: Shown, row: JobRow, plan: Plan | undefined) {
  const { id: job_id, state: status } = row;
  if (row.is_later === 1 && (status === 'rejected' || status === 'failed')) {
    const outcome = errorBodyWithLink(failureOfJob(row), service.publicUrl());
    throw new Failure('job_not_ready', { job_id, status, outcome });
  }
  const job = finished(row, service);
  return {
    ...jobFields(job),
    tool: job.tool,
    completed_at: job.completed_at,
    expires_at: job.expires_at,
    can_share: service.config.dashboard === 'on' && plan !== undefined && canShare(job, plan, service.clock),
  };
}

/** Returns the same, or the body of the error. */
export function jobOrErrorBody(service: Shown, row: JobRow, plan: Plan | undefined): object {
  try {
    return jobBody(service, row, plan);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return errorBodyWithLink(error, service.publicUrl());
  }
}
