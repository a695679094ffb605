// The one place that picks implementations and wires them together.
import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#config';
import { ifAbsent } from '#core/absent.ts';
import { createSealing } from '#core/sealing.ts';
import type { Clock } from '#core/clock.ts';
import { withoutFields, type Log } from '#core/log.ts';
import { missingPrograms } from '#conversion/engines/missing.ts';
import { findVersions } from '#conversion/engines/versions.ts';
import type { Engines } from '#conversion/engines/index.ts';
import { openFieldsOf, secretNames } from '#conversion/options/secrets.ts';
import { servedTools } from '#conversion/tools/index.ts';
import type { Tool } from '#conversion/tools/tool.ts';
import { loadPlans, offerUpgrades } from '#service/accounts/plans.ts';
import { createBackground } from '#service/background.ts';
import type { SignIn } from '#service/accounts/sign-in.ts';
import type { SignInDependencies } from '#service/accounts/sign-up.ts';
import { createSigner, loadSecret } from '#service/accounts/signed.ts';
import type { Database, OpenDatabase } from '#service/database/database.ts';
import { openSqlite } from '#service/database/sqlite.ts';
import { createDrain } from '#service/drain.ts';
import type { Transport } from '#service/email/mail.ts';
import { createMailer } from '#service/email/mailer.ts';
import { createOutbox } from '#service/outbox/outbox.ts';
import { createAddressFilter } from '#service/outbound/address-filter.ts';
import { createOutbound } from '#service/outbound/outbound.ts';
import { createWaitingMails } from '#service/email/waiting-mails.ts';
import { encryptedFiles } from '#service/files/encrypted.ts';
import { createFileKeys } from '#service/files/file-keys.ts';
import type { Files } from '#service/files/files.ts';
import { createLocalFiles } from '#service/files/local.ts';
import { closeToOthers, privateFolder } from '#service/files/private.ts';
import { createPreviews } from '#service/jobs/previews.ts';
import { createRefusals } from '#service/jobs/refusals.ts';
import { createRequestLog } from '#service/requests/log.ts';
import { createRunningJobs } from '#service/jobs/running.ts';
import { createWorkspaces } from '#service/jobs/workspace.ts';
import type { Limits } from '#service/limits/limits.ts';
import { createSealer } from '#service/dispatch/sealed.ts';
import { createSpending } from '#service/dispatch/spending.ts';
import { createAsyncOrders } from '#service/async/orders.ts';
import { createJobWatch } from '#service/async/watch.ts';
import { createHeldAnswers } from '#service/limits/held-answers.ts';
import { createMemoryLimits } from '#service/limits/memory.ts';
import type { LimitSettings } from '#service/limits/limits-by.ts';
import { createUploads } from '#service/limits/uploads.ts';
import { createMetrics } from '#service/metrics.ts';
import { createSampler } from '#service/samples.ts';
import { nodeFile, nodeId } from '#service/node.ts';
import type { OrderQueue } from '#service/dispatch/order-queue.ts';
import { noTraces, type Traces } from '#service/traces/traces.ts';
import { addresses } from '#dashboard/addresses.ts';
import type { Api, Dashboard } from '#service/roles.ts';
import { composeEngines } from './compose-engines.ts';
import { composeWork, type Work } from './compose-work.ts';

/** The parts that tests replace. */
export interface Overrides {
  clock?: Clock;
  limits?: Partial<Limits>;
  /** The tools that replace Platen's own. */
  tools?: readonly Tool[];
  engines?: (engines: Engines) => Engines;
}

/** One object that fills every role; only this file and the start see it whole. */
export type Service = Api &
  Dashboard &
  Pick<Work, 'startWorker' | 'leaveQueue' | 'asyncWorker'> & {
    /** The engines; undefined on a node that only handles requests. */
    engines: Engines | undefined;
  };

/** Folders below the data directory. */
const folders = { work: 'work', runs: 'runs', files: 'files' } as const;

const database = 'platen.db';

/** Every file and folder that Platen keeps in the data directory. */
const ownFiles = [
  ...Object.values(folders),
  'outbox',
  database,
  `${database}-wal`,
  `${database}-shm`,
  'lock.db',
  'secret',
  'address',
  nodeFile,
];

export const filesFolder = (data: string): string => join(data, folders.files);

export const hasEmbedded = ({ data }: Config): boolean => existsSync(join(data, database));

