// docs/api/events.md: every event that webhooks receive, with its payload.
import { eventTypes, type EventType } from '#core/event-types.ts';
import { examples } from '../examples.ts';

const succeeded = examples.answers['GET /v1/job/:jobId'] as { job_id: string };
const quota = examples.answers['GET /v1/quota'] as { quota: number };
const { job_id: jobId } = succeeded;

/** The response about a job without a result, whose error `outcome` is. */
const unfinished = (status: 'rejected' | 'failed', code: 'source_unreadable' | 'conversion_timeout'): object => ({
  job_id: jobId,
  ...examples.errors['job_not_ready'],
  message: `The job has no output: it is ${status}. …`,
  status,
  outcome: examples.errors[code],
});

/** When each event is sent, and its `data`. */
export const events: Readonly<Record<EventType | 'test', { when: string; data: object }>> = {
  'job.succeeded': { when: 'An asynchronous job has a result.', data: succeeded },
  'job.rejected': {
    when: 'The document cannot be converted; `outcome` is the error of a waiting call. The job is counted.',
    data: unfinished('rejected', 'source_unreadable'),
  },
  'job.failed': {
    when: 'The service failed, or a limit was reached. The job is not counted; `outcome` says what happened.',
    data: unfinished('failed', 'conversion_timeout'),
  },
  'job.expired': {
    when: 'The result was deleted, an hour after the end of the job.',
    data: { job_id: jobId, ...examples.errors['file_expired'] },
  },
  'quota.warning': {
    when: '80 % of the conversions of the period are used; once a period.',
    data: { ...quota, used: Math.ceil(quota.quota * 0.8), status: 'ok' },
  },
  'quota.exhausted': {
    when: 'All conversions of the period are used; once a period. Calls are accepted up to `soft_cap_limit`.',
    data: { ...quota, used: quota.quota, status: 'soft_cap' },
  },
  'trial.expiring': {
    when: 'The conversions of a trial end in 30 days, at `credits_expire_at`.',
    data: {
      ...quota,
      plan: 'dev',
      quota: 300,
      used: 17,
      soft_cap_limit: 330,
      period_end: null,
      credits_expire_at: 1769904000000,
    },
  },
  test: {
    when: 'Sent by `POST /v1/webhooks/ID/test` and the dashboard, whatever events the webhook has.',
    data: { webhook_id: '06gz4n0k3v8w2m7y5r1c9s6t0q4x8b2d5fhj' },
  },
};

export function eventsPage(): string {
  const sections = [...eventTypes, 'test' as const].map((type) => {
    const { when, data } = events[type];
    const body = { type, timestamp: '2026-01-01T00:00:00.000Z', data };
    return `## \`${type}\`\n\n${when}\n\n\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\`\n`;
  });
  return [
    '# Events\n',
    'Each message to a [webhook](webhooks.md) is JSON with `type`, `timestamp` and `data`. For job events, `data` is the response of `GET /v1/job/ID` and always has `job_id`; for quota events, the response of `GET /v1/quota`. Ignore types and fields that you do not know: new ones can be added.\n',
    ...sections,
  ].join('\n');
}
