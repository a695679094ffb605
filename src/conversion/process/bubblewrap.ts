// The command line of a sandbox: bubblewrap with nothing but the system's programs and one document's files.
import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { MiB } from '#core/bytes.ts';
import type { Requirement } from './requirement.ts';

export const bubblewrap: Requirement = {
  id: 'bubblewrap',
  program: 'bwrap',
  versions: { args: ['--version'], of: { bubblewrap: { pattern: /bubblewrap (\S+)/, atLeast: '0.8' } } },
  packages: { stable: ['bubblewrap'] },
};

export interface Limits {
  /** The maximum resident bytes of the whole process tree. */
  maxMemoryBytes: number;
  /** The maximum private writable memory of one process (RLIMIT_DATA); absent for programs that reserve far more than they use. */
  maxDataBytes?: number;
  /** The maximum CPU time; Infinity for a host, which lives as long as the service. */
  maxCpuSeconds: number;
  maxFileBytes: number;
  maxOutputBytes: number;
  maxProcesses: number;
  maxOpenFiles: number;
  maxTemporaryBytes: number;
}

export const defaultLimits: Limits = {
  maxMemoryBytes: 2048 * MiB,
  maxCpuSeconds: 120,
  maxFileBytes: 1024 * MiB,
  maxOutputBytes: 1536 * MiB,
  maxProcesses: 128,
  maxOpenFiles: 512,
  maxTemporaryBytes: 1024 * MiB,
};

export interface Mount {
  host: string;
  inside: string;
  writable?: boolean;
}

// The parts of the system that programs read in addition to /usr; missing ones are skipped.
const systemPaths = [
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/etc/alternatives',
  '/etc/libreoffice',
  '/etc/ghostscript',
  '/etc/chromium.d',
  '/etc/paperspecs',
  '/var/cache/fontconfig',
  '/var/lib/ghostscript',
];

/** Programs and filters made at set-up (setup/native.sh). */
export const madeAtSetup = join(import.meta.dirname, '..', '..', '..', '.runtime');

/** The program that sets a nice value, and creates a process group, so that a kill reaches all children (native/launch). */
export const launcher = join(madeAtSetup, 'launch');

/** The program that drops unneeded rights with Landlock, and then starts another program (native/confine). */
export const confiner = { host: join(madeAtSetup, 'confine'), inside: '/confine' };

const linksOfUsr = ['/bin', '/lib', '/lib64', '/sbin'];

/**
 * Returns the arguments that precede a program's own and put it in a sandbox: no network, read-only system, private /tmp,
 * own pid, ipc, mount, uts and user namespace, no capabilities, no way to new namespaces (but for a host), limits.
 *
 * Started as root, the mounts are made with root's rights (the data directory may be closed to every other user),
 * then the process becomes the user `uid`, which exists nowhere else: root itself is exempt from RLIMIT_NPROC.
 */
export function sandboxArguments(options: {
  uid: number;
  asRoot: boolean;
  mounts: readonly Mount[];
  env: Record<string, string>;
  cwd: string;
  limits: Limits;
  /** The family of system calls (native/calls.c); a program that `forks` creates namespaces for its children. */
  calls: 'single' | 'processes' | 'browser' | 'forks';
  makesPipes: boolean;
  /** The file descriptor of the system call filter. */
  filter: number;
}): string[] {
  const { uid, asRoot, limits, calls, makesPipes } = options;
  const mounts: Mount[] = [...options.mounts, confiner];
  const temporary = [
    { inside: '/dev/shm', bytes: 64 * MiB },
    { inside: '/tmp', bytes: limits.maxTemporaryBytes },
  ];
  const writable = [...temporary, ...mounts.filter((mount) => mount.writable === true)].map(({ inside }) => inside);
  const ids = ['--uid', String(uid), '--gid', String(uid)];
  const ownUser = ['--unshare-user', ...(calls === 'forks' ? [] : ['--disable-userns']), ...ids];
  const rights = [...(calls === 'single' ? [] : ['several']), ...(makesPipes ? ['pipes'] : [])];
  return [
    'bwrap',
    ...(asRoot ? ['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID'] : ownUser),
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-net',
    '--unshare-uts',
    '--unshare-cgroup-try',
    '--die-with-parent',
    '--clearenv',
    ...Object.entries(options.env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...systemMounts(),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...temporary.flatMap(({ inside, bytes }) => ['--size', String(bytes), '--perms', '1777', '--tmpfs', inside]),
    ...ancestors(mounts.map(({ inside }) => inside)).flatMap(openFolder),
    ...mounts.flatMap(({ host, inside, writable }) => [writable ? '--bind' : '--ro-bind', host, inside]),
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/',
    ...(asRoot
      ? ['--chdir', '/', ...becomeUser(uid), 'bwrap', ...ownUser, '--die-with-parent', '--dev-bind', '/', '/']
      : []),
    // The folders belong only to the user: root without its rights could not enter them.
    '--chdir',
    options.cwd,
    '--seccomp',
    String(options.filter),
    // Innermost, so that only the processes of this user namespace count.
    ...limitArguments(limits),
    // Landlock forbids mounts: a program that mounts file systems confines its own children (native/forking.c).
    ...(calls === 'forks' ? [] : [confiner.inside, ...rights, ...writable, '--']),
  ];
}

export function limitArguments(limits: Limits): string[] {
  const { maxDataBytes } = limits;
  return [
    'prlimit',
    '--core=0',
    ...(limits.maxCpuSeconds === Infinity ? [] : [`--cpu=${limits.maxCpuSeconds}`]),
    `--fsize=${limits.maxFileBytes}`,
    `--nofile=${limits.maxOpenFiles}`,
    `--nproc=${limits.maxProcesses}`,
    ...(maxDataBytes === undefined ? [] : [`--data=${maxDataBytes}`]),
  ];
}

/** Returns the parent folders of the paths, outermost first; bubblewrap would create them only for its own user. */
function ancestors(paths: readonly string[]): string[] {
  const found = new Set<string>();
  for (const path of paths)
    for (let at = path.indexOf('/', 1); at > 0; at = path.indexOf('/', at + 1)) found.add(path.slice(0, at));
  return [...found].filter((path) => !/^\/(usr|bin|lib|lib64|sbin|dev|proc)(\/|$)|^\/tmp$/.test(path));
}

const openFolder = (path: string): string[] => ['--perms', '0755', '--dir', path];

function becomeUser(uid: number): string[] {
  const id = String(uid);
  return ['setpriv', '--reuid', id, '--regid', id, '--clear-groups', '--no-new-privs', '--inh-caps=-all'];
}

function systemMounts(): string[] {
  const args = ['--ro-bind', '/usr', '/usr'];
  for (const path of linksOfUsr) {
    if (!existsSync(path)) continue;
    if (lstatSync(path).isSymbolicLink()) args.push('--symlink', readlinkSync(path), path);
    else args.push('--ro-bind', path, path);
  }
  const there = systemPaths.filter((path) => existsSync(path));
  args.push(...['/in', ...ancestors(there)].flatMap(openFolder));
  args.push(...there.flatMap((path) => ['--ro-bind', path, path]));
  return args;
}
