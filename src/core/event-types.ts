// The events that webhooks are sent.
export const eventTypes = [
  'job.succeeded',
  'job.rejected',
  'job.failed',
  'job.expired',
  'quota.warning',
  'quota.exhausted',
  'trial.expiring',
] as const;
export type EventType = (typeof eventTypes)[number];
