// The supervisor of a program that forks a child for every document (native/forking.h): keeps the program running, has
// children waiting, hands them out, and ends them.
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Limits } from './bubblewrap.ts';
import { lineReader } from './lines.ts';
import type { Host, Readable, Sandbox } from './sandbox.ts';

/** What is to be told of a program that forks. */
export interface ForksStatus {
  /** `warm` when documents find a process that is ready for them; `cold` when one is started for each. */
  mode: 'starting' | 'warm' | 'cold';
  /** Why it is `cold`. */
  problem?: string;
  /** Children that wait for a document. */
  ready: number;
  /** Children that have one. */
  busy: number;
  /** Children started, since the service was. */
  spawned: number;
  /** Children that were ended before they were done: out of time, over a limit, or not wanted any more. */
  killed: number;
}

export interface ForkingProgram {
  program: string;
  /** Its words, once it is known where it finds its folders, and whether anything isolates it. */
  args: (places: { root: string; home: string; isOutside: boolean }) => string[] | Promise<string[]>;
  alsoRead: readonly Readable[];
  /** A folder of which it gets a private copy as its home. */
  home?: string;
  env?: Record<string, string>;
  limits: Partial<Limits>;
}

export interface ForksOptions {
  /** Children that are kept waiting. */
  size: number;
  /** Children are made ahead after this much quiet: where they prepare themselves that would slow documents. */
  quietMs: number;
  /** Told in a sentence when the program has ended, and each document has to start its own. */
  warn: (problem: string) => void;
}

/** There is no child for this document: its program is to be started for it. */
export class NoChild extends Error {}

