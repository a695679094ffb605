// The audit log in the dashboard: recording events, and showing them.
import type { FastifyRequest } from 'fastify';
import type { AuditEventType } from '#messages/audit-events.ts';
import { recordEvent } from '#service/accounts/audit.ts';
import type { AuditRow } from '#service/database/schema.ts';
import type { Store } from '#service/database/store.ts';

/** Records an action of the account's owner. */
export const recordOwnerEvent = (
  store: Store,
  request: FastifyRequest,
  accountId: string,
  event: AuditEventType,
  detail?: Record<string, string>,
): Promise<void> =>
  recordEvent(store, {
    accountId,
    event,
    actor: 'owner',
    address: request.ip,
    ...(detail === undefined ? {} : { detail }),
  });

/** Returns the fields of an event for the dashboard. */
export const eventFields = ({ id, at, actor, event, detail, address }: AuditRow) => ({
  id,
  at,
  actor,
  event: event as AuditEventType,
  detail: detail === null ? null : (JSON.parse(detail) as Record<string, string>),
  address,
});
