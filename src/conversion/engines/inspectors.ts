// Processes that read documents for the service: our own memory-safe code in a sandbox without network, one document at a
// time. They are reused, since the worst that a document can do there is take long; then its inspector is killed and replaced.
import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { MiB } from '#core/bytes.ts';
import { Breakdown } from '#core/breakdown.ts';
import { DeadlinePassed } from '#core/deadline.ts';
import { patienceOf, type WorkSignal } from '#core/effort.ts';
import { Failure } from '#core/failure.ts';
import { openFolder } from '#core/open-folder.ts';
import { removeTree } from '#core/remove-tree.ts';
import { defaultLimits } from '#conversion/process/bubblewrap.ts';
import { answered, type End } from '#conversion/process/endings.ts';
import { nodeArguments, nodeEnvironment, nodeFiles } from '#conversion/process/node.ts';
import { lineReader } from '#conversion/process/lines.ts';
import type { Sandbox, SandboxedProgram } from '#conversion/process/sandbox/sandbox.ts';
import { takeOut } from '#conversion/process/scratch.ts';
import { LimitExceeded, watchTree } from '#conversion/process/watchdog.ts';
import { signalOf, type ProgramResult } from '#conversion/process/program.ts';
import { createSupervisor } from '#conversion/process/supervisor.ts';
import { resultOf } from '#conversion/process/result.ts';
import type { tasks } from '#conversion/inspector/tasks.ts';

export type InspectorTasks = typeof tasks;

export interface InspectOptions {
  /** The files for the task, by their names in its folder. */
  files?: Readonly<Record<string, string>>;
  /** Destinations of the files and folders that the task may create there; missing ones are skipped. */
  results?: Readonly<Record<string, string>>;
  /** Pipes to a process that has a document open. */
  pipes?: { to: string; from: string };
  signal: WorkSignal;
  timeoutMs?: number;
}

const engine = 'inspector';
const worker = join(import.meta.dirname, '..', 'inspector', 'worker.ts');
/** The time limit of an inspection; no document should need more. */
export const inspectorTimeoutMs = 30_000;
export const inspectorLimits = {
  ...defaultLimits,
  maxMemoryBytes: 1536 * MiB,
  maxDataBytes: 6144 * MiB,
  maxCpuSeconds: Infinity,
  maxOutputBytes: 1024 * MiB,
  maxProcesses: 64,
};
/** The number of documents after which an inspector is replaced as a precaution. */
const maxDocuments = 2000;
/** How long a document waits for a busy inspector: about as long as starting another takes. */
const patienceMs = 150;
const lingerMs = 20_000;

interface Inspector {
  host: SandboxedProgram;
  documents: number;
  answer: (line: string) => void;
  /** Resolves when the inspector has ended. */
  ended: Promise<unknown>;
  hasEnded: boolean;
  /** Resolves when the inspector has loaded its code. */
  ready: Promise<void>;
}

/** Keeps `size` inspectors waiting, and starts more on demand. */
export class Inspectors {
  readonly #sandbox: Sandbox;
  readonly #size: number;
  readonly #warn: (problem: string) => void;
  readonly #idle: Inspector[] = [];
  readonly #all = new Set<Inspector>();
  /** The inspectors whose sandbox is not ready yet. */
  readonly #starting = new Set<Promise<unknown>>();
  readonly #waiting: ((inspector: Inspector) => void)[] = [];
  readonly #isWaiting = Promise.withResolvers<void>();
  readonly #supervisor = createSupervisor(() => this.warmUp());
  #isStopped = false;

  constructor(sandbox: Sandbox, { size, warn }: { size: number; warn: (problem: string) => void }) {
    this.#sandbox = sandbox;
    this.#size = size;
    this.#warn = warn;
  }

