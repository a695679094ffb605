// Every setting: environment variable, default, allowed values and documentation.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { closest } from '#core/closest.ts';
import { parseBucket, type Bucket } from '#core/bucket.ts';
import { MiB } from '#core/bytes.ts';
import { hourMs } from '#core/clock.ts';
import { logLevels } from '#core/log.ts';
import { papers } from '#core/paper.ts';
import { defaultLimits } from '#conversion/options/limits.ts';

interface Setting<Value> {
  env: string;
  doc: string;
  /** The value as written in the environment; undefined when there is no default. */
  defaultText: string | undefined;
  allowed: string;
  /** Undefined when the text is not allowed. */
  parse(text: string): Value | undefined;
  fallback: Value;
}

const rootFolder = join(import.meta.dirname, '..');

const integer = (env: string, fallback: number, min: number, max: number, doc: string): Setting<number> => ({
  env,
  doc,
  defaultText: String(fallback),
  allowed: `a whole number from ${min} to ${max}`,
  fallback,
  parse: (text) => {
    const value = Number(text);
    return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined;
  },
});

const text = <Fallback extends string | undefined>(
  env: string,
  fallback: Fallback,
  doc: string,
  pattern = /./,
  allowed = 'any text',
): Setting<string | Fallback> => ({
  env,
  doc,
  defaultText: fallback,
  allowed,
  fallback,
  parse: (value) => (pattern.test(value) ? value : undefined),
});

const oneOf = <const Value extends string>(
  env: string,
  values: readonly Value[],
  fallback: NoInfer<Value>,
  doc: string,
): Setting<Value> => ({
  env,
  doc,
  defaultText: fallback,
  allowed: values.join(', '),
  fallback,
  parse: (value) => values.find((candidate) => candidate === value),
});

const list = (env: string, doc: string, item: RegExp, allowed: string): Setting<string[]> => ({
  env,
  doc,
  defaultText: undefined,
  allowed,
  fallback: [],
  parse: (value) => {
    const items = value.split(',').map((part) => part.trim());
    return items.every((part) => item.test(part)) ? items : undefined;
  },
});

const trustProxy: Setting<boolean | number | string[]> = {
  env: 'PLATEN_TRUST_PROXY',
  doc: 'Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: none, a number of proxies in front, or their addresses.',
  defaultText: 'off',
  allowed: 'off, a number of proxies, or addresses and CIDR ranges separated by commas',
  fallback: false,
  parse: (value) => {
    if (value === 'off') return false;
    if (/^\d{1,2}$/.test(value)) return Number(value);
    const addresses = value.split(',').map((part) => part.trim());
    return addresses.every((part) => /^[0-9a-fA-F:.]+(\/\d{1,3})?$|^loopback$/.test(part)) ? addresses : undefined;
  },
};

const files: Setting<Bucket | undefined> = {
  env: 'PLATEN_FILES',
  doc: 'Where results and retained inputs are stored: an S3 bucket, or a bucket of a compatible server; the data folder by default. Credentials are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or others that the AWS SDK finds.',
  defaultText: undefined,
  allowed: 's3://bucket/prefix?endpoint=…&public_endpoint=…&region=…&encryption=AES256|aws:kms',
  fallback: undefined,
  parse: parseBucket,
};

const roleNames = ['api', 'worker'] as const;

/** `api` takes requests, `worker` performs conversions. */
export type RoleName = (typeof roleNames)[number];

const roles: Setting<readonly RoleName[]> = {
  env: 'PLATEN_ROLES',
  doc: 'What this node does: `api` (the API and the dashboard) opens no document and needs no engine, `worker` converts and listens only for probes and metrics. One alone needs PLATEN_DATABASE_URL, PLATEN_FILES and PLATEN_SECRET.',
  defaultText: 'api,worker',
  allowed: 'api, worker, or api,worker',
  fallback: roleNames,
  parse(value) {
    const given = value.split(',').map((part) => part.trim());
    const known = roleNames.filter((name) => given.includes(name));
    return known.length > 0 && known.length === given.length ? known : undefined;
  },
};

