// The trail of an account: sign-ins, keys, plans, shares; for its owner and for the operator.
import { newId } from '#core/ids.ts';
import type { Clock } from '#core/clock.ts';
import type { AuditRow } from '#service/database/schema.ts';
import type { Database } from '#service/database/sqlite.ts';

export type AuditEvent =
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

export interface Deed {
  accountId: string;
  event: AuditEvent;
  /** `owner`, `operator` (the command line) or the address of an administrator. */
  actor: string;
  detail?: Record<string, unknown>;
  address?: string | undefined;
}

export async function record(
  db: Database,
  clock: Clock,
  { accountId, event, actor, detail, address }: Deed,
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

/** The newest first. */
export const trail = (db: Database, accountId: string, most = 100): Promise<AuditRow[]> =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
