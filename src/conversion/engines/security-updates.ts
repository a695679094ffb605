// Security updates for the packages of the engines, from apt's lists.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { enginePackages } from './requirements.ts';

const execute = promisify(execFile);

export interface SecurityUpdate {
  package: string;
  installed: string;
  fixed: string;
}

/** Returns the engines' packages and dependencies with a newer version in a security archive; empty without apt's lists. */
export async function securityUpdates(): Promise<SecurityUpdate[]> {
  const kinds = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'].map((kind) => `--no-${kind}`);
  const [simulated, depends] = await Promise.all([
    outputOf('apt-get', ['--simulate', '-o', 'Debug::NoLocking=1', 'upgrade']),
    outputOf('apt-cache', ['depends', '--recurse', '--installed', ...kinds, ...enginePackages]),
  ]);
  const needed = new Set(depends.split('\n'));
  return updatesIn(simulated).filter(({ package: name }) => needed.has(name));
}

const outputOf = (program: string, args: readonly string[]): Promise<string> =>
  execute(program, args, { env: { ...process.env, LC_ALL: 'C' }, maxBuffer: 16 << 20 }).then(
    ({ stdout }) => stdout,
    () => '',
  );

/** Reads lines such as `Inst libgs10 [10.0-1] (10.0-2 Debian-Security:12/stable-security [amd64])`. */
export const updatesIn = (simulated: string): SecurityUpdate[] =>
  simulated
    .matchAll(/^Inst (\S+) \[([^\]]+)\] \((\S+) [^)]*[Ss]ecurity/gm)
    .map(([, name = '', installed = '', fixed = '']) => ({ package: name, installed, fixed }))
    .toArray();
