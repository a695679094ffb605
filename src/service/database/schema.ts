// The tables as kysely sees them. Times are integer milliseconds, sizes bytes, lists JSON.

export interface AccountRow {
  id: string;
  email: string;
  plan: string;
  role: 'user' | 'admin';
  created_at: number;
  /** Start of the monthly cycle. */
  period_anchor: number;
  /** Start of the period that `used` belongs to; 0 on a plan that does not renew. */
  period_start: number;
  used: number;
  credits_expire_at: number | null;
}

export interface KeyRow {
  id: string;
  account_id: string;
  name: string;
  /** The beginning of the key, to be recognised in lists. */
  prefix: string;
  hash: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

export type JobState = 'pending' | 'success' | 'failed' | 'rejected' | 'deleted' | 'expired';

export interface JobRow {
  id: string;
  account_id: string;
  key_id: string | null;
  tool: string;
  state: JobState;
  created_at: number;
  completed_at: number | null;
  /** When the output (success) or the retained input (failed) goes. */
  expires_at: number | null;
  size_bytes: number | null;
  output_name: string | null;
  output_mime: string | null;
  /** The period the reservation was made in, so that a refund never reaches into the next. */
  quota_period_start: number;
  /** JSON: the error's code and fields. */
  error: string | null;
  /** JSON: list of sentences. */
  warnings: string | null;
  /** JSON: what a compression did. */
  compression: string | null;
  idempotency_key: string | null;
  fingerprint: string | null;
}

export interface Tables {
  accounts: AccountRow;
  keys: KeyRow;
  jobs: JobRow;
}
