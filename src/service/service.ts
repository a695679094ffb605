// What every part of the service works with; compose.ts makes one.
import type { Config } from '#config';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { Engines } from '#conversion/engines/index.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import type { Background } from '#service/background.ts';
import type { SignIn } from '#service/accounts/sign-in.ts';
import type { Signer } from '#service/accounts/signed.ts';
import type { OfferUpgrade, Plans } from '#service/accounts/plans.ts';
import type { Database } from '#service/database/sqlite.ts';
import type { Dispatcher } from '#service/dispatch/dispatcher.ts';
import type { Mailer } from '#service/email/mailer.ts';
import type { Files } from '#service/files/files.ts';
import type { Previews } from '#service/jobs/previews.ts';
import type { RunningJobs } from '#service/jobs/running.ts';
import type { Workspaces } from '#service/jobs/workspace.ts';
import type { Limits } from '#service/limits/limits.ts';
import type { Uploads } from '#service/limits/uploads.ts';
import type { Metrics } from '#service/metrics.ts';

export interface Service {
  config: Config;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  plans: Plans;
  offerUpgrade: OfferUpgrade;
  tools: readonly Tool[];
  engines: Engines;
  db: Database;
  files: Files;
  workspaces: Workspaces;
  dispatcher: Dispatcher;
  running: RunningJobs;
  previews: Previews;
  limits: Limits;
  /** Of all doors. */
  uploads: Uploads;
  background: Background;
  mailer: Mailer;
  signer: Signer;
  signIn: SignIn;
  isolation: 'bubblewrap' | 'off';
  /** Where links lead; known once the service listens. */
  publicUrl: () => string;
}
