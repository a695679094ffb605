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

export interface Setting<Value> {
  env: string;
  doc: string;
  /** The value as written in the environment; undefined when there is no default. */
  defaultText: string | undefined;
  allowed: string;
  /** Parses the text; undefined if it is not allowed. */
  parse(text: string): Value | undefined;
  fallback: Value;
  /** Whether the value is never shown. */
  isSecret?: true;
}

type Settings = Readonly<Record<string, Setting<unknown>>>;

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

/** A setting whose value is never shown. */
const hidden = <Value>(setting: Setting<Value>): Setting<Value> => ({ ...setting, isSecret: true });

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
  doc: 'Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: none, the number of proxies in front, or their IP addresses.',
  defaultText: 'off',
  allowed: 'off, a number of proxies, or IP addresses and CIDR ranges separated by commas',
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

/** The role of a node: `api` handles requests, `worker` performs conversions. */
export type RoleName = (typeof roleNames)[number];

const roles: Setting<readonly RoleName[]> = {
  env: 'PLATEN_ROLES',
  doc: 'What this node does: `api` serves the API and the dashboard, opens no document and needs no engine; `worker` converts, and serves only probes and metrics. A node with a single role needs PLATEN_DATABASE_URL, PLATEN_FILES and PLATEN_SECRET.',
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
  env: 'PLATEN_VISITOR_CONVERSIONS_PER_DAY',
  doc: 'Conversions per day per IP address on the front page, without an account; `off` allows none. By default unlimited while only this machine can reach the service (it listens on loopback, with neither PLATEN_PUBLIC_URL nor PLATEN_TRUST_PROXY), otherwise `off`. The file limits are those of the operator’s plan on a local service (200 MB, 20 files to merge), otherwise those of the plan for new accounts.',
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

const network = {
  host: text('PLATEN_HOST', '127.0.0.1', 'IP address to listen on; 0.0.0.0 for all.'),
  port: integer('PLATEN_PORT', 8080, 0, 65_535, 'TCP port of the service; 0 picks a free one.'),
  publicUrl: text(
    'PLATEN_PUBLIC_URL',
    undefined,
    'Public URL of the service, used in all absolute links. Defaults to the address it listens on.',
    url,
    'an http or https URL',
  ),
  hosts: list(
    'PLATEN_HOSTS',
    'Host names besides that of PLATEN_PUBLIC_URL that the service accepts. If PLATEN_PUBLIC_URL is set, requests to other host names are refused, except for IP addresses and names without a dot.',
    /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    'names in lower case, separated by commas',
  ),
  trustProxy,
  corsOrigins: list(
    'PLATEN_CORS_ORIGINS',
    'Origins whose pages can call the API from a browser.',
    /^(\*|https?:\/\/[^\s,/]+)$/,
    '* or origins separated by commas',
  ),
  maxConnections: integer(
    'PLATEN_MAX_CONNECTIONS',
    4096,
    1,
    1_000_000,
    'Maximum number of open connections. At the maximum, idle connections are closed for new ones; if none is idle, only probes get a response.',
  ),
  connectionsPerAddress: integer(
    'PLATEN_MAX_CONNECTIONS_PER_IP',
    64,
    0,
    100_000,
    'Maximum number of connections and of concurrent requests from one IP address (for IPv6, its /64 network); further requests get 503. Behind a proxy named in PLATEN_TRUST_PROXY, requests count for the client address that it forwards, and its own connections do not count. 127.0.0.1 and ::1 do not count. A client server that runs more conversions at once (see PLATEN_MAX_RUNNING_PER_ACCOUNT) needs a higher limit. 0: unlimited.',
  ),
} as const satisfies Settings;

const storage = {
  data: text('PLATEN_DATA', join(rootFolder, 'data'), 'Folder for the database, files and workspaces.'),
  databaseUrl: hidden(
    text(
      'PLATEN_DATABASE_URL',
      undefined,
      'PostgreSQL database (15 or later) that several nodes can share. By default a SQLite database in the data folder.',
      /^postgres(ql)?:\/\/\S+$/,
      'postgres://user:password@host:port/name',
    ),
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
    'How clients download results from a bucket: through the service (`proxy`), or from the bucket at a URL that is valid for five minutes (`redirect`). For `redirect`, clients must be able to reach the bucket and follow redirects; ZIP archives of the dashboard always come from the service.',
  ),
  encrypt: oneOf(
    'PLATEN_ENCRYPT',
    ['on', 'off'],
    'off',
    'Encrypt stored inputs, results and previews: AES-256-GCM, with one key per file, which is encrypted with PLATEN_SECRET and deleted with the file. During a conversion, files are in the data folder unencrypted. Existing files stay readable either way.',
  ),
  minFreeBytes: integer(
    'PLATEN_MIN_FREE_BYTES',
    2048 * MiB,
    0,
    Number.MAX_SAFE_INTEGER,
    'Minimum free disk space in bytes; below it, uploads get 503.',
  ),
  jobRowDays: integer(
    'PLATEN_JOB_RETENTION_DAYS',
    30,
    1,
    3650,
    'Days that finished jobs stay in the database; afterwards they are 404 instead of 410 or 409.',
  ),
  requestDays: integer(
    'PLATEN_REQUEST_RETENTION_DAYS',
    7,
    0,
    30,
    'Days that the dashboard lists the API calls of an account (method, path, status, code, duration and key; at most 250 per half second and 10,000 per account); 0 turns the list off.',
  ),
} as const satisfies Settings;

const nodes = {
  roles,
  logLevel: oneOf('PLATEN_LOG_LEVEL', logLevels, 'info', 'Log level.'),
  metricsToken: hidden(
    text(
      'PLATEN_METRICS_TOKEN',
      undefined,
      'Bearer token for GET /metrics; without it, only the same machine can read the metrics.',
      /^\S{8,}$/,
      'at least 8 characters without spaces',
    ),
  ),
  tracesEndpoint: text(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    undefined,
    'URL to send traces to (OTLP over HTTP with JSON); no traces by default. Other variables of the exporter (OTEL_EXPORTER_OTLP_HEADERS, …_TIMEOUT, …_CERTIFICATE) apply too.',
    url,
    'an http or https URL',
  ),
  serviceName: text('OTEL_SERVICE_NAME', 'platen', 'Name of this service in traces.'),
  shutdownGraceMs: integer(
    'PLATEN_SHUTDOWN_GRACE_MS',
    30_000,
    0,
    hourMs,
    'Time that running conversions have to finish after SIGTERM.',
  ),
} as const satisfies Settings;

const conversions = {
  concurrency: integer(
    'PLATEN_CONCURRENCY',
    availableParallelism(),
    1,
    1024,
    'Maximum number of concurrent conversions. While others wait, one that takes far longer than is typical for its tool frees its slot and continues beside the others (two, if the maximum is four or more). On a single node, one more conversion by a short tool (rotate, extract, merge, protect, unlock) can run.',
  ),
  warmProcesses: integer(
    'PLATEN_WARM_PROCESSES',
    availableParallelism(),
    0,
    256,
    'Prewarmed processes per engine; half as many of the large ones (LibreOffice, and the processes that read one image or write one Word document). docs/deployment.md, Sizing, has their memory. 0 starts processes on demand.',
  ),
  queueSize: integer(
    'PLATEN_QUEUE_SIZE',
    100,
    0,
    100_000,
    'Maximum number of queued conversions; further ones get 503.',
  ),
  queueWaitMs: integer(
    'PLATEN_QUEUE_WAIT_MS',
    30_000,
    1,
    hourMs,
    'Maximum time in the queue; then the request fails with 503.',
  ),
  conversionTimeoutMs: integer(
    'PLATEN_CONVERSION_TIMEOUT_MS',
    90_000,
    1,
    hourMs,
    'Time limit of a conversion, from the complete upload, including the time in the queue.',
  ),
  asyncTimeoutMs: integer(
    'PLATEN_ASYNC_TIMEOUT_MS',
    600_000,
    1,
    24 * hourMs,
    'Time limit of an asynchronous conversion, from its start. Its engines have proportionally longer limits than with PLATEN_CONVERSION_TIMEOUT_MS.',
  ),
  officeTimeoutMs: integer(
    'PLATEN_OFFICE_TIMEOUT_MS',
    60_000,
    1,
    hourMs,
    'Time limit of LibreOffice for one document, plus 15 s per MiB, within the time limit of the conversion.',
  ),
  extensions: oneOf(
    'PLATEN_EXTENSIONS',
    ['on', 'off'],
    'off',
    '`on` serves the tools beyond the API specification (output as Markdown, JSON and Excel; input as HTML and Markdown), and lists the form fields beyond it in GET /v1/tools (`extension_fields`). These fields always work; with `off`, these tools are 404.',
  ),
  fonts: text(
    'PLATEN_FONTS',
    undefined,
    'Folder with additional fonts, readable by every user of the machine. New fonts are loaded at the next start.',
    /^\/(?!(tmp|proc|dev|out|in)(\/|$))/,
    'an absolute path, not below /tmp',
  ),
  paper: oneOf(
    'PLATEN_PAPER',
    papers,
    'a4',
    'Paper size of office documents and PostScript files that do not specify one. System settings (/etc/papersize, paperconf, the locale) have no effect.',
  ),
} as const satisfies Settings;

const isolation = {
  sandbox: oneOf(
    'PLATEN_SANDBOX',
    ['on', 'off'],
    'on',
    '`off` converts documents without isolation, for systems whose kernel does not allow it. Use it only for documents you trust.',
  ),
  cgroup: text(
    'PLATEN_CGROUP',
    undefined,
    'A writable cgroup (version 2) without processes, such as one that systemd delegates. Each program that is started for a document then runs in a separate cgroup, in which the kernel limits its memory and processes. The limits of single processes and the watchdog still apply; processes that are forked for a document (LibreOffice, PDF tools) have only those.',
    /^\/\S+$/,
    'an absolute path',
  ),
} as const satisfies Settings;

const limits = {
  convertRate: integer(
    'PLATEN_CONVERT_RATE_PER_MINUTE',
    20,
    0,
    1_000_000,
    'Conversions per minute per API key. 0: unlimited.',
  ),
  ipRate: integer(
    'PLATEN_IP_RATE_PER_MINUTE',
    300,
    0,
    1_000_000,
    'Other requests per minute per IP address. 0: unlimited.',
  ),
  engineSecondsPerHour: integer(
    'PLATEN_ENGINE_SECONDS_PER_HOUR',
    1800,
    0,
    1_000_000,
    'Processing time in seconds that an account can use per hour while others wait, for counted and uncounted conversions; visitors from one IP address have a sixth of it. 0: unlimited.',
  ),
  maxUploads: integer(
    'PLATEN_MAX_UPLOADS',
    32,
    1,
    10_000,
    'Maximum number of concurrent uploads; further ones get 503.',
  ),
  maxUploadsPerAccount: integer(
    'PLATEN_MAX_UPLOADS_PER_ACCOUNT',
    8,
    1,
    10_000,
    'Maximum number of concurrent uploads per account; further ones get 503.',
  ),
  maxRunningPerAccount: integer(
    'PLATEN_MAX_RUNNING_PER_ACCOUNT',
    100,
    0,
    100_000,
    'Maximum number of queued and running conversions per account, across all nodes; further ones get 503. 0: unlimited.',
  ),
  maxAsyncPerAccount: integer(
    'PLATEN_MAX_ASYNC_PER_ACCOUNT',
    10_000,
    0,
    1_000_000,
    'Maximum number of queued and running asynchronous jobs per account; further ones get 503. 0: unlimited.',
  ),
  maxStoredBytesPerAccount: integer(
    'PLATEN_MAX_STORED_BYTES_PER_ACCOUNT',
    20_480 * MiB,
    0,
    Number.MAX_SAFE_INTEGER,
    'Maximum size in bytes of the stored results, shared copies and inputs of asynchronous jobs per account; at the maximum, conversions get 429. 0: unlimited.',
  ),
  maxRetainedBytesPerAccount: integer(
    'PLATEN_MAX_RETAINED_BYTES_PER_ACCOUNT',
    4_096 * MiB,
    0,
    Number.MAX_SAFE_INTEGER,
    'Maximum size in bytes of the stored inputs of failed conversions and the unfinished uploads per account; above it, the oldest are deleted early. Never more than PLATEN_MAX_STORED_BYTES_PER_ACCOUNT. 0: unlimited.',
  ),
} as const satisfies Settings;

const documents = {
  maxPdfPages: integer(
    'PLATEN_MAX_PDF_PAGES',
    defaultLimits.maxPdfPages,
    1,
    1_000_000,
    'Maximum number of pages of a PDF, for tools without a fixed limit in the API.',
  ),
  maxOcrPages: integer(
    'PLATEN_MAX_OCR_PAGES',
    defaultLimits.maxOcrPages,
    1,
    100_000,
    'Maximum number of pages whose text is recognised in one conversion.',
  ),
  ocrTimeoutMs: integer(
    'PLATEN_OCR_TIMEOUT_MS',
    defaultLimits.ocrTimeoutMs,
    1,
    hourMs,
    'Time limit of a conversion that recognises text, where it is longer than the limit of other conversions.',
  ),
  ocrPageTimeoutMs: integer(
    'PLATEN_OCR_PAGE_TIMEOUT_MS',
    defaultLimits.ocrPageTimeoutMs,
    1,
    hourMs,
    'Time limit for recognising one page. A page that takes longer is left unchanged, and a warning names it.',
  ),
  maxImageBytes: integer(
    'PLATEN_MAX_IMAGE_BYTES',
    defaultLimits.maxImageBytes,
    MiB,
    4096 * MiB,
    'Maximum size of the pdf-to-image archive, in bytes.',
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
} as const satisfies Settings;

const outbound = {
  webhookAllow: list(
    'PLATEN_WEBHOOK_ALLOW',
    'CIDR ranges whose IP addresses webhooks can use on any port, such as 10.0.0.0/8. By default only public IP addresses on ports 80 and 443.',
    /^[0-9a-f.:]+\/\d{1,3}$/i,
    'CIDR ranges separated by commas',
  ),
  fetchesInputs: oneOf(
    'PLATEN_FETCH_FILE_URLS',
    ['on', 'off'],
    'off',
    '`on` accepts the form field `file_url`: the service fetches the input from this URL. Only public IP addresses on ports 80 and 443 and those of PLATEN_WEBHOOK_ALLOW are called.',
  ),
} as const satisfies Settings;

const accounts = {
  dashboard: oneOf('PLATEN_DASHBOARD', ['on', 'off'], 'on', 'Serve the web dashboard at /dashboard.'),
  secret: hidden(
    text(
      'PLATEN_SECRET',
      undefined,
      'Secret that signs sessions and links; the same on all nodes. By default generated at the first start and stored in the data folder.',
      /^\S{32,}$/,
      'at least 32 characters without spaces',
    ),
  ),
  previousSecret: hidden(
    text(
      'PLATEN_PREVIOUS_SECRET',
      undefined,
      'The previous PLATEN_SECRET, still accepted while a new one is rolled out. Sessions need it for a week, webhook deliveries for 30 days, unsubscribe links for a year, files stored with PLATEN_ENCRYPT=on for as long as the longest share link, and records of used trial credits always. Webhook secrets are re-encrypted with the new secret at the start. With several nodes, first set the new secret here on all of them, then swap the two.',
      /^\S{32,}$/,
      'at least 32 characters without spaces',
    ),
  ),
  keyPrefix: text(
    'PLATEN_KEY_PREFIX',
    'platen_live_',
    'Prefix of new API keys.',
    /^[A-Za-z0-9_]{1,24}$/,
    'letters, digits and _ (at most 24)',
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
    'Whether signing in creates an account for new users. If `closed`, create accounts with ./platen account create.',
  ),
  signUpDomains: list(
    'PLATEN_SIGNUP_DOMAINS',
    'E-mail domains that can sign up; by default all.',
    /^[a-z0-9-]+(\.[a-z0-9-]+)+$/,
    'domains in lower case, separated by commas',
  ),
  smtpUrl: hidden(
    text(
      'PLATEN_SMTP_URL',
      undefined,
      'Mail server. Without one, e-mails are written to the log and to outbox/ in the data folder.',
      /^smtps?:\/\/\S+$/,
      'smtp://user:password@host:587 or smtps://…',
    ),
  ),
  mailFrom: text('PLATEN_MAIL_FROM', 'Platen <platen@localhost>', 'Sender of e-mails.', /@/, 'an e-mail address'),
  oidcIssuer: text(
    'PLATEN_OIDC_ISSUER',
    undefined,
    'Issuer URL of an identity provider (OpenID Connect) to offer on the sign-in page.',
    url,
    'an http or https URL',
  ),
  oidcClientId: text('PLATEN_OIDC_CLIENT_ID', undefined, 'Client ID at the identity provider.'),
  oidcClientSecret: hidden(text('PLATEN_OIDC_CLIENT_SECRET', undefined, 'Client secret at the identity provider.')),
  oidcTrustAddresses: oneOf(
    'PLATEN_OIDC_TRUST_EMAILS',
    ['on', 'off'],
    'off',
    '`on` trusts the e-mail addresses of a provider that does not send the claim email_verified.',
  ),
  oidcName: text('PLATEN_OIDC_NAME', 'single sign-on', 'Name of the identity provider on the sign-in page.'),
  plansFile: text('PLATEN_PLANS_FILE', undefined, 'JSON file with plans that replace the built-in ones.'),
  upgradeUrl: text(
    'PLATEN_UPGRADE_URL',
    undefined,
    'Page where customers can change their plan; by default the plan page of the dashboard.',
    url,
    'an http or https URL',
  ),
} as const satisfies Settings;

const client = {
  serviceUrl: text(
    'PLATEN_URL',
    undefined,
    'URL of a Platen server that `./platen convert` and `./platen mcp` use; without it, they convert on this machine.',
    url,
    'an http or https URL',
  ),
  serviceKey: hidden(text('PLATEN_API_KEY', undefined, 'API key for the server at PLATEN_URL.')),
  password: hidden(
    text('PLATEN_PASSWORD', undefined, 'Default password for `./platen convert`, to open or to protect PDFs.'),
  ),
} as const satisfies Settings;

/** All settings, by topic: their order in docs/configuration.md. */
export const topics = {
  'Addresses and proxies': network,
  'Data, database and files': storage,
  'Nodes and operation': nodes,
  Conversions: conversions,
  Isolation: isolation,
  'Limits per account, key and address': limits,
  'Limits of documents': documents,
  'Webhooks and files by URL': outbound,
  'Accounts, sign-in and e-mail': accounts,
  'The command line as a client': client,
} as const;

export const settings = {
  ...network,
  ...storage,
  ...nodes,
  ...conversions,
  ...isolation,
  ...limits,
  ...documents,
  ...outbound,
  ...accounts,
  ...client,
};

/** The names of earlier versions that still work for one release. */
const formerNames: Readonly<Record<string, string>> = {
  PLATEN_SECRET_BEFORE: 'PLATEN_PREVIOUS_SECRET',
  PLATEN_TRY: 'PLATEN_VISITOR_CONVERSIONS_PER_DAY',
  PLATEN_CONNECTIONS_PER_ADDRESS: 'PLATEN_MAX_CONNECTIONS_PER_IP',
  PLATEN_OIDC_TRUST_ADDRESSES: 'PLATEN_OIDC_TRUST_EMAILS',
  PLATEN_ASYNC_TIMEOUT: 'PLATEN_ASYNC_TIMEOUT_MS',
  PLATEN_FETCH: 'PLATEN_FETCH_FILE_URLS',
  PLATEN_JOB_ROW_DAYS: 'PLATEN_JOB_RETENTION_DAYS',
  PLATEN_REQUEST_DAYS: 'PLATEN_REQUEST_RETENTION_DAYS',
};

export type Config = { readonly [Name in keyof typeof settings]: (typeof settings)[Name]['fallback'] };

/** The effective settings of the service, as text; those of the command line as a client are left out. */
export const effectiveSettings = (config: Config) =>
  Object.entries<Setting<unknown>>(settings)
    .filter(([name]) => !(name in client))
    .map(([name, { env, fallback, defaultText, isSecret = false }]) => {
      const value = config[name as keyof Config];
      return {
        env,
        value: isSecret ? null : asText(value),
        default: defaultText ?? null,
        isDefault: asText(value) === asText(fallback as Config[keyof Config]),
        isSecret,
      };
    });

/** Returns a value roughly as it is written; null if there is none. */
function asText(value: Config[keyof Config]): string | null {
  if (value === undefined) return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.join(',');
  if (typeof value !== 'object') return value === false ? 'off' : String(value);
  const { name, prefix, endpoint = '' } = value as Bucket;
  return `s3://${name}/${prefix} ${endpoint}`.trim();
}

type Environment = Readonly<Record<string, string | undefined>>;

/** A setting with an invalid value; the message names the setting and the allowed values. */
export class ConfigError extends Error {}

/** Settings from `env` (and the file that PLATEN_ENV_FILE names, or `.env`; the environment wins). @throws {@link ConfigError} */
export function loadConfig(env: Environment, overrides: Partial<Config> = {}): Config {
  const variables = variablesOf(env);
  const known = new Set(['PLATEN_ENV_FILE', ...all.map((setting) => setting.env)]);
  const unknown = Object.keys(variables).find(
    (name) => name.startsWith('PLATEN_') && !known.has(name) && !(name in formerNames),
  );
  if (unknown !== undefined) {
    const meant = closest(unknown, known);
    throw new ConfigError(
      meant === undefined
        ? `${unknown} is not a setting; docs/configuration.md lists them all.`
        : `${unknown} is not a setting; did you mean ${meant}?`,
    );
  }

  const entries = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const written = variables[setting.env] ?? variables[formerNameOf(setting)];
    if (written === undefined || written === '') return [name, setting.fallback] as const;
    const value = setting.parse(written);
    if (value === undefined) throw new ConfigError(`${setting.env} is "${written}", but must be ${setting.allowed}.`);
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

/** Returns whether orders travel through the database to any free worker, and documents through the bucket. */
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

const all: readonly Setting<unknown>[] = Object.values(settings);
const formerNameOf = ({ env }: Setting<unknown>): string =>
  Object.keys(formerNames).find((name) => formerNames[name] === env) ?? env;

/** Returns a warning for each setting that is set by a former name. */
export function formerNameWarnings(env: Environment): string[] {
  const variables = variablesOf(env);
  return Object.entries(formerNames)
    .filter(([former]) => variables[former] !== undefined)
    .map(([former, name]) => `${former} is now ${name}; the old name stops working in the next release`);
}

const variablesOf = (env: Environment): Environment => ({ ...readEnvFile(env['PLATEN_ENV_FILE']), ...env });

function readEnvFile(named: string | undefined): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(named ?? '.env', 'utf8'));
  } catch (error) {
    if (named === undefined) return {};
    throw new ConfigError(`PLATEN_ENV_FILE is "${named}", which cannot be read: ${String(error)}`);
  }
}
