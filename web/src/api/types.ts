// What the dashboard's JSON says. Times are milliseconds since 1970, sizes bytes.

export interface Plan {
  name: string;
  /** 2147483647 is no limit. */
  quota: number;
  renews: 'once' | 'monthly';
  price_eur_month: number;
  max_bytes: number;
  max_files: number;
  max_merge_files: number;
  share_days: number;
}

export interface Quota {
  plan: string;
  quota: number;
  used: number;
  soft_cap_limit: number;
  status: 'ok' | 'soft_cap' | 'hard_cap';
  quota_period_end: number | null;
  credits_expire_at: number | null;
}

export interface Me {
  email: string;
  role: 'user' | 'admin';
  language: 'en' | 'fr';
  usage_notice: boolean;
  created_at: number;
  has_had_key: boolean;
  plan: Plan | null;
  quota: Quota | null;
  api_url: string;
  upgrade_url: string | null;
}

export interface SignInOptions {
  /** What the button of the identity provider is called. */
  provider: string | null;
  sign_up: 'open' | 'closed';
  domains: string[];
  /** What a new account may convert. */
  free_conversions: number;
  /** Whether mails are files, for want of a mail server. */
  outbox: boolean;
}

export type Outcome = 'success' | 'rejected' | 'failed';

export interface Usage {
  from: number;
  until: number;
  cells: { day: number; tool: string; outcome: Outcome; conversions: number }[];
}

export type JobState = 'pending' | 'success' | 'failed' | 'rejected' | 'deleted' | 'expired';

interface BytesChanged {
  bytes_before: number;
  bytes_after: number;
}

export interface Compression extends BytesChanged {
  images: BytesChanged & { changed: number; total: number };
  fonts: BytesChanged;
  structure: BytesChanged;
}

export interface Job {
  id: string;
  tool: string;
  state: JobState;
  name: string | null;
  mime: string | null;
  size_bytes: number | null;
  created_at: number;
  completed_at: number | null;
  expires_at: number | null;
  /** Name of the key that made it; null for the dashboard. */
  key: string | null;
  error: { code: string; message: string; fix: string } | null;
  warnings: string[];
  compression: Compression | null;
  can_share: boolean;
  /** Links that are open now. */
  shares: number;
}

export interface JobPage {
  jobs: Job[];
  has_more: boolean;
}

export interface Key {
  id: string;
  name: string;
  prefix: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
  conversions: number;
}

export interface Share {
  id: string;
  url: string;
  job_id: string;
  name: string;
  size_bytes: number;
  created_at: number;
  expires_at: number;
  state: 'open' | 'owner' | 'job_deleted' | 'expiry';
  has_password: boolean;
  downloads: number;
}

export interface ToolField {
  name: string;
  description: string;
  values: string[] | null;
  default: string | null;
  required: boolean;
}

export interface Tool {
  id: string;
  summary: string;
  min_files: number;
  max_files: number;
  accepted_exts: string[];
  result: string;
  fields: ToolField[];
}

export interface Conversion {
  job_id: string;
  size_bytes: number;
}

export interface Deed {
  id: string;
  at: number;
  actor: string;
  event: string;
  detail: Record<string, string> | null;
  address: string | null;
}

export interface AdminAccount {
  id: string;
  email: string;
  plan: string;
  role: 'user' | 'admin';
  created_at: number;
  quota: Quota | null;
}

export interface Health {
  queue: { running: number; waiting: number; is_full: boolean };
  office: { mode?: string; ready: number; busy: number; spawned: number; killed: number };
  isolation: string;
  accounts: number;
  jobs_pending: number;
  mails_waiting: number;
}
