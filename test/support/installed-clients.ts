// The clients, installed from a running service by the commands that its pages print.
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { installing, type ClientId } from '#reference/clients/packages.ts';
import { exampleAddress } from '#reference/samples/call.ts';

const execute = promisify(execFile);

/** What each package manager needs to stay within this machine. */
const local = {
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  PIP_NO_INDEX: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  COMPOSER_ALLOW_SUPERUSER: '1',
  COMPOSER_NO_INTERACTION: '1',
};

/** The package managers of this machine, by client. */
const managers: Partial<Record<ClientId, readonly string[]>> = {
  typescript: ['npm', '--version'],
  python: ['/usr/bin/python3', '-m', 'venv', '--help'],
  php: ['composer', '--version'],
};

const works = ([program = '', ...args]: readonly string[]): boolean =>
  spawnSync(program, args, { env: { ...process.env, ...local } }).status === 0;

/** The clients that can be installed here. */
export const installable = (Object.keys(managers) as ClientId[]).filter((id) => works(managers[id] ?? []));

/**
 * Installs clients in `folder` from the service at `url`; returns variables for the programs that use them. Python's dependencies come
 * from the system, Composer's index from the service alone.
 */
export async function installClients(
  folder: string,
  url: string,
  clients: readonly ClientId[] = installable,
): Promise<Record<string, string>> {
  const home = join(folder, '.home');
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'config.json'), '{"repositories":{"packagist.org":false}}');
  const bin = join(folder, '.venv', 'bin');
  const path = `${bin}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  const env = { ...local, PATH: path, HOME: home, COMPOSER_HOME: home, PYTHONDONTWRITEBYTECODE: '1' };
  if (clients.includes('python'))
    await execute('/usr/bin/python3', ['-m', 'venv', '--system-site-packages', '.venv'], { cwd: folder });
  await Promise.all(
    clients.map((id) =>
      execute('sh', ['-euc', installing[id].join('\n').replaceAll(exampleAddress, url)], { cwd: folder, env }),
    ),
  );
  return env;
}
