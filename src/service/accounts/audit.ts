// The audit log of an account: sign-ins, keys, plans, share links; for its owner and for the operator.
import { newId } from '#core/ids.ts';
import type { AuditEventType } from '#messages/audit-events.ts';
import type { AuditRow } from '#service/database/schema.ts';
import { contains } from '#service/database/like.ts';
import type { Database } from '#service/database/database.ts';
import { lockRow } from '#service/database/lock-row.ts';
import type { Store } from '#service/database/store.ts';
import { hashOf } from './audit-chain.ts';

export interface AuditEvent {
  accountId: string;
  event: AuditEventType;
  /** `owner`, `operator` (the command line) or the e-mail address of an administrator. */
  actor: string;
  detail?: Record<string, string>;
  address?: string | undefined;
}

export async function recordEvent(
  { db, clock }: Store,
  { accountId, event, actor, detail, address }: AuditEvent,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Writes one entry at a time per account, so that the chain has a single end.
    await lockRow(trx, 'accounts', accountId);
    const last = await lastEntry(trx, accountId);
    const at = clock.now();
    const row = {
      id: newId(at),
      account_id: accountId,
      at,
      actor,
      event,
      detail: detail === undefined ? null : JSON.stringify(detail),
      address: address ?? null,
      position: (last?.position ?? 0) + 1,
    };
    await trx
      .insertInto('audit')
      .values({ ...row, hash: hashOf(row, last?.hash ?? null) })
      .execute();
  });
}

const lastEntry = (db: Database, accountId: string) =>
  db
    .selectFrom('audit')
    .select(['position', 'hash'])
    .where('account_id', '=', accountId)
    .where('position', 'is not', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();

export interface EventSearch {
  /** Matches the e-mail address of the account, the actor, or the details. */
  text: string;
  event?: string | undefined;
  /** The event that the results have to precede. */
  before?: string | undefined;
  limit: number;
}

/** Finds events of all accounts, with their e-mail addresses, newest first. */
export function searchEvents(db: Database, { text, event, before, limit }: EventSearch) {
  let rows = db
    .selectFrom('audit')
    .innerJoin('accounts', 'accounts.id', 'audit.account_id')
    .selectAll('audit')
    .select('accounts.email as account')
    .orderBy('audit.id', 'desc')
    .limit(limit);
  if (event !== undefined) rows = rows.where('event', '=', event);
  if (before !== undefined) rows = rows.where('audit.id', '<', before);
  if (text !== '')
    rows = rows.where((eb) =>
      eb.or(['accounts.email', 'audit.actor', 'audit.detail', 'audit.address'].map((column) => contains(column, text))),
    );
  return rows.execute();
}

/** Returns the latest events of an account, newest first. */
export const auditLog = (db: Database, accountId: string, limit = 100): Promise<AuditRow[]> =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