/** A process for one job; disposing it ends the process and removes its folder. */
export interface Child {
  /** The folder that the child has for its files, from outside. */
  readonly folder: string;
  /** Puts a copy of a file into its folder. */
  copyIn(file: string, name: string): Promise<void>;
  /** A line of tab-separated fields to it: a word, then what belongs to it. */
  say(word: string, ...fields: string[]): void;
  /** Takes every line that it says from now on. */
  listen(onLine: (fields: string[]) => void): void;
  /** Resolves with how it ended; `hasBegun` tells whether it could take a document before that. */
  readonly ended: Promise<{ how: string; hasBegun: boolean }>;
  /** Counts it as ended before it was done. */
  countKilled(): void;
  /** Ends it; it is gone when this resolves, and its files cannot change any more. */
  end(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Forks {
  readonly isReady: boolean;
  /** @throws {@link NoChild} */
  take(): Promise<Child>;
  status(): ForksStatus;
  start(): void;
  /** Resolves when documents find a waiting process, or it is clear that there will be none. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const startMs = 60_000;
/** How long a killed child may take to be reported gone before the program itself is taken for hung. */
const endMs = 5_000;
const longestPauseMs = 60_000;
/** A child that has not prepared itself in this time never will. */
const prepareMs = 30_000;

interface Entry {
  id: string;
  folder: string;
  /** `ahead` until it waits; `ending` once its document is done. */
  state: 'ahead' | 'waiting' | 'busy' | 'ending';
  /** It is isolated and can take a document. */
  hasBegun: boolean;
  onLine: (fields: string[]) => void;
  gone: PromiseWithResolvers<{ how: string; hasBegun: boolean }>;
}

export function startForks(
  sandbox: Sandbox,
  { program, args, ...command }: ForkingProgram,
  { size, quietMs, warn }: ForksOptions,
): Forks {
  const children = new Map<string, Entry>();
  const counts = { spawned: 0, killed: 0 };
  let host: Host | undefined;
  let mode: ForksStatus['mode'] = 'starting';
  let problem: string | undefined;
  let isStopped = false;
  let failures = 0;
  let lastId = 0;
  let refill: NodeJS.Timeout | undefined;
  let restart: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const firstAnswer = Promise.withResolvers<void>();

  const count = (state: Entry['state']) => [...children.values()].filter((child) => child.state === state).length;
  const send = (...fields: string[]) => host?.started.send(`${fields.join('\t')}\n`);

  async function spawn(isAhead: boolean): Promise<Entry> {
    const current = host;
    if (current === undefined) throw new NoChild('the server is not running');
    const id = `d${++lastId}`;
    const child: Entry = {
      id,
      folder: join(current.root, 'jobs', id),
      state: isAhead ? 'ahead' : 'busy',
      hasBegun: false,
      onLine: () => {},
      gone: Promise.withResolvers(),
    };
    children.set(id, child);
    try {
      await current.makeFolder(child.folder);
    } catch {
      children.delete(id);
      throw new NoChild('the server has just ended');
    }
    if (host !== current) throw new NoChild('the server has just ended');
    counts.spawned += 1;
    send('fork', id, isAhead ? '1' : '0');
    return child;
  }

  /** What a child has written is not looked at before this: a living one could change it under our hands. */
  async function end(child: Entry): Promise<void> {
    if (!children.has(child.id)) return;
    const current = host;
    child.state = 'ending';
    send('kill', child.id);
    const timer = setTimeout(() => current?.started.kill(), endMs);
    await child.gone.promise;
    clearTimeout(timer);
  }

  const clearing = new Set<Promise<void>>();
  function clearAway({ folder }: Entry): void {
    const removal = rm(folder, { recursive: true, force: true }).catch(() => {});
    clearing.add(removal);
    void removal.then(() => clearing.delete(removal));
  }

  /** The program is gone, and all children with it. */
  async function abandon(): Promise<void> {
    host = undefined;
    for (const { gone, hasBegun } of children.values()) gone.resolve({ how: 'with the server', hasBegun });
    children.clear();
    await Promise.all(clearing);
  }

  function refillSoon(): void {
    clearTimeout(refill);
    if (isStopped || mode !== 'warm' || (quietMs > 0 && count('busy') > 0)) return;
    refill = setTimeout(() => {
      // One at a time.
      if (count('ahead') > 0 || count('waiting') >= size) return;
      spawn(true).then(endIfSlow, () => {});
    }, quietMs).unref();
  }

  function endIfSlow(child: Entry): void {
    setTimeout(() => {
      if (child.state === 'ahead') void end(child).then(refillSoon);
    }, prepareMs).unref();
  }

  function onLine(line: string): void {
    const [first = '', what, ...rest] = line.split('\t');
    if (first === 'ready') {
      mode = 'warm';
      problem = undefined;
      firstAnswer.resolve();
      spawn(true).then(endIfSlow, () => {});
      return;
    }
    const child = children.get(first);
    if (child === undefined) return;
    if (what === 'waiting') {
      child.hasBegun = true;
      if (child.state === 'ahead') child.state = 'waiting';
      failures = 0;
      refillSoon();
    } else if (what === 'ended') {
      const isUnused = child.state === 'ahead' || child.state === 'waiting';
      children.delete(child.id);
      child.gone.resolve({ how: rest.join(' '), hasBegun: child.hasBegun });
      if (isUnused) clearAway(child);
      // A child that cannot even begin: this machine does not let us isolate it, and the program's words tell why.
      if (child.state === 'ahead' && !isStopped) host?.started.kill();
      refillSoon();
    } else child.onLine([what ?? '', ...rest]);
  }

  async function run(): Promise<void> {
    try {
      await access(program);
      await using current = await sandbox.host({ ...command, program, args, mayNest: true });
      host = current;
      if (isStopped) current.started.kill();
      const tooSlow = setTimeout(() => mode === 'warm' || current.started.kill(), startMs);
      const result = await current.started.finish({
        keepsListening: true,
        timeoutMs: Infinity,
        onStdout: lineReader(onLine),
      });
      clearTimeout(tooSlow);
      await abandon();
      problem =
        result.stderr.trim().split('\n').slice(-2).join(' ') || `it ended with ${result.status ?? result.endedBy}`;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    if (isStopped) return;
    if (mode !== 'warm' || failures > 0) mode = 'cold';
    else mode = 'starting';
    failures += 1;
    firstAnswer.resolve();
    warn(problem);
    restart = setTimeout(start, Math.min(longestPauseMs, 500 * 2 ** failures)).unref();
  }

  function start(): void {
    if (!isStopped) running = run();
  }

  return {
    get isReady() {
      return mode === 'warm' && host !== undefined;
    },

    async take() {
      clearTimeout(refill);
      const entry = [...children.values()].find(({ state }) => state === 'waiting') ?? (await spawn(false));
      entry.state = 'busy';
      if (quietMs === 0) refillSoon();
      const current = host;
      if (current === undefined) throw new NoChild('the server has just ended');
      return {
        folder: entry.folder,
        copyIn: (file, name) => current.copyIn(file, join(entry.folder, name)),
        ended: entry.gone.promise,
        say: (word, ...fields) => send(word, entry.id, ...fields),
        listen: (listener) => void (entry.onLine = listener),
        countKilled: () => void (counts.killed += 1),
        end: () => end(entry),
        async [Symbol.asyncDispose]() {
          await end(entry);
          clearAway(entry);
          refillSoon();
        },
      };
    },

    status: () => ({
      mode,
      ...(mode === 'cold' && problem !== undefined ? { problem } : {}),
      ready: count('waiting'),
      busy: count('busy'),
      ...counts,
    }),
    start,
    settled: () => firstAnswer.promise,
    async stop() {
      isStopped = true;
      firstAnswer.resolve();
      clearTimeout(refill);
      clearTimeout(restart);
      host?.started.kill();
      await running;
    },
  };
}

/** One process of the same program without a parent, in a sandbox of its own: where children cannot be had. */
export async function startAlone(sandbox: Sandbox, command: ForkingProgram): Promise<Child> {
  const host = await sandbox.host({ ...command, mayNest: false });
  let onLine: (fields: string[]) => void = () => {};
  let hasBegun = false;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const ended = host.started
    .finish({
      keepsListening: true,
      timeoutMs: Infinity,
      onStdout: lineReader((line) => {
        if (line !== 'waiting') return onLine(line.split('\t'));
        hasBegun = true;
        begin();
      }),
    })
    .then(
      ({ status, endedBy, stderr }) => `${status ?? endedBy} ${stderr.slice(-300)}`,
      (error: unknown) => String(error),
    )
    .then((how) => ({ how, hasBegun }));
  await Promise.race([begun, ended]);
  const end = async () => {
    host.started.kill();
    await ended;
  };
  return {
    folder: host.root,
    copyIn: (file, name) => host.copyIn(file, join(host.root, name)),
    ended,
    // There is no id: it is alone.
    say: (word, ...fields) => host.started.send(`${[word, '', ...fields].join('\t')}\n`),
    listen: (listener) => void (onLine = listener),
    countKilled: () => {},
    end,
    async [Symbol.asyncDispose]() {
      await end();
      await host[Symbol.asyncDispose]();
    },
  };
}
