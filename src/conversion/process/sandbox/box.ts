// The parts of every sandbox: its user's output folder, a home, mounts, limits and an environment, and the resulting command
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

/** A program's options for its sandbox. */
export interface BoxOptions {
  /** Read-only paths that stay where they are, such as a program's own code. */
  alsoRead?: readonly Readable[] | undefined;
  /** A folder whose private, writable copy becomes the program's home (`/home/user`). */
  home?: string | undefined;
  env?: Record<string, string> | undefined;
  limits?: Partial<Limits> | undefined;
  /** The family of allowed system calls (native/calls.c); the default `single` cannot start other processes. */
  calls?: 'single' | 'processes' | 'browser' | undefined;
  /** Whether the program creates named pipes for a process in another sandbox. */
  makesPipes?: boolean | undefined;
  /** Whether the program may create namespaces for its children; if so, it opens no document itself. */
  mayNest?: boolean | undefined;
}

/** The paths at which a program finds its folders. */
export interface Folders {
  /** The folder of documents, which the program reads. */
  inbox: string;
  /** The folder that the program may write. */
  root: string;
  home: string;
  /** Whether the program runs without isolation. */
  isOutside: boolean;
}

export interface Box {
  /** The folder that the program may write, as seen from outside. */
  out: string;
  folders: Folders;
  limits: Limits;
  /** Returns the whole command line of the program, and its start options. */
  command(program: string, args: readonly string[]): { argv: string[]; start: Omit<StartOptions, 'nice'> };
}

/** Fonts in addition to the system's. */
export interface SandboxFonts {
  /** Paths that every sandbox reads. */
  paths: readonly string[];
  env: Record<string, string>;
}

/** The owner of a sandbox: its writable files belong to `owner`, or to ourselves when that is null. */
export interface Identity {
  uid: number;
  owner: number | null;
  /** Whether the program starts with root's rights, which the sandbox then drops. */
  asRoot: boolean;
  /** Whether the operator has turned off the sandbox. */
  isOutside: boolean;
  fonts: SandboxFonts | undefined;
}

/** An environment without the host's variables, whose language and time zone would show in results. */
const plainEnvironment = {
  PATH: '/usr/bin:/usr/local/bin',
  HOME: '/tmp',
  TMPDIR: '/tmp',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
};
const [insideInbox, insideOut, insideHome] = ['/in', '/out', '/home/user'];

/** Prepares a sandbox in our empty folder `own`, with its documents in `inbox`. */
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
