// The interfaces that parts of the service depend on. compose.ts creates one object that fulfils every role.
import type { Addresses } from './addresses.ts';
import type { Config } from '#config';
import type { Log } from '#core/log.ts';
import type { Engines } from '#conversion/engines/index.ts';
import type { FoundVersion } from '#conversion/engines/versions.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import type { OfferUpgrade, Plans } from './accounts/plans.ts';
import type { SignIn } from './accounts/sign-in.ts';
import type { Signer } from './accounts/signed.ts';
import type { Background } from './background.ts';
import type { Database } from './database/database.ts';
import type { Store } from './database/store.ts';
import type { Dispatcher } from './dispatch/dispatcher.ts';
import type { Drain } from './drain.ts';
import type { Mailer } from './email/mailer.ts';
import type { WaitingMails } from './email/waiting-mails.ts';
import type { Files } from './files/files.ts';
import type { AsyncOrders } from './async/orders.ts';
import type { JobWatch } from './async/watch.ts';
import type { Refusals } from './jobs/refusals.ts';
import type { RequestLog } from './requests/log.ts';
import type { Previews } from './jobs/previews.ts';
import type { RunningJobs } from './jobs/running.ts';
import type { Workspaces } from './jobs/workspace.ts';
import type { HeldAnswers } from './limits/held-answers.ts';
import type { Limits } from './limits/limits.ts';
import type { Uploads } from './limits/uploads.ts';
import type { Sampler } from './samples.ts';
import type { Metrics } from './metrics.ts';
import type { Traces } from './traces/traces.ts';
import type { ServiceNode } from './node.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Hooks } from './webhooks/webhooks.ts';

/** The service's own work: the background, the operator's log, and its place among other nodes. */
export interface Runtime {
  log: Log;
  background: Background;
  node: ServiceNode;
  drain: Drain;
  traces: Traces;
}

/** Accounts, their plans, and the offer of a larger plan. */
export interface Accounts extends Store {
  plans: Plans;
  offerUpgrade: OfferUpgrade;
}

/** Stored results: those of jobs, and the copies behind share links. */
export interface Results extends Store {
  files: Files;
}

/** Jobs: their rows, their files, and the jobs that this process is running. */
export interface Jobs extends Results {
  workspaces: Workspaces;
  running: RunningJobs;
  dispatcher: Dispatcher;
}

/** E-mail, and the signed links in it. */
export interface Mail {
  addresses: Addresses;
  mailer: Mailer;
  waitingMails: WaitingMails;
  signer: Signer;
  /** Returns the base URL of links, which is known once the service listens. */
  publicUrl: () => string;
}

/** Events for the webhooks of accounts. */
export interface Webhooks extends Hooks, Pick<Accounts, 'plans'>, Pick<Mail, 'publicUrl'> {
  config: Pick<Config, 'dashboard'>;
}

/** Everything a conversion needs from the complete upload to its settled job. */
export interface Conversions extends Accounts, Jobs, Mail, Runtime, Webhooks {
  metrics: Metrics;
  asyncOrders: AsyncOrders;
  watch: JobWatch;
  held: HeldAnswers;
  /** Calls client-supplied URLs. */
  outbound: Outbound;
  config: Pick<
    Config,
    | 'conversionTimeoutMs'
    | 'queueWaitMs'
    | 'jobRowDays'
    | 'requestDays'
    | 'data'
    | 'maxRunningPerAccount'
    | 'maxAsyncPerAccount'
    | 'maxStoredBytesPerAccount'
    | 'maxRetainedBytesPerAccount'
    | 'dashboard'
  >;
}

/** Whether one more upload is accepted. */
export interface Admission {
  tools: readonly Tool[];
  limits: Limits;
  /** The uploads of the API and the dashboard together. */
  uploads: Uploads;
  refusals: Refusals;
  requestLog: RequestLog;
  dispatcher: Dispatcher;
  config: Pick<
    Config,
    | 'minFreeBytes'
    | 'data'
    | 'maxRunningPerAccount'
    | 'maxAsyncPerAccount'
    | 'maxStoredBytesPerAccount'
    | 'fetchesInputs'
  >;
}

/** The sessions of the dashboard. */
export interface Sessions {
  signIn: SignIn;
  limits: Limits;
  publicUrl: () => string;
}

/** The presentation of results: downloads and pictures of the first page. */
export interface Viewing extends Results {
  previews: Previews;
}

/** The metrics for operators. */
export interface Status {
  db: Database;
  /** Returns the status of LibreOffice; null if this process does not convert. */
  office: () => ReturnType<Engines['libreoffice']['status']> | null;
  /** Returns the missing programs that conversions here need. */
  missingPrograms: () => Promise<string[]>;
  /** Returns the versions of the programs that conversions here need. */
  engineVersions: () => Promise<FoundVersion[]>;
  dispatcher: Dispatcher;
  metrics: Metrics;
  sampler: Sampler;
  isolation: 'bubblewrap' | 'off';
}

/** Everything that the API's routes need. */
export type Api = Admission & Conversions & Status & { config: Config };

/** Everything that the dashboard's routes need. */
export type Dashboard = Admission & Conversions & Sessions & Status & Viewing & { config: Config };