export const hasDatabase = (config: Config): boolean => config.databaseUrl !== undefined || hasEmbedded(config);

/** Rate limits and the queue come with the database: nodes that share one database share both. */
type Opened = OpenDatabase & {
  createLimits: (settings: LimitSettings) => Limits;
  openOrders?: (log: Log) => Promise<OrderQueue>;
};

export async function openDatabase({ data, databaseUrl, databasePool }: Config): Promise<Opened> {
  await privateFolder(data);
  if (databaseUrl === undefined) return { ...(await openEmbedded(data)), createLimits: createMemoryLimits };
  // Loaded on demand, like the other parts that most commands do without.
  const { openPostgres } = await import('#service/database/postgres.ts');
  const { createPostgresLimits } = await import('#service/limits/postgres.ts');
  const { pool, ...opened } = await openPostgres(databaseUrl, databasePool);
  return {
    ...opened,
    createLimits: (settings) => createPostgresLimits(pool, settings),
    async openOrders(log) {
      const { openOrderQueue } = await import('#service/dispatch/order-queue.ts');
      return openOrderQueue({ url: databaseUrl, db: opened.db, pool, log });
    },
  };
}

/** Opens the raw stored files, in the data folder or in a bucket. */
export const openStorage = async (config: Config, log?: Log): Promise<Files> =>
  config.files === undefined
    ? createLocalFiles(filesFolder(config.data), log)
    : (await import('#service/files/s3.ts')).createS3Files(config.files, {
        log,
        redirect: config.downloads === 'redirect',
      });

/** Opens the stored files, encrypted or not. */
export async function openFiles(config: Config, db: Database, log?: Log): Promise<Files> {
  const { encrypt, data, previousSecret } = config;
  const files = await openStorage(config, log);
  const sealing = createSealing('platen files', await loadSecret(data, config.secret), previousSecret);
  const keys = createFileKeys(db, sealing);
  // Needed even if new files are not encrypted, since other nodes may encrypt them, or have done so.
  return encryptedFiles(files, keys, encrypt === 'on');
}

export const openEmbedded = (data: string): Promise<OpenDatabase> => openSqlite(join(data, database));

/** Returns the path of the file with the service's last address, for commands that print links. */
export const addressFile = (data: string): string => join(data, 'address');

/** The address in links until the service listens. */
const configuredUrl = ({ publicUrl, host, port }: Config) => publicUrl?.replace(/\/$/, '') ?? `http://${host}:${port}`;

/** Loaded on demand: `./platen convert` starts in half the time without it. */
const signInOf = async (parts: SignInDependencies): Promise<SignIn> =>
  new (await import('#service/accounts/sign-in.ts')).SignIn(parts);

/** For commands that print a sign-in link: no e-mail is sent, and the link leads to the service of the data folder. */
export async function composeSignIn(
  config: Config,
  log: Log,
  parts: Pick<SignInDependencies, 'clock' | 'db' | 'plans'>,
): Promise<SignIn> {
  const secret = await loadSecret(config.data, config.secret);
  const lastAddress = await readFile(addressFile(config.data), 'utf8').catch(ifAbsent(undefined));
  return signInOf({
    ...parts,
    addresses,
    config,
    log,
    mailer: createMailer(() => Promise.reject(new Error('this command does not send e-mails')), createBackground(log)),
    publicUrl: () => (config.publicUrl === undefined && lastAddress) || configuredUrl(config),
    secret,
    signer: createSigner(secret, parts.clock, config.previousSecret),
  });
}

/** The `url` of an upgrade in errors. */
const plansPage = ({ config, publicUrl }: Pick<Service, 'config' | 'publicUrl'>) =>
  config.dashboard === 'on' ? `${publicUrl()}${addresses.plan}` : publicUrl();

async function mailTransport({ smtpUrl, mailFrom }: Config, data: string, log: Log): Promise<Transport> {
  if (smtpUrl === undefined) {
    const { outboxFolder, outboxTransport } = await import('#service/email/outbox.ts');
    return outboxTransport(outboxFolder(data), mailFrom, log);
  }
  const { smtpTransport } = await import('#service/email/smtp.ts');
  return smtpTransport(smtpUrl, mailFrom);
}

/** Creates the traces, and loads their packages only if there is a receiver. */
const tracesOf = async (
  { tracesEndpoint: endpoint, serviceName }: Config,
  instance: string,
  secrets: readonly string[],
): Promise<Traces> =>
  endpoint === undefined
    ? noTraces
    : (await import('#service/traces/otlp.ts')).createTraces({ endpoint, serviceName, instance, secrets });

