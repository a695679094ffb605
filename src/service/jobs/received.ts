// A call as the service receives it, with its caller, tool, files and fields.
import type { ErrorCode } from '#core/errors.ts';
import type { Arrival } from '#conversion/admit.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import type { KeyRights } from '#service/accounts/keys.ts';
import type { Plan } from '#service/accounts/plans.ts';
import type { AccountRow } from '#service/database/schema.ts';
import type { Outcome, Submission } from '#service/dispatch/dispatcher.ts';
import type { HashedFile } from './idempotency.ts';
import type { Workspace } from './workspace.ts';

/** The sender of files. */
export interface Caller {
  /** The account, or the pseudonym of a visitor. */
  account: { id: string; language?: string };
  plan: Plan;
  /** The key; null for the dashboard and for visitors. */
  keyId: string | null;
  /** The name for rate limits. */
  rateKey: string;
  /** The rights of the key; all rights by default. */
  rights?: KeyRights;
  /** Whether the results are marked, and counted as tests. */
  isTest?: boolean;
  /** Whether the job is asynchronous and waits in the database. */
  isAsync?: boolean;
  /** Whether the caller has no account. */
  isVisitor?: boolean;
}

/** A caller whose account pays. */
export interface AccountCaller extends Caller {
  account: AccountRow;
}

/** A call whose files are in its workspace. */
export interface Received<Who extends Caller = Caller> {
  jobId: string;
  caller: Who;
  tool: Tool;
  files: readonly (Arrival & Partial<HashedFile>)[];
  fields: Readonly<Record<string, string>>;
  workspace: Workspace;
  idempotencyKey?: string | undefined;
  /** A signal that aborts when the client disconnects. */
  signal: AbortSignal;
}

/** An accepted call, whose order is submitted but not yet in the queue. */
export interface Accepted {
  /** The tool that serves the call. */
  tool: Tool;
  submission: Submission;
  inputBytes: number;
  /** A signal that also aborts at the time limit. */
  signal: AbortSignal;
}

/** Who pays for conversions: an account that gets a job, or a visitor that gets a trial. */
export interface Payer<Who extends Caller, Row, Done> {
  /** Checks, before the files are received, that the caller has conversions left. @throws if not */
  checkLeft(caller: Who): void | Promise<void>;
  /** Records a call refused before a job existed. */
  refused?(caller: Who, tool: string | undefined, code: ErrorCode): void;
  /** Reserves a conversion and stores its row with the order, or returns the result of an earlier request. */
  begin(call: Received<Who>, accepted: Accepted): Promise<{ row: Row } | { done: Done }>;
  /** Settles the conversion by its outcome. @throws the failure that the client receives */
  settle(call: Received<Who>, row: Row, outcome: Outcome, submission: Submission): Promise<Done>;
}