const tries: Setting<number | undefined> = {
  env: 'PLATEN_TRY',
  doc: 'Conversions per day for one IP address without an account, on the front page; `off` allows none. By default any number while only this machine can reach the service (it listens on loopback, with neither PLATEN_PUBLIC_URL nor PLATEN_TRUST_PROXY), otherwise off. On one’s own machine files may then be as large and as many as on the plan of its operator (200 MB, 20 to merge), elsewhere as on the plan of new accounts.',
  defaultText: undefined,
  allowed: 'off, or a whole number from 1 to 100000',
  fallback: undefined,
  parse(value) {
    if (value === 'off') return 0;
    return /^[1-9]\d{0,5}$/.test(value) && Number(value) <= 100_000 ? Number(value) : undefined;
  },
};

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const url = /^https?:\/\/[^\s/]+(\/[^\s]*)?$/;

export const settings = {
  port: integer('PLATEN_PORT', 8080, 0, 65_535, 'TCP port of the service; 0 takes a free one.'),
  host: text('PLATEN_HOST', '127.0.0.1', 'Address to listen on; 0.0.0.0 for all.'),
  data: text('PLATEN_DATA', join(rootFolder, 'data'), 'Folder for the database, files and workspaces.'),
  databaseUrl: text(
    'PLATEN_DATABASE_URL',
    undefined,
    'PostgreSQL database (15 or later) that several nodes can share. By default a SQLite database in the data folder.',
    /^postgres(ql)?:\/\/\S+$/,
    'postgres://user:password@host:port/name',
  ),
  databasePool: integer(
    'PLATEN_DATABASE_POOL',
    10,
    2,
    1000,
    'Maximum number of connections of this node to PostgreSQL.',
  ),
  files,
  downloads: oneOf(
    'PLATEN_DOWNLOADS',
    ['proxy', 'redirect'],
    'proxy',
    'How results in a bucket reach clients: the service sends them, or `redirect` sends clients to the bucket, with an address that works for five minutes. Clients must reach the bucket and follow redirects; ZIP archives that the pages make are always sent by the service.',
  ),
  encrypt: oneOf(
    'PLATEN_ENCRYPT',
    ['on', 'off'],
    'off',
    'Whether inputs, results and previews are stored encrypted: AES-256-GCM, each with a key of its own that is deleted with it and is encrypted with PLATEN_SECRET. Files are not encrypted in the data folder while they are converted. Files that were stored before are read either way.',
  ),
  roles,
  publicUrl: text(
    'PLATEN_PUBLIC_URL',
    undefined,
    'Public address of the service, used in all absolute links. Defaults to the listening address.',
    url,
    'an http or https address',
  ),
  hosts: list(
    'PLATEN_HOSTS',
    'Host names, besides that of PLATEN_PUBLIC_URL, that requests may be sent to. With a public address set, requests to other names are refused, except to IP addresses and names without a dot.',
    /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    'names in lower case, separated by commas',
  ),
  trustProxy,
  keyPrefix: text(
    'PLATEN_KEY_PREFIX',
    'platen_live_',
    'Prefix of new API keys.',
    /^[A-Za-z0-9_]{1,24}$/,
    'letters, digits and _ (at most 24)',
  ),
  logLevel: oneOf('PLATEN_LOG_LEVEL', logLevels, 'info', 'Log level.'),
  sandbox: oneOf(
    'PLATEN_SANDBOX',
    ['on', 'off'],
    'on',
    'off converts documents without isolation, for systems where the kernel does not allow it. Only use it for documents you trust.',
  ),

  cgroup: text(
    'PLATEN_CGROUP',
    undefined,
    'A folder of control groups (version 2) that the service may write and that holds no process itself, such as one that systemd delegates: each program that is started for a document then gets a group of its own, in which the kernel limits its memory and processes. The limits of single processes and the watchdog stay; only they limit processes that are forked for a document (LibreOffice, PDF tools).',
    /^\/\S+$/,
    'an absolute path',
  ),
  fonts: text(
    'PLATEN_FONTS',
    undefined,
    'Folder with fonts of your own, in addition to those of the system; every user of the machine must be able to read them. New fonts are found at the next start.',
    /^\/(?!(tmp|proc|dev|out|in)(\/|$))/,
    'an absolute path, not below /tmp',
  ),
  paper: oneOf(
    'PLATEN_PAPER',
    papers,
    'a4',
    'Paper size of office documents and PostScript files that do not name one. Settings of the machine (/etc/papersize, paperconf, its locale) have no effect.',
  ),

  concurrency: integer(
    'PLATEN_CONCURRENCY',
    availableParallelism(),
    1,
    1024,
    'Maximum number of concurrent conversions. While others wait, one that takes far longer than usual continues beside them (two, where the maximum is four or more); where one process does everything, one more of the short tools (rotate, extract, merge, protect, unlock) runs beside them.',
  ),
  warmProcesses: integer(
    'PLATEN_WARM_PROCESSES',
    availableParallelism(),
    0,
    256,
    'Prewarmed processes of each engine, and half as many of the large ones: LibreOffice, and what reads one picture or writes one Word document (their memory: docs/deployment.md, Sizing). 0 starts processes on demand.',
  ),
  queueSize: integer(
    'PLATEN_QUEUE_SIZE',
    100,
    0,
    100_000,
    'Maximum number of waiting conversions; further ones are answered 503.',
  ),
  queueWaitMs: integer(
    'PLATEN_QUEUE_WAIT_MS',
    30_000,
    1,
    hourMs,
    'How long a conversion can wait before it is answered 503.',
  ),
  conversionTimeoutMs: integer(
    'PLATEN_CONVERSION_TIMEOUT_MS',
    90_000,
    1,
    hourMs,
    'Time limit of a conversion, from the complete upload and including the wait.',
  ),
  asyncTimeoutMs: integer(
    'PLATEN_ASYNC_TIMEOUT',
    600_000,
    1,
    24 * hourMs,
    'Time limit of an asynchronous conversion in milliseconds, from its start; the limits of its engines are longer in proportion to PLATEN_CONVERSION_TIMEOUT_MS.',
  ),
  officeTimeoutMs: integer(
    'PLATEN_OFFICE_TIMEOUT_MS',
    60_000,
    1,
    hourMs,
    'Time limit of LibreOffice for one document; 15 s more for each MiB of it, within the time limit of the conversion.',
  ),
  maxUploads: integer(
    'PLATEN_MAX_UPLOADS',
    32,
    1,
    10_000,
    'Maximum number of concurrent uploads; further ones are answered 503.',
  ),
  maxUploadsPerAccount: integer(
    'PLATEN_MAX_UPLOADS_PER_ACCOUNT',
    8,
    1,
    10_000,
    'Maximum number of concurrent uploads of one account; further ones are answered 503.',
  ),
  maxRunningPerAccount: integer(
    'PLATEN_MAX_RUNNING_PER_ACCOUNT',
    100,
    0,
    100_000,
    'Maximum number of conversions of one account that wait or run, across all nodes; further ones are answered 503. 0: any number.',
  ),
  maxAsyncPerAccount: integer(
    'PLATEN_MAX_ASYNC_PER_ACCOUNT',
    10_000,
    0,
    1_000_000,
    'Maximum number of asynchronous jobs of one account that wait or run; further ones are answered 503. 0: any number.',
  ),
  maxStoredBytesPerAccount: integer(
    'PLATEN_MAX_STORED_BYTES_PER_ACCOUNT',
    20_480 * MiB,
    0,
    Number.MAX_SAFE_INTEGER,
    'Bytes of results, shared copies and inputs of asynchronous jobs that are kept for one account; while there are as many, conversions are answered 429. 0: any number.',
  ),
  maxRetainedBytesPerAccount: integer(
    'PLATEN_MAX_RETAINED_BYTES_PER_ACCOUNT',
    4_096 * MiB,
    0,
    Number.MAX_SAFE_INTEGER,
    'Bytes of the inputs of failed conversions that are kept for one account, and of its unfinished uploads; above it, the oldest are deleted early. Never more than PLATEN_MAX_STORED_BYTES_PER_ACCOUNT. 0: unlimited.',
  ),
  webhookAllow: list(
    'PLATEN_WEBHOOK_ALLOW',
    'CIDR ranges that webhooks may lead to on any port, such as 10.0.0.0/8. Without it, only public addresses on ports 80 and 443.',
    /^[0-9a-f.:]+\/\d{1,3}$/i,
    'CIDR ranges separated by commas',
  ),
  fetchesInputs: oneOf(
    'PLATEN_FETCH',
    ['on', 'off'],
    'off',
    '`on` lets the form field `file_url` name an address that the service fetches an input from. Only public addresses on ports 80 and 443 are called, and those of PLATEN_WEBHOOK_ALLOW.',
  ),
  extensions: oneOf(
    'PLATEN_EXTENSIONS',
    ['on', 'off'],
    'off',
    '`on` serves the tools that go beyond the specification of the API (Markdown, JSON and Excel out, HTML and Markdown in), and lists in GET /v1/tools the form fields that do (`extension_fields`). These fields always work; without it, the tools are answered 404.',
  ),
  minFreeBytes: integer(
    'PLATEN_MIN_FREE_BYTES',
    2048 * MiB,
    0,
    Number.MAX_SAFE_INTEGER,
    'Free disk space in bytes below which uploads are answered 503.',
  ),
  shutdownGraceMs: integer(
    'PLATEN_SHUTDOWN_GRACE_MS',
    30_000,
    0,
    hourMs,
    'How long running conversions can take to finish after SIGTERM.',
  ),

  convertRate: integer(
    'PLATEN_CONVERT_RATE_PER_MINUTE',
    20,
    0,
    1_000_000,
    'Conversions per minute for one API key; 0 means unlimited.',
  ),
  ipRate: integer(
    'PLATEN_IP_RATE_PER_MINUTE',
    300,
    0,
    1_000_000,
    'Other requests per minute from one IP address; 0 means unlimited.',
  ),
  engineSecondsPerHour: integer(
    'PLATEN_ENGINE_SECONDS_PER_HOUR',
    1800,
    0,
    1_000_000,
    'Seconds of engines that one account can use per hour while others wait, whether its conversions are counted or not; visitors of one address have a sixth; 0 means unlimited.',
  ),
  maxConnections: integer(
    'PLATEN_MAX_CONNECTIONS',
    4096,
    1,
    1_000_000,
    'Maximum number of connections. When there are as many, those that wait for their client make room for new ones; when there are none, only probes are answered.',
  ),
  connectionsPerAddress: integer(
    'PLATEN_CONNECTIONS_PER_ADDRESS',
    64,
    0,
    100_000,
    'Maximum number of connections from one IP address (of IPv6, the first 64 bits), and of requests that are under way for it; further ones are answered 503. Behind a proxy of PLATEN_TRUST_PROXY, requests are counted by the address that it names, and its connections are not. 127.0.0.1 and ::1 are not counted. A server that keeps more conversions under way than this (see PLATEN_MAX_RUNNING_PER_ACCOUNT) needs a higher number. 0: any number.',
  ),
  corsOrigins: list(
    'PLATEN_CORS_ORIGINS',
    'Origins that can call the API from a browser.',
    /^(\*|https?:\/\/[^\s,/]+)$/,
    '* or origins separated by commas',
  ),
  metricsToken: text(
    'PLATEN_METRICS_TOKEN',
    undefined,
    'Bearer token for GET /metrics; without it, only requests from the same machine are answered.',
    /^\S{8,}$/,
    'at least 8 characters without spaces',
  ),

  requestDays: integer(
    'PLATEN_REQUEST_DAYS',
    7,
    0,
    30,
    'Days that the calls of each account are listed in its dashboard (method, path, status, code, duration and key; at most 250 of half a second, and 10,000 of an account); 0 lists none.',
  ),
  tracesEndpoint: text(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    undefined,
    'Where traces are sent, by OTLP over HTTP with JSON; none by default. Other variables of the exporter (OTEL_EXPORTER_OTLP_HEADERS, …_TIMEOUT, …_CERTIFICATE) apply too.',
    url,
    'an http or https address',
  ),
  serviceName: text('OTEL_SERVICE_NAME', 'platen', 'What this service is called in traces.'),

  dashboard: oneOf('PLATEN_DASHBOARD', ['on', 'off'], 'on', 'Whether the web dashboard is served at /dashboard.'),
  secret: text(
    'PLATEN_SECRET',
    undefined,
    'Signs sessions and links; must be the same on all machines. By default generated once and kept in the data folder.',
    /^\S{32,}$/,
    'at least 32 characters without spaces',
  ),
  secretBefore: text(
    'PLATEN_SECRET_BEFORE',
    undefined,
    'The previous PLATEN_SECRET, also accepted while a new one is rolled out. After a week, sessions no longer need it; unsubscribe links (for a year), used trial credits of addresses, deliveries of webhooks (for 30 days), and files that were stored with PLATEN_ENCRYPT=on (as long as the longest share link) still do. Secrets of webhooks are encrypted again with the new one at the start. With several nodes, first set the new secret here on all of them, then swap the two.',
    /^\S{32,}$/,
    'at least 32 characters without spaces',
  ),
  adminEmail: text(
    'PLATEN_ADMIN_EMAIL',
    'admin@platen.local',
    'E-mail address of the administrator account that the first start creates.',
    emailPattern,
    'an e-mail address',
  ),
  tries,
  signUp: oneOf(
    'PLATEN_SIGNUP',
    ['open', 'closed'],
    'open',
    'Whether new users get an account by signing in. If closed, create accounts with ./platen account create.',
  ),
  signUpDomains: list(
    'PLATEN_SIGNUP_DOMAINS',
    'E-mail domains that can sign up; all by default.',
    /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    'domains in lower case, separated by commas',
  ),
  smtpUrl: text(
    'PLATEN_SMTP_URL',
    undefined,
    'Mail server. Without one, e-mails are written to the log and to outbox/ in the data folder.',
    /^smtps?:\/\/\S+$/,
    'smtp://user:password@host:587 or smtps://…',
  ),
  mailFrom: text('PLATEN_MAIL_FROM', 'Platen <platen@localhost>', 'Sender of e-mails.', /@/, 'an e-mail address'),
  oidcIssuer: text(
    'PLATEN_OIDC_ISSUER',
    undefined,
    'Issuer URL of an identity provider (OpenID Connect) to offer on the sign-in page.',
    url,
    'an http or https address',
  ),
  oidcClientId: text('PLATEN_OIDC_CLIENT_ID', undefined, 'Client ID at the identity provider.'),
  oidcClientSecret: text('PLATEN_OIDC_CLIENT_SECRET', undefined, 'Client secret at the identity provider.'),
  oidcTrustAddresses: oneOf(
    'PLATEN_OIDC_TRUST_ADDRESSES',
    ['on', 'off'],
    'off',
    'on trusts the e-mail addresses of a provider that does not send the claim email_verified.',
  ),
  oidcName: text('PLATEN_OIDC_NAME', 'single sign-on', 'Name of the identity provider on the sign-in page.'),

  serviceUrl: text(
    'PLATEN_URL',
    undefined,
    'Address of a service that `./platen convert` and `./platen mcp` send their files to; without it, they are converted on the machine itself.',
    url,
    'an http or https address',
  ),
  serviceKey: text('PLATEN_API_KEY', undefined, 'API key for the service of PLATEN_URL.'),
  password: text(
    'PLATEN_PASSWORD',
    undefined,
    'Password for `./platen convert`, where no other one is given: to open PDFs, or to protect them with.',
  ),

  plansFile: text('PLATEN_PLANS_FILE', undefined, 'JSON file with plans that replace the built-in ones.'),
  upgradeUrl: text(
    'PLATEN_UPGRADE_URL',
    undefined,
    'Page where customers can change their plan; by default the plan page of the dashboard.',
    url,
    'an http or https address',
  ),
  passwordMin: integer(
    'PLATEN_PASSWORD_MIN',
    defaultLimits.passwordMin,
    1,
    127,
    'Minimum length of a protect-pdf password.',
  ),
  passwordMax: integer(
    'PLATEN_PASSWORD_MAX',
    defaultLimits.passwordMax,
    1,
    127,
    'Maximum length of a protect-pdf password.',
  ),
  maxPdfPages: integer(
    'PLATEN_MAX_PDF_PAGES',
    defaultLimits.maxPdfPages,
    1,
    1_000_000,
    'Maximum number of pages of a PDF, for tools without a fixed limit in the API.',
  ),
  maxImageBytes: integer(
    'PLATEN_MAX_IMAGE_BYTES',
    defaultLimits.maxImageBytes,
    MiB,
    4096 * MiB,
    'Maximum size of the pdf-to-image archive, in bytes.',
  ),
  jobRowDays: integer(
    'PLATEN_JOB_ROW_DAYS',
    30,
    1,
    3650,
    'Days for which finished jobs are kept in the database; afterwards they are answered 404 instead of 410 or 409.',
  ),
} as const satisfies Record<string, Setting<unknown>>;

