// The tables as kysely sees them. Times are integer milliseconds, sizes are bytes, lists are JSON.

import type { EventType } from '#core/event-types.ts';
import type { JobState } from '#core/job-states.ts';
import type { Language } from '#messages/languages.ts';

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
  /** The language of e-mails. */
  language: Language;
  /** 1 when the owner wants the warning at 80 % of the quota. */
  usage_notice: 0 | 1;
  /** The day (since 1970, UTC) that `test_used` belongs to. */
  test_day: number;
  /** Conversions with test keys on that day. */
  test_used: number;
  /** When the account was suspended; while set, its keys, its owner and its share links are refused. */
  suspended_at: number | null;
  /** When the account was paused; while set, its asynchronous jobs wait and its other conversions are refused. */
  paused_at: number | null;
}

export interface KeyRow {
  id: string;
  account_id: string;
  name: string;
  /** The first characters of the key, which identify it in lists. */
  prefix: string;
  hash: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
  /** When the key stops working. */
  expires_at: number | null;
  /** JSON: the key's rights, a list of {@link KeyScope}; null means all. */
  scopes: string | null;
  /** JSON: the tools that the key may use; null means all. */
  tools: string | null;
  /** 1 for a test key, whose results are marked and not counted. */
  is_test: 0 | 1;
  /** IP address. */
  last_used_from: string | null;
}

export const keyScopes = ['convert', 'read'] as const;
export type KeyScope = (typeof keyScopes)[number];

export interface JobRow {
  id: string;
  account_id: string;
  key_id: string | null;
  tool: string;
  state: JobState;
  created_at: number;
  completed_at: number | null;
  /** When the output (success) or the retained input (failed) is deleted. */
  expires_at: number | null;
  size_bytes: number | null;
  /** The bytes of its input files; null for jobs of an earlier version. */
  input_bytes: number | null;
  /** The name of the first file; null for jobs of an earlier version. */
  input_name: string | null;
  output_name: string | null;
  output_mime: string | null;
  /** The period of the reservation (for a test, its day), so that a refund never affects the next period. */
  quota_period_start: number;
  /** JSON: the error's code and fields. */
  error: string | null;
  /** JSON: list of sentences. */
  warnings: string | null;
  /** JSON: the report of a compression. */
  compression: string | null;
  idempotency_key: string | null;
  fingerprint: string | null;
  /** The node that accepted the job, and whose data folder contains its files. */
  owner: string | null;
  /** When the node of a pending job counts as dead, by the database's clock. */
  lease_until: number | null;
  /** 1 when a test key created the job, which is marked and counted as a test. */
  is_test: 0 | 1;
  /** 1 for an asynchronous job, which has an {@link OrderRow} while it is pending. */
  is_later: 0 | 1;
  /** The URL that receives the end of the job, instead of the URL of a webhook with the same origin. */
  webhook_url: string | null;
  /** JSON: the steps of a pipeline, each of which counts as a conversion; null for one tool. */
  steps: string | null;
}

/** The order of an asynchronous job that has not ended; its inputs are stored as the inputs of the job. */
export interface OrderRow {
  job_id: string;
  account_id: string;
  /** The order as JSON, its secrets encrypted. */
  sealed: string;
  /** The total size of the inputs. */
  bytes: number;
  /** The number of attempts. */
  attempts: number;
  /** 1 while the owner of the job performs it. */
  is_taken: 0 | 1;
  /** When the current attempt began, by the database's clock. */
  taken_at: number | null;
  /** How many times the order was stopped for others, to start again later. */
  put_back: number;
  /** JSON: the progress, if known. */
  progress: string | null;
}

export type NoticeKind = 'quota_80' | 'quota_reached' | 'trial_ending';

/** An e-mail that is due: one row per account, kind and period, from whichever process finds it first. */
export interface NoticeRow {
  account_id: string;
  kind: NoticeKind;
  /** Start of the quota's period, or the end of the trial credits. */
  period: number;
  created_at: number;
  /** When a process claimed the notice. */
  claimed_at: number | null;
  /** When the notice was sent or suppressed. */
  sent_at: number | null;
  attempts: number;
}

export type Outcome = 'success' | 'rejected' | 'failed';

/** The conversions of a day, which are kept longer than the rows of the jobs. */
export interface UsageRow {
  account_id: string;
  /** Empty for the dashboard. */
  key_id: string;
  /** Days since 1970, UTC. */
  day: number;
  tool: string;
  outcome: Outcome;
  conversions: number;
}

/** An API call, whose identifier encodes when it was answered. */
export interface RequestRow {
  id: string;
  account_id: string;
  key_id: string;
  method: string;
  /** The path without the query. */
  path: string;
  status: number;
  /** The error code; null if the call was not refused. */
  code: string | null;
  duration_ms: number;
}

/** Calls refused before a job existed, with one row per day, key, tool and code, so that there are few rows. */
export interface RefusalRow {
  account_id: string;
  /** Days since 1970, UTC. */
  day: number;
  /** Empty for the dashboard. */
  key_id: string;
  /** The tool; empty if there is no such tool. */
  tool: string;
  code: string;
  calls: number;
  last_at: number;
}

export interface ShareRow {
  id: string;
  /** The public part of the link: 128 random bits. */
  token: string;
  account_id: string;
  /** The job, whose row may already be deleted. */
  job_id: string;
  name: string;
  mime: string;
  size_bytes: number;
  created_at: number;
  expires_at: number;
  ended_at: number | null;
  ended_by: 'owner' | 'job_deleted' | 'expiry' | null;
  password_hash: string | null;
  downloads: number;
}