  /**
   * Runs a task in a free inspector, or in a new one.
   * @throws the task's own {@link Failure}; conversion_timeout; source_unreadable if the document needs too much memory
   */
  async run<Task extends keyof InspectorTasks>(
    task: Task,
    args: Parameters<InspectorTasks[Task]>[0],
    options: InspectOptions,
  ): Promise<Awaited<ReturnType<InspectorTasks[Task]>>> {
    options.signal.throwIfAborted();
    const inspector = await this.#take();
    let answer: string;
    try {
      answer = await ask(inspector, task, args, options);
      for (const [name, to] of Object.entries(options.results ?? {}))
        await takeOut(join(inspector.host.root, name), to);
      await this.#giveBack(inspector);
    } catch (error) {
      // The inspector has not answered, and may still be working on the task.
      await end(inspector);
      throw error;
    }
    // The inspector may have another document by now, so a failure that it reports does not belong to this one.
    return resultOf(answer, engine, this.#warn) as never;
  }

  warmUp(): void {
    for (let n = this.#all.size; n < this.#size; n++)
      void this.#start().then((inspector) => this.#welcome(inspector), this.#supervisor.failed);
  }

  /** Resolves when the first inspector is waiting. */
  settled(): Promise<void> {
    return this.#isWaiting.promise;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#supervisor[Symbol.dispose]();
    await Promise.allSettled(this.#starting);
    await Promise.all([...this.#all].map(end));
  }

  async #start(): Promise<Inspector> {
    const starting = this.#startNow();
    this.#starting.add(starting);
    try {
      return await starting;
    } finally {
      this.#starting.delete(starting);
    }
  }

  async #startNow(): Promise<Inspector> {
    const host = await this.#sandbox.start({
      program: process.execPath,
      args: ({ root }) => [...nodeArguments, '--max-old-space-size=1400', worker, root],
      alsoRead: nodeFiles,
      env: nodeEnvironment,
      limits: inspectorLimits,
      servesMany: true,
      priority: 'short',
    });
    const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
    const inspector: Inspector = { host, documents: 0, answer: () => isReady(), ended: ready, hasEnded: false, ready };
    inspector.ended = host
      .finish({
        keepsListening: true,
        timeoutMs: Infinity,
        onStdout: lineReader((line) => inspector.answer(line)),
      })
      .catch((error: unknown) => error)
      .finally(() => {
        inspector.hasEnded = true;
        isReady();
        this.#all.delete(inspector);
        if (inspector.documents > 0) this.#supervisor.refill();
        else this.#supervisor.failed();
        return host[Symbol.asyncDispose]();
      });
    this.#all.add(inspector);
    return inspector;
  }

  /** Lets an inspector wait for documents once it has loaded its code. */
  async #welcome(inspector: Inspector): Promise<void> {
    await inspector.ready;
    if (inspector.hasEnded) return;
    this.#supervisor.worked();
    this.#isWaiting.resolve();
    if (this.#isStopped) await end(inspector);
    else this.#free(inspector);
  }

  /** Takes a free inspector, or one that soon becomes free, or else a new one, so that no document waits for a slow inspector. */
  async #take(): Promise<Inspector> {
    for (let next = this.#idle.shift(); next !== undefined; next = this.#idle.shift()) if (!next.hasEnded) return next;
    if (this.#all.size < this.#size) return this.#start();
    const { promise, resolve } = Promise.withResolvers<Inspector | null>();
    this.#waiting.push(resolve);
    const timer = setTimeout(() => resolve(null), patienceMs);
    const freed = await promise;
    clearTimeout(timer);
    const at = this.#waiting.indexOf(resolve);
    if (at >= 0) this.#waiting.splice(at, 1);
    return freed !== null && !freed.hasEnded ? freed : this.#start();
  }

  async #giveBack(inspector: Inspector): Promise<void> {
    if (this.#isStopped || inspector.documents >= maxDocuments || inspector.hasEnded) return end(inspector);
    await empty(inspector.host.root);
    this.#free(inspector);
  }

  #free(inspector: Inspector): void {
    const next = this.#waiting.shift();
    if (next !== undefined) return next(inspector);
    this.#idle.push(inspector);
    // Inspectors started during a rush stay for a while, in case another rush follows.
    if (this.#idle.length > this.#size) setTimeout(() => this.#endSurplus(), lingerMs).unref();
  }

  #endSurplus(): void {
    if (this.#idle.length > this.#size) void end(this.#idle.pop() as Inspector);
  }
}

async function end(inspector: Inspector): Promise<void> {
  // The process id of an ended process may already be reused.
  if (!inspector.hasEnded) inspector.host.kill();
  await inspector.ended;
}

async function ask(inspector: Inspector, task: string, args: unknown, options: InspectOptions): Promise<string> {
  const { host } = inspector;
  const { signal, timeoutMs = inspectorTimeoutMs } = options;
  await inspector.ready;
  inspector.documents += 1;
  for (const [name, path] of Object.entries({ ...options.files, ...options.pipes }))
    await host.linkIn(path, join(host.root, name));
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  inspector.answer = resolve;
  void inspector.ended.then((how) => reject(how instanceof LimitExceeded ? how : new InspectorEnded(how)));
  const watch = (end: End) => watchTree(host.pid ?? 0, host.root, inspectorLimits, end);
  host.send(`${JSON.stringify({ task, args })}\n`);
  try {
    return await answered(promise, { signal, timeoutMs, watch }, () => host.kill());
  } catch (error) {
    throw brokenOff(error, timeoutMs * patienceOf(signal));
  }
}

/** Empties the folder, so that no file of a document remains for the next. */
async function empty(folder: string): Promise<void> {
  using open = openFolder(folder);
  if (open === null) return;
  for (const entry of open.entries()) {
    const path = open.path(entry.name);
    if (entry.isDirectory()) await removeTree(path);
    else unlinkSync(path);
  }
}

/** Thrown when an inspector ended by itself while it had a document. */
class InspectorEnded extends Error {
  /** The signal that ended the inspector; undefined if it exited by itself. */
  readonly signal: string | undefined;

  constructor(how: unknown) {
    super(`the inspector ended: ${describe(how)}`);
    const { status = null, endedBy = null } = how as Partial<ProgramResult>;
    this.signal = signalOf({ status, endedBy });
  }
}

const describe = (how: unknown): string =>
  typeof how === 'object' && how !== null && 'stderr' in how ? String(how.stderr).slice(-500) : String(how);

/** Turns the error of an interrupted inspection into a failure; `timeoutMs` is the inspector's limit, not the conversion's. */
function brokenOff(error: unknown, timeoutMs: number): unknown {
  if (error instanceof DeadlinePassed && error.timeoutMs === timeoutMs)
    return new Failure('conversion_timeout', { engine, timeout_ms: timeoutMs }, { cause: error });
  // Memory usage depends on the file itself, which is read before any engine runs.
  if (error instanceof LimitExceeded && error.limit === 'memory')
    return new Failure('source_unreadable', {}, { cause: error });
  if (error instanceof LimitExceeded) return new Failure('output_too_large', {}, { cause: error });
  if (error instanceof Error && /heap out of memory|Array buffer allocation failed/.test(error.message))
    return new Failure('source_unreadable', {}, { cause: error });
  if (error instanceof InspectorEnded)
    return new Failure(
      'conversion_failed',
      { engine },
      { cause: error.signal === undefined ? error : new Breakdown(error.signal, { cause: error }) },
    );
  return error;
}