export async function compose(config: Config, plainLog: Log, overrides: Overrides = {}): Promise<Service> {
  const { db, leader, syncClock, ...opened } = await openDatabase(config);
  const data = await realpath(config.data);
  const id = await nodeId(data);
  const tools = overrides.tools ?? servedTools(config);
  const secrets = secretNames(tools);
  const traces = await tracesOf(config, id, secrets);
  const log = withoutFields(traces.into(plainLog), secrets);
  for (const folder of Object.values(folders)) await privateFolder(join(data, folder));
  for (const name of ownFiles) await closeToOthers(join(data, name));
  const plans = loadPlans(config.plansFile);
  const clock = overrides.clock ?? opened.clock;
  const uploads = createUploads(config);
  const secret = await loadSecret(data, config.secret);
  const background = createBackground(log);
  const mailSealing = createSealing('platen mails', secret, config.previousSecret);
  const outbox = createOutbox({ db, clock });
  const waitingMails = createWaitingMails(outbox, clock, mailSealing, log);
  const mailer = createMailer(await mailTransport(config, data, log), background, waitingMails);
  const signer = createSigner(secret, clock, config.previousSecret);
  const publicUrl = () => service.publicUrl();
  const unneeded = config.sandbox === 'off' ? ['bwrap'] : [];
  const engines = config.roles.includes('worker') ? enginesOf(config, data, log, overrides) : undefined;
  const shared = {
    clock,
    files: await openFiles({ ...config, data }, db, log),
    workspaces: createWorkspaces(join(data, folders.work), log),
    background,
    log,
    tools,
    traces,
    limits: { ...opened.createLimits(config), ...overrides.limits },
  };
  const sealer = createSealer(openFieldsOf(tools), secret, config.previousSecret);
  const work = await composeWork(config, {
    ...shared,
    spending: createSpending(shared.limits),
    engines,
    data,
    sealer,
    nodeId: id,
    openOrders: opened.openOrders,
    onStage: (tool, stage, seconds) => {
      service.metrics.stageSeconds.observe({ tool, stage }, seconds);
      // A conversion has its own span, with its parts.
      if (stage !== 'convert') traces.note(stage, seconds);
    },
  });
  const metrics = createMetrics({
    queue: () => work.dispatcher,
    uploads: () => uploads.now,
    office: () => service.office(),
    outbox,
  });
  const service: Service = {
    ...shared,
    ...work,
    addresses,
    config,
    engines,
    metrics,
    sampler: createSampler({ ...shared, db, dispatcher: work.dispatcher, metrics, nodeId: id }),
    plans,
    offerUpgrade: offerUpgrades(plans, () => config.upgradeUrl ?? plansPage(service)),
    db,
    previews: createPreviews(shared.files, work.draw),
    running: createRunningJobs(),
    uploads,
    refusals: createRefusals({ db, clock }, background),
    requestLog: createRequestLog({ db, clock, config }, background),
    drain: createDrain({ db, clock }),
    node: { id, isAlone: config.databaseUrl === undefined, leader, syncClock },
    mailer,
    waitingMails,
    outbox,
    hookSealing: createSealing('platen webhooks', secret, config.previousSecret),
    addressFilter: createAddressFilter(config.webhookAllow),
    outbound: createOutbound(config.webhookAllow),
    asyncOrders: createAsyncOrders(sealer),
    watch: createJobWatch({ db }),
    held: createHeldAnswers(),
    signer,
    signIn: await signInOf({ addresses, config, clock, log, db, plans, mailer, secret, signer, publicUrl }),
    office: () => engines?.libreoffice.status() ?? null,
    missingPrograms: async () => (engines === undefined ? [] : missingPrograms(unneeded)),
    engineVersions: async () => (engines === undefined ? [] : findVersions(unneeded)),
    isolation: config.sandbox === 'on' ? 'bubblewrap' : 'off',
    publicUrl: () => configuredUrl(config),
  };
  return service;
}

function enginesOf(config: Config, data: string, log: Log, overrides: Overrides): Engines {
  const engines = composeEngines(config, join(data, folders.runs), {
    documents: data,
    warmProcesses: config.warmProcesses,
    warn: (problem) => log.warn(problem),
  });
  return overrides.engines?.(engines) ?? engines;
}
