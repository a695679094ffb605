// Lists the calls of an account for its dashboard.
import type { Database } from '#service/database/database.ts';
import type { RequestRow } from '#service/database/schema.ts';

export interface ListedRequest extends RequestRow {
  /** The name of the key; null for a deleted key. */
  key_name: string | null;
}

export interface RequestFilter {
  /** The identifier of a key. */
  key?: string | undefined;
  code?: string | undefined;
  /** Only refused calls, or only the others. */
  outcome?: 'refused' | 'answered' | undefined;
  /** The identifier of the last call of the previous page. */
  before?: string | undefined;
  limit: number;
}

/** Returns one page of calls, newest first. */
export async function listRequests(
  db: Database,
  accountId: string,
  { key, code, outcome, before, limit }: RequestFilter,
): Promise<{ requests: ListedRequest[]; hasMore: boolean }> {
  let rows = db
    .selectFrom('requests')
    .leftJoin('keys', 'keys.id', 'requests.key_id')
    .selectAll('requests')
    .select('keys.name as key_name')
    .where('requests.account_id', '=', accountId);
  if (key !== undefined) rows = rows.where('requests.key_id', '=', key);
  if (code !== undefined) rows = rows.where('requests.code', '=', code);
  if (outcome !== undefined) rows = rows.where('requests.status', outcome === 'refused' ? '>=' : '<', 400);
  if (before !== undefined) rows = rows.where('requests.id', '<', before);
  const found = await rows
    .orderBy('requests.id', 'desc')
    .limit(limit + 1)
    .execute();
  return { requests: found.slice(0, limit), hasMore: found.length > limit };
}
