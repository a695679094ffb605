// The tables as kysely sees them. Times are integer milliseconds, sizes bytes, lists JSON.

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
  /** While it is set, neither its keys nor its owner nor its share links are let in. */
  suspended_at: number | null;
}

export interface KeyRow {
  id: string;
  account_id: string;
  name: string;
  /** The first characters of the key, to recognise it in lists. */
  prefix: string;
  hash: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
  /** When it stops to work. */
  expires_at: number | null;
  /** JSON: its rights, a list of {@link KeyScope}; null means all. */
  scopes: string | null;
  /** JSON: the tools that it may convert with; null is all. */
  tools: string | null;
  /** 1 for a key whose results are marked, and not counted. */
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
  /** The period the reservation was made in, so that a refund never reaches into the next; of a test its day. */
  quota_period_start: number;
  /** JSON: the error's code and fields. */
  error: string | null;
  /** JSON: list of sentences. */
  warnings: string | null;
  /** JSON: the report of a compression. */
  compression: string | null;
  idempotency_key: string | null;
  fingerprint: string | null;
  /** The node that accepted it, and in whose data folder its files are. */
  owner: string | null;
  /** While it is pending: when its node counts as dead, by the database's clock. */
  lease_until: number | null;
  /** 1 when a test key made it: marked, and counted as a test. */
  is_test: 0 | 1;
  /** 1 when nobody waits for it: it has an {@link OrderRow} while it is pending. */
  is_later: 0 | 1;
  /** The URL that its end is reported to, instead of that of a webhook of the same origin. */
  webhook_url: string | null;
  /** JSON: the steps of a pipeline, each of which counts as a conversion; null for one tool. */
  steps: string | null;
}

/** The order of an asynchronous job that has not ended; its inputs are stored as those of the job. */
export interface OrderRow {
  job_id: string;
  account_id: string;
  /** The order as JSON, its secrets encrypted. */
  sealed: string;
  /** Of the inputs. */
  bytes: number;
  /** The number of attempts. */
  attempts: number;
  /** 1 while the owner of the job performs it. */
  is_taken: 0 | 1;
  /** How many times it was stopped for others, to start again. */
  put_back: number;
  /** JSON: how far it is, where known. */
  progress: string | null;
}

export type NoticeKind = 'quota_80' | 'quota_reached' | 'trial_ending';

/** An e-mail that is due: one row for an account, kind and period, whichever process finds it first. */
export interface NoticeRow {
  account_id: string;
  kind: NoticeKind;
  /** Start of the quota's period, or the end of the trial credits. */
  period: number;
  created_at: number;
  /** When a process claimed it. */
  claimed_at: number | null;
  /** Also set when it is suppressed. */
  sent_at: number | null;
  attempts: number;
}

export type Outcome = 'success' | 'rejected' | 'failed';

/** Conversions of a day; kept longer than the rows of the jobs. */
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

/** A call of the API; its identifier says when it was answered. */
export interface RequestRow {
  id: string;
  account_id: string;
  key_id: string;
  method: string;
  /** Without its query. */
  path: string;
  status: number;
  /** Of the error; null where it was not refused. */
  code: string | null;
  duration_ms: number;
}

/** Calls refused before a job existed: one row per day, key, tool and code, so that there are few rows. */
export interface RefusalRow {
  account_id: string;
  /** Days since 1970, UTC. */
  day: number;
  /** Empty for the dashboard. */
  key_id: string;
  /** Empty where there is no such tool. */
  tool: string;
  code: string;
  calls: number;
  last_at: number;
}

export interface ShareRow {
  id: string;
  /** 128 random bits: the public part of the link. */
  token: string;
  account_id: string;
  /** The row of the job may already be deleted. */
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
  /** Counts from 1 up in each account; null for entries from before there was a chain. */
  position: number | null;
  /** SHA-256 over this row and the hash of the one before it, in hexadecimal. */
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

/** A worker of the queue that nodes share; only PostgreSQL has them. */
export interface WorkerRow {
  id: string;
  /** Orders that it performs at a time. */
  slots: number;
  /** When it said last that it is alive. */
  seen_at: number;
}

/** Chores that are done once in a while for all nodes together. */
interface ChoreRow {
  name: string;
  begun_at: number;
}

/** A conversion without an account. */
export interface TrialRow {
  id: string;
  /** Of the result. */
  name: string;
  mime: string;
  /** Null until it has a result. */
  size_bytes: number | null;
  expires_at: number;
  /** The node whose data folder its files are in. */
  owner: string;
}

/** A file uploaded in parts before it is converted. */
export interface UploadRow {
  id: string;
  /** Null for a visitor. */
  account_id: string | null;
  /** Null for the dashboard. */
  key_id: string | null;
  /** The pseudonym of somebody without an account. */
  visitor: string | null;
  name: string;
  bytes: number;
  /** How many bytes have arrived. */
  received: number;
  expires_at: number;
}

interface UploadPartRow {
  /** Its bytes are stored as the input of a job with this identifier. */
  id: string;
  upload_id: string;
  /** Where it begins in the file. */
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

/** An e-mail or a delivery that is not sent yet. */
interface OutboxRow {
  id: string;
  kind: 'mail' | 'webhook';
  /** Of a delivery. */
  account_id: string | null;
  /** The e-mail as JSON, encrypted; of a delivery nothing, it has a row of its own. */
  sealed: string;
  attempts: number;
  created_at: number;
  /** When it may be tried again. */
  next_at: number;
  /** After this time it is no longer needed. */
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
  /** Its secret, encrypted. */
  sealed_secret: string;
  /** The secret before this one, which signs beside it until `old_secret_until`. */
  sealed_old_secret: string | null;
  old_secret_until: number | null;
  /** The first attempt that failed since one succeeded. */
  failing_since: number | null;
}

export type DeliveryState = 'waiting' | 'delivered' | 'failed';

/** An event on its way to a webhook, and the result of its last attempt. */
export interface DeliveryRow {
  /** Names the message: the receiver sees it again when it is sent again. */
  id: string;
  webhook_id: string;
  account_id: string;
  type: EventType | 'test';
  /** Replaces the URL of the webhook. */
  url: string | null;
  /** The body, encrypted: names of files are in it. */
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
  trials: TrialRow;
  trial_visitors: TrialVisitorRow;
  outbox: OutboxRow;
  webhooks: WebhookRow;
  deliveries: DeliveryRow;
  file_keys: FileKeyRow;
  uploads: UploadRow;
  upload_parts: UploadPartRow;
}
