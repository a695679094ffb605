// The events that webhooks receive.
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
