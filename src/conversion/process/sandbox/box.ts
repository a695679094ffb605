// The parts of every sandbox: an output folder of its user, a home, mounts, limits and an environment; and the resulting command
// line.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  confiner,
  defaultLimits,
  launcher,
  limitArguments,
  madeAtSetup,
  sandboxArguments,
  type Limits,
  type Mount,
} from '../bubblewrap.ts';
import { firstFile, type StartOptions } from '../program.ts';
import { copyFor, makeFolderFor } from '../scratch.ts';

/** A read-only path that stays where it is, such as a program's own code; or one that depends on the sandbox's user. */
export type Readable = string | ((uid: number) => Mount);

/** The options of a program for its sandbox. */
export interface BoxOptions {
  /** Read-only paths that stay where they are, such as a program's own code. */
  alsoRead?: readonly Readable[] | undefined;
  /** A folder of which the program gets a private, writable copy as its home (`/home/user`). */
  home?: string | undefined;
  env?: Record<string, string> | undefined;
  limits?: Partial<Limits> | undefined;
  /** The family of system calls that it may make (native/calls.c); the default `single` starts no other process. */
  calls?: 'single' | 'processes' | 'browser' | undefined;
  /** It makes pipes with names, for a process of another sandbox. */
  makesPipes?: boolean | undefined;
  /** It may make namespaces for its children; then it opens no document itself. */
  mayNest?: boolean | undefined;
}

/** The paths at which a program finds its folders. */
export interface Folders {
  /** The one of its documents, which it reads. */
  inbox: string;
  /** The one that it may write. */
  root: string;
  home: string;
  /** Nothing isolates it. */
  isOutside: boolean;
}

export interface Box {
  /** The folder that the program may write, from outside. */
  out: string;
  folders: Folders;
  limits: Limits;
  /** The whole command line of the program, and the options to start it with. */
  command(program: string, args: readonly string[]): { argv: string[]; start: Omit<StartOptions, 'nice'> };
}

/** Fonts besides those of the system. */
export interface SandboxFonts {
  /** Paths that every sandbox reads. */
  paths: readonly string[];
  env: Record<string, string>;
}

/** The owner of a sandbox: its writable files belong to `owner`, or to ourselves when that is null. */
export interface Identity {
  uid: number;
  owner: number | null;
  /** Started with root's rights, which the sandbox then drops. */
  asRoot: boolean;
  /** There is no sandbox, because the operator has turned it off. */
  isOutside: boolean;
  fonts: SandboxFonts | undefined;
}

/** Nothing of the host's: its language and time zone would show in results. */
const plainEnvironment = {
  PATH: '/usr/bin:/usr/local/bin',
  HOME: '/tmp',
  TMPDIR: '/tmp',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
};
const [insideInbox, insideOut, insideHome] = ['/in', '/out', '/home/user'];

/** Prepares a sandbox in `own`, an empty folder of ours; `inbox` has its documents. */
export async function prepareBox(
  { inbox, own }: { inbox: string; own: string },
  { uid, owner, asRoot, isOutside, fonts }: Identity,
  options: BoxOptions,
): Promise<Box> {
  const [out, home] = [join(own, 'out'), join(own, 'home')];
  const hasHome = options.home !== undefined;
  await makeFolderFor(out, owner);
  if (options.home !== undefined) await copyFor(options.home, home, owner);

  const mounts: Mount[] = [
    ...(options.alsoRead ?? []).map((path) => (typeof path === 'string' ? { host: path, inside: path } : path(uid))),
    ...(fonts?.paths ?? []).map((path) => ({ host: path, inside: path })),
    { host: inbox, inside: insideInbox },
    { host: out, inside: insideOut, writable: true },
    ...(hasHome ? [{ host: home, inside: insideHome, writable: true }] : []),
  ];
  const limits = { ...defaultLimits, ...options.limits };
  const env = {
    ...plainEnvironment,
    ...fonts?.env,
    ...(hasHome ? { HOME: insideHome } : {}),
    ...options.env,
    // Paths that are mounted elsewhere in a sandbox do not exist without one.
    ...(isOutside ? { HOME: hasHome ? home : own, TMPDIR: own, NODE_COMPILE_CACHE: '' } : {}),
  };
  const { makesPipes = false } = options;
  const calls = options.mayNest === true ? 'forks' : (options.calls ?? 'single');
  const filter = join(madeAtSetup, 'filters', `${calls}.bpf`);
  const parts = isOutside ? [launcher] : [launcher, filter, confiner.host];
  if (!parts.every((part) => existsSync(part)))
    throw new Error('Parts of the sandbox are missing: ./platen setup makes them.');
  const before = isOutside
    ? limitArguments({ ...limits, maxProcesses: 4096 })
    : sandboxArguments({ uid, asRoot, mounts, env, cwd: insideOut, limits, calls, makesPipes, filter: firstFile });
  return {
    out,
    folders: isOutside
      ? { inbox, root: out, home, isOutside }
      : { inbox: insideInbox, root: insideOut, home: insideHome, isOutside },
    limits,
    command: (program, args) => ({
      argv: [...before, program, ...args],
      start: isOutside ? { env, cwd: out } : { env: { PATH: env.PATH }, cwd: '/', files: [filter] },
    }),
  };
}
