// The events of the audit log; each has its texts in activity.ts of every language.

export const auditEventTypes = [
  'account_created',
  'account_suspended',
  'account_resumed',
  'account_paused',
  'account_continued',
  'account_deleted',
  'job_cancelled',
  'signed_in',
  'signed_out_elsewhere',
  'address_changed',
  'key_created',
  'key_renamed',
  'key_revoked',
  'plan_changed',
  'role_changed',
  'share_created',
  'share_revoked',
  'webhook_created',
  'webhook_changed',
  'webhook_deleted',
  'webhook_rotated',
  'inputs_deleted_early',
  'uploads_deleted_early',
] as const;
export type AuditEventType = (typeof auditEventTypes)[number];
