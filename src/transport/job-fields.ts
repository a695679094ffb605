// The fields of a finished job that both POST /convert and GET /job show.
import type { Compression } from '#conversion/tools/tool.ts';
import type { JobRow } from '#service/database/schema.ts';

export const jobFields = (job: JobRow) => ({
  job_id: job.id,
  status: 'success' as const,
  download_url: `/v1/download/${job.id}`,
  size_bytes: job.size_bytes ?? 0,
  ...(job.warnings === null ? {} : { warnings: JSON.parse(job.warnings) as string[] }),
  ...(job.compression === null ? {} : { compression: JSON.parse(job.compression) as Compression }),
});
