// ./platen serve: the whole service in one process.
import { formerNameWarnings, loadConfig, type Config } from '#config';
import { createLog, type Log } from '#core/log.ts';
import { checkIsolation } from '#conversion/process/isolation-check.ts';
import { goFirst } from '#conversion/process/priority.ts';
import { makePrivate } from '#service/files/private.ts';
import type { Running } from '../main.ts';
import { welcome } from './first-start.ts';
import { dataOption, ending, whole, type Define } from './command.ts';

export const serve: Define = (command) => {
  command
    .option('--port <port>', 'port to listen on (PLATEN_PORT)', whole('--port', { max: 65_535 }))
    .option('--host <host>', 'address to listen on (PLATEN_HOST)')
    .addOption(dataOption())
    .action(ending(run));
};

async function run(values: Partial<Pick<Config, 'port' | 'host' | 'data'>>): Promise<void> {
  makePrivate();
  const config = loadConfig(process.env, values);
  const log = createLog(config.logLevel);
  for (const warning of formerNameWarnings(process.env)) log.warn(warning);
  if (config.roles.includes('worker')) await requireIsolation(config);

  // Loaded here because the other commands do not need it.
  const { start } = await import('../main.ts');
  goFirst();
  const running = await start(config, log);
  await warn(running, config, log);
  process.stdout.write(`${greeting(running, config).join('\n')}\n`);
  if (config.roles.includes('api')) await welcome(running, config);

  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name));
  });
  log.info({ signal }, 'stopping: running conversions may finish, new ones are refused');
  await running.stop();
  // There is nothing left to do, so an open connection must not keep the process alive.
  setTimeout(() => process.exit(0), 500).unref();
}

/** The startup lines: the node's role and address. */
function greeting({ address, service }: Running, config: Config): string[] {
  const { data, concurrency, roles } = config;
  const conversions = roles.includes('worker') ? `, ${concurrency} conversions at a time` : '';
  const warning =
    config.sandbox === 'off' ? ['WARNING: PLATEN_SANDBOX=off: documents are converted without isolation.'] : [];
  if (!roles.includes('api'))
    return [
      `Platen works for other nodes  (data in ${data}${conversions})`,
      `Probes and metrics: ${address}/health, /ready and /metrics`,
      ...warning,
    ];
  return [
    `Platen listens on ${address}  (data in ${data}${conversions})`,
    ...(config.dashboard === 'on'
      ? [`In a browser: ${service.publicUrl()} (dashboard: /dashboard, API reference: /docs)`]
      : [`API reference: ${address}/docs`]),
    ...(config.smtpUrl === undefined
      ? [`No mail server is set (PLATEN_SMTP_URL): mails are written to the log and to ${data}/outbox.`]
      : []),
    ...warning,
  ];
}

/** Warns about settings that are allowed but may be surprising. */
async function warn({ service }: Running, config: Config, log: Log): Promise<void> {
  const missing = await service.missingPrograms();
  if (missing.length > 0)
    log.warn(`programs are missing, and conversions will fail: ${missing.join(', ')}; run ./platen setup`);
  if (config.sandbox === 'off') log.warn('PLATEN_SANDBOX=off: documents are converted without isolation');
  if (!config.roles.includes('api')) return;
  if (config.publicUrl === undefined && ['0.0.0.0', '::'].includes(config.host))
    log.warn('PLATEN_PUBLIC_URL is not set: links in mails lead to the listening address, which others cannot reach');
  if (config.dashboard === 'on' && new URL(service.publicUrl()).pathname !== '/')
    log.warn('PLATEN_PUBLIC_URL has a path: the dashboard needs a host name of its own');
  if (config.databaseUrl !== undefined && config.secret === undefined)
    log.warn('PLATEN_SECRET is not set: sessions and links of this node are not valid on other nodes');
}

/** @throws when the kernel forbids the sandbox and the operator has not allowed to go without */
async function requireIsolation({ sandbox }: Config): Promise<void> {
  if (sandbox === 'off') return;
  const result = await checkIsolation();
  if (result.ok) return;
  throw new Error(
    `documents cannot be isolated on this machine: ${result.problem}\n` +
      'In Docker, start the container with  --security-opt seccomp=deploy/seccomp.json --security-opt apparmor=unconfined --security-opt systempaths=unconfined\n' +
      'To run without isolation anyway (only for documents you trust), set PLATEN_SANDBOX=off.',
  );
}