export type Config = { readonly [Name in keyof typeof settings]: (typeof settings)[Name]['fallback'] };

/** A setting with an invalid value; the message names the setting and the allowed values. */
export class ConfigError extends Error {}

/** Settings from `env` (and the file that PLATEN_ENV_FILE names, or `.env`; the environment wins). @throws {@link ConfigError} */
export function loadConfig(env: Readonly<Record<string, string | undefined>>, overrides: Partial<Config> = {}): Config {
  const variables: Record<string, string | undefined> = { ...readEnvFile(env['PLATEN_ENV_FILE']), ...env };
  const known = new Set(['PLATEN_ENV_FILE', ...Object.values(settings).map((setting) => setting.env)]);
  const unknown = Object.keys(variables).find((name) => name.startsWith('PLATEN_') && !known.has(name));
  if (unknown !== undefined) {
    const meant = closest(unknown, known);
    throw new ConfigError(
      meant === undefined
        ? `${unknown} is not a setting; docs/configuration.md lists them all.`
        : `${unknown} is not a setting; did you mean ${meant}?`,
    );
  }

  const entries = Object.entries(settings).map(([name, setting]) => {
    const given = variables[setting.env];
    if (given === undefined || given === '') return [name, setting.fallback] as const;
    const value = setting.parse(given);
    if (value === undefined) throw new ConfigError(`${setting.env} is "${given}", but must be ${setting.allowed}.`);
    return [name, value] as const;
  });
  const config = Object.freeze({ ...(Object.fromEntries(entries) as Config), ...overrides });
  if (config.oidcIssuer !== undefined && (config.oidcClientId === undefined || config.oidcClientSecret === undefined))
    throw new ConfigError('PLATEN_OIDC_ISSUER also needs PLATEN_OIDC_CLIENT_ID and PLATEN_OIDC_CLIENT_SECRET.');
  if (config.downloads === 'redirect' && config.files === undefined)
    throw new ConfigError(
      'PLATEN_DOWNLOADS=redirect also needs PLATEN_FILES=s3://…, the bucket that sends the results.',
    );
  if (config.downloads === 'redirect' && config.encrypt === 'on')
    throw new ConfigError('With PLATEN_ENCRYPT=on the service sends results itself: PLATEN_DOWNLOADS must be proxy.');
  checkShared(config);
  return config;
}

/** Whether orders travel through the database to whichever worker is free, and documents through the bucket. */
export const sharesOrders = ({ databaseUrl, files }: Pick<Config, 'databaseUrl' | 'files'>): boolean =>
  databaseUrl !== undefined && files !== undefined;

function checkShared(config: Config): void {
  const { roles: own, secret } = config;
  if (own.length < roleNames.length && !sharesOrders(config))
    throw new ConfigError(
      `PLATEN_ROLES=${own.join(',')} also needs PLATEN_DATABASE_URL, through which orders travel, and PLATEN_FILES=s3://…, through which documents do.`,
    );
  if (sharesOrders(config) && secret === undefined)
    throw new ConfigError(
      'PLATEN_DATABASE_URL with PLATEN_FILES also needs PLATEN_SECRET, the same on every node: passwords in orders are encrypted with it.',
    );
}

function readEnvFile(named: string | undefined): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(named ?? '.env', 'utf8'));
  } catch (error) {
    if (named === undefined) return {};
    throw new ConfigError(`PLATEN_ENV_FILE is "${named}", which cannot be read: ${String(error)}`);
  }
}