/** The used trial credits of an e-mail address, so that deleting the account does not grant them again. */
export interface SpentCreditsRow {
  /** A pseudonym of the e-mail address, which is not stored itself. */
  address: string;
  used: number;
  credits_expire_at: number;
}

/** The key of an encrypted stored file. */
export interface FileKeyRow {
  /** The identifier of a job, a share link or a trial. */
  id: string;
  kind: 'output' | 'inputs';
  /** The key, encrypted by the secret. */
  sealed: string;
}

export interface AuditRow {
  id: string;
  account_id: string;
  at: number;
  /** `owner`, `operator` (the command line) or the e-mail address of an administrator. */
  actor: string;
  event: string;
  /** JSON. */
  detail: string | null;
  /** IP address. */
  address: string | null;
  /** The position in the account's chain, from 1; null for entries that predate the chain. */
  position: number | null;
  /** SHA-256 of this row and the previous entry's hash, in hexadecimal. */
  hash: string | null;
}

/** Written by better-auth. */
interface UserRow {
  id: string;
  account_id: string;
  email: string;
  name: string;
  email_verified: number;
  image: string | null;
  created_at: string;
  updated_at: string;
}

interface SessionRow {
  id: string;
  user_id: string;
  token: string;
  expires_at: string;
}

interface VerificationRow {
  id: string;
  identifier: string;
  value: string;
  expires_at: string;
}

/** A worker of the shared queue; only PostgreSQL has workers. */
export interface WorkerRow {
  id: string;
  /** The number of orders that the worker performs at a time. */
  slots: number;
  /** The time of the last heartbeat. */
  seen_at: number;
}

/** A periodic chore that one node does for all nodes. */
interface ChoreRow {
  name: string;
  begun_at: number;
}

/** A fact about the operation of the service, for all nodes. */
export interface OperationRow {
  /** `draining` exists while the service drains, `backup` since the last backup. */
  name: 'draining' | 'backup';
  at: number;
  /** JSON. */
  detail: string | null;
}

/** What a node measured in a few minutes. */
interface SampleRow {
  /** The end of these minutes. */
  at: number;
  node: string;
  /** JSON. */
  sample: string;
}

/** A conversion without an account. */
export interface TrialRow {
  id: string;
  /** The name of the result. */
  name: string;
  mime: string;
  /** The size of the result; null until there is one. */
  size_bytes: number | null;
  expires_at: number;
  /** The node whose data folder contains the files. */
  owner: string;
}

/** A file uploaded in parts before it is converted. */
export interface UploadRow {
  id: string;
  /** Null for a visitor. */
  account_id: string | null;
  /** Null for the dashboard. */
  key_id: string | null;
  /** The pseudonym of a visitor without an account. */
  visitor: string | null;
  name: string;
  bytes: number;
  /** The number of bytes received. */
  received: number;
  expires_at: number;
}

interface UploadPartRow {
  /** The identifier of the part, whose bytes are stored like the input of a job with this identifier. */
  id: string;
  upload_id: string;
  /** The offset of the part in the file. */
  position: number;
}

/** The number of conversions per IP address and day. */
interface TrialVisitorRow {
  /** The pseudonym of the IP address and the day. */
  visitor: string;
  used: number;
  /** The end of the day. */
  expires_at: number;
}

/** An e-mail or a delivery that has not been sent yet. */
interface OutboxRow {
  id: string;
  kind: 'mail' | 'webhook';
  /** The account of a delivery. */
  account_id: string | null;
  /** The e-mail as encrypted JSON; empty for a delivery, which has its own row. */
  sealed: string;
  attempts: number;
  created_at: number;
  /** When the item may be tried again. */
  next_at: number;
  /** When the item is no longer needed. */
  expires_at: number;
}

/** A URL that receives the events of an account. */
export interface WebhookRow {
  id: string;
  account_id: string;
  url: string;
  /** JSON: a list of {@link EventType}. */
  events: string;
  enabled: 0 | 1;
  created_at: number;
  /** The signing secret, encrypted. */
  sealed_secret: string;
  /** The previous secret, which signs alongside this one until `old_secret_until`. */
  sealed_old_secret: string | null;
  old_secret_until: number | null;
  /** The time of the first failed attempt since the last success. */
  failing_since: number | null;
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** A delivery of an event to a webhook, and the result of the last attempt. */
export interface DeliveryRow {
  /** The identifier of the message, which stays the same when the message is resent. */
  id: string;
  webhook_id: string;
  account_id: string;
  type: EventType | 'test';
  /** A URL that replaces the URL of the webhook. */
  url: string | null;
  /** The body, encrypted because it contains file names. */
  sealed: string;
  created_at: number;
  state: DeliveryState;
  attempts: number;
  last_at: number | null;
  /** The status of the response; null if there was no response. */
  status: number | null;
  duration_ms: number | null;
  /** The first KiB of the response, or why there was no response. */
  answer: string | null;
}

export interface Tables {
  accounts: AccountRow;
  keys: KeyRow;
  jobs: JobRow;
  orders: OrderRow;
  notices: NoticeRow;
  usage: UsageRow;
  refusals: RefusalRow;
  requests: RequestRow;
  shares: ShareRow;
  spent_credits: SpentCreditsRow;
  audit: AuditRow;
  users: UserRow;
  sessions: SessionRow;
  verifications: VerificationRow;
  workers: WorkerRow;
  chores: ChoreRow;
  operation: OperationRow;
  samples: SampleRow;
  trials: TrialRow;
  trial_visitors: TrialVisitorRow;
  outbox: OutboxRow;
  webhooks: WebhookRow;
  deliveries: DeliveryRow;
  file_keys: FileKeyRow;
  uploads: UploadRow;
  upload_parts: UploadPartRow;
}
