// Keeps a program running that forks a child for every document (native/forking.h), and reports whether documents find it warm.
import { access } from 'node:fs/promises';
import type { Limits } from '../bubblewrap.ts';
import { lineReader } from '../lines.ts';
import type { Folders, Readable, Sandbox } from '../sandbox/sandbox.ts';
import { createSupervisor } from '../supervisor.ts';
import { NoChild, type Child } from './child.ts';
import { Children } from './children.ts';

/** The reported state of a program that forks. */
export interface ForksStatus {
  /** `warm` when documents find a process that is ready for them; `cold` when one is started for each. */
  mode: 'starting' | 'warm' | 'cold';
  /** Why it is `cold`. */
  problem?: string;
  /** Children that wait for a document. */
  ready: number;
  /** Children that have one. */
  busy: number;
  spawned: number;
  killed: number;
}

export interface ForkingProgram {
  program: string;
  /** Its arguments, once it is known where it finds its folders, and whether anything isolates it. */
  args: (folders: Folders) => string[] | Promise<string[]>;
  alsoRead: readonly Readable[];
  /** A folder of which it gets a private copy as its home. */
  home?: string;
  env?: Record<string, string>;
  limits: Partial<Limits>;
  /** It makes pipes with names, for an inspector. */
  makesPipes?: boolean;
}

export interface ForksOptions {
  /** Children that are kept waiting. */
  size: number;
  /** Children are prewarmed after this much quiet. */
  quietMs: number;
  /** Gets a sentence when the program has ended, and each document has to start its own. */
  warn: (problem: string) => void;
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

const maxStartMs = 60_000;

export function startForks(
  sandbox: Pick<Sandbox, 'start'>,
  { program, args, ...command }: ForkingProgram,
  { size, quietMs, warn }: ForksOptions,
): Forks {
  const counts = { spawned: 0, killed: 0 };
  let children: Children | undefined;
  let kill = () => {};
  let mode: ForksStatus['mode'] = 'starting';
  let problem: string | undefined;
  let isStopped = false;
  let running: Promise<void> | undefined;
  const firstAnswer = Promise.withResolvers<void>();
  const supervisor = createSupervisor(start);

  function becomeWarm(current: Children): void {
    mode = 'warm';
    problem = undefined;
    firstAnswer.resolve();
    current.prewarm();
  }

  /** Runs the program to its end. @returns why it has ended */
  async function run(): Promise<string> {
    await access(program);
    await using host = await sandbox.start({ ...command, program, args, mayNest: true, servesMany: true });
    kill = () => host.kill();
    if (isStopped) kill();
    const current = new Children(host, { size, quietMs, counts, onPrepared: supervisor.worked });
    children = current;
    const tooSlow = setTimeout(() => mode === 'warm' || kill(), maxStartMs);
    const onStdout = lineReader((line) => {
      if (line === 'ready') becomeWarm(current);
      else current.hear(line.split('\t'));
    });
    const result = await host
      // It bounds what each of its children says itself (native/forking.c).
      .finish({ keepsListening: true, timeoutMs: Infinity, onStdout, maxStdoutBytes: Infinity })
      .finally(async () => {
        clearTimeout(tooSlow);
        children = undefined;
        await current.close();
      });
    return result.stderr.trim().split('\n').slice(-2).join(' ') || `it ended with ${result.status ?? result.endedBy}`;
  }

  async function runAndRestart(): Promise<void> {
    const why = await run().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (isStopped) return;
    problem = why;
    mode = mode === 'warm' && supervisor.failures === 0 ? 'starting' : 'cold';
    firstAnswer.resolve();
    warn(why);
    supervisor.failed();
  }

  function start(): void {
    if (!isStopped) running = runAndRestart();
  }

  return {
    get isReady() {
      return mode === 'warm' && children !== undefined;
    },
    async take() {
      if (children === undefined) throw new NoChild('the program is not running');
      return await children.take();
    },
    status: () => ({
      mode,
      ...(mode === 'cold' && problem !== undefined ? { problem } : {}),
      ready: children?.count('waiting') ?? 0,
      busy: children?.count('busy') ?? 0,
      ...counts,
    }),
    start,
    settled: () => firstAnswer.promise,
    async stop() {
      isStopped = true;
      firstAnswer.resolve();
      supervisor[Symbol.dispose]();
      kill();
      await running;
    },
  };
}
