// The jobs of a key, newest first, in pages.
import type { ErrorCode } from '#core/errors.ts';
import { firstIdAt } from '#core/ids.ts';
import type { JobState } from '#core/job-states.ts';
import type { JobRow } from '#service/database/schema.ts';
import type { Store } from '#service/database/store.ts';
import { hasExpired } from './job-rows.ts';

export interface KeyJobFilter {
  status?: JobState | undefined;
  tool?: string | undefined;
  /** The earliest time at which the jobs began. */
  since?: number | undefined;
  /** The ID of the last job of the previous page. */
  cursor?: string | undefined;
  limit: number;
}

export async function listKeyJobs({ db, clock }: Store, keyId: string, filter: KeyJobFilter) {
  const { status, tool, since, cursor, limit } = filter;
  let rows = db.selectFrom('jobs').selectAll().where('key_id', '=', keyId);
  if (tool !== undefined) rows = rows.where('tool', '=', tool);
  if (since !== undefined) rows = rows.where('id', '>=', firstIdAt(since));
  if (cursor !== undefined) rows = rows.where('id', '<', cursor);
  // A result past its lifetime counts as expired, even before its row says so.
  if (status === 'expired')
    rows = rows.where((eb) =>
      eb.or([eb('state', '=', 'expired'), eb.and([eb('state', '=', 'success'), eb('expires_at', '<=', clock.now())])]),
    );
  else if (status !== undefined) rows = rows.where('state', '=', status);
  if (status === 'success') rows = rows.where('expires_at', '>', clock.now());
  const found = await rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = found.slice(0, limit);
  return {
    jobs: page.map((job) => ({
      job_id: job.id,
      status: hasExpired(job, clock) ? ('expired' as const) : job.state,
      tool: job.tool,
      created_at: job.created_at,
      completed_at: job.completed_at,
      expires_at: job.expires_at,
      size_bytes: job.size_bytes,
      name: job.output_name,
      error: errorOf(job),
    })),
    next_cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

const errorOf = ({ error }: JobRow): ErrorCode | null =>
  error === null ? null : (JSON.parse(error) as { code: ErrorCode }).code;
