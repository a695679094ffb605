// The audit log of an account: sign-ins, keys, plans, share links; for its owner and for the operator.
import { newId } from '#core/ids.ts';
import type { AuditRow } from '#service/database/schema.ts';
import type { Database } from '#service/database/database.ts';
import type { Store } from '#service/database/store.ts';

export type AuditEventType =
  | 'account_created'
  | 'signed_in'
  | 'signed_out_elsewhere'
  | 'address_changed'
  | 'key_created'
  | 'key_revoked'
  | 'plan_changed'
  | 'role_changed'
  | 'share_created'
  | 'share_revoked';

export interface AuditEvent {
  accountId: string;
  event: AuditEventType;
  /** `owner`, `operator` (the command line) or the address of an administrator. */
  actor: string;
  detail?: Record<string, string>;
  address?: string | undefined;
}

export async function recordEvent(
  { db, clock }: Store,
  { accountId, event, actor, detail, address }: AuditEvent,
): Promise<void> {
  const at = clock.now();
  const row: AuditRow = {
    id: newId(at),
    account_id: accountId,
    at,
    actor,
    event,
    detail: detail === undefined ? null : JSON.stringify(detail),
    address: address ?? null,
  };
  await db.insertInto('audit').values(row).execute();
}

/** The latest events of an account, newest first. */
export const auditLog = (db: Database, accountId: string, limit = 100): Promise<AuditRow[]> =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
