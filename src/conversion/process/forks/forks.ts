// Keeps a program running that forks a child for every document (native/forking.h), and reports whether documents find it warm.
import { access } from 'node:fs/promises';
import type { Limits } from '../bubblewrap.ts';
import { lineReader } from '../lines.ts';
import type { Priority } from '../priority.ts';
import type { Folders, Readable, Sandbox } from '../sandbox/sandbox.ts';
import { createSupervisor } from '../supervisor.ts';
import { NoChild, type Child } from './child.ts';
import { Children } from './children.ts';

/** The reported state of a program that forks. */
export interface ForksStatus {
  /** `warm` when processes are ready for documents; `cold` when one starts for each document. */
  mode: 'starting' | 'warm' | 'cold';
  /** The reason for `cold`. */
  problem?: string;
  /** The number of children that wait for a document. */
  ready: number;
  /** The number of children that have a document. */
  busy: number;
  spawned: number;
  killed: number;
}

export interface ForkingProgram {
  program: string;
  /** Its arguments, once it is known where it finds its folders, and whether anything isolates it. */
  args: (folders: Folders) => string[] | Promise<string[]>;
  alsoRead: readonly Readable[];
  /** A folder whose private copy becomes the program's home. */
  home?: string;
  env?: Record<string, string>;
  limits: Partial<Limits>;
  /** Whether the program creates named pipes for an inspector. */
  makesPipes?: boolean;
  priority?: Priority;
}

export interface ForksOptions {
  /** The number of children to keep waiting. */
  size: number;
  /** The quiet time before children are prewarmed. */
  quietMs: number;
  /** Called with a sentence when the program has ended, and each document has to start its own. */
  warn: (problem: string) => void;
}

const maxStartMs = 60_000;

export class Forks {
  readonly #sandbox: Pick<Sandbox, 'start'>;
  readonly #program: ForkingProgram;
  readonly #options: ForksOptions;
  readonly #counts = { spawned: 0, killed: 0 };
  readonly #firstAnswer = Promise.withResolvers<void>();
  readonly #supervisor = createSupervisor(() => this.start());
  #children: Children | undefined;
  #kill = () => {};
  #mode: ForksStatus['mode'] = 'starting';
  #problem: string | undefined;
  #isStopped = false;
  #running: Promise<void> | undefined;

  constructor(sandbox: Pick<Sandbox, 'start'>, program: ForkingProgram, options: ForksOptions) {
    this.#sandbox = sandbox;
    this.#program = program;
    this.#options = options;
  }

  get isReady(): boolean {
    return this.#mode === 'warm' && this.#children !== undefined;
  }

  /** @throws {@link NoChild} */
  async take(): Promise<Child> {
    if (this.#children === undefined) throw new NoChild('the program is not running');
    return await this.#children.take();
  }

  status(): ForksStatus {
    return {
      mode: this.#mode,
      ...(this.#mode === 'cold' && this.#problem !== undefined ? { problem: this.#problem } : {}),
      ready: this.#children?.count('waiting') ?? 0,
      busy: this.#children?.count('busy') ?? 0,
      ...this.#counts,
    };
  }

  start(): void {
    if (!this.#isStopped) this.#running = this.#runAndRestart();
  }

  /** Resolves when a process is waiting, or no process can start. */
  settled(): Promise<void> {
    return this.#firstAnswer.promise;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#firstAnswer.resolve();
    this.#supervisor[Symbol.dispose]();
    this.#kill();
    await this.#running;
  }

  async #runAndRestart(): Promise<void> {
    const why = await this.#run().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
    if (this.#isStopped) return;
    this.#problem = why;
    this.#mode = this.#mode === 'warm' && this.#supervisor.failures === 0 ? 'starting' : 'cold';
    this.#firstAnswer.resolve();
    this.#options.warn(why);
    this.#supervisor.failed();
  }

  /** Runs the program until it ends. @returns the reason for its end */
  async #run(): Promise<string> {
    const { size, quietMs } = this.#options;
    await access(this.#program.program);
    await using host = await this.#sandbox.start({ ...this.#program, mayNest: true, servesMany: true });
    this.#kill = () => host.kill();
    if (this.#isStopped) this.#kill();
    const onPrepared = this.#supervisor.worked;
    const current = new Children(host, { size, quietMs, counts: this.#counts, onPrepared });
    this.#children = current;
    const tooSlow = setTimeout(() => this.#mode === 'warm' || this.#kill(), maxStartMs);
    const onStdout = lineReader((line) => {
      if (line === 'ready') this.#becomeWarm(current);
      else current.hear(line.split('\t'));
    });
    const result = await host
      // The program itself limits the output of each child (native/forking.c).
      .finish({ keepsListening: true, timeoutMs: Infinity, onStdout, maxStdoutBytes: Infinity })
      .finally(async () => {
        clearTimeout(tooSlow);
        this.#children = undefined;
        await current.close();
      });
    return result.stderr.trim().split('\n').slice(-2).join(' ') || `it ended with ${result.status ?? result.endedBy}`;
  }

  #becomeWarm(current: Children): void {
    this.#mode = 'warm';
    this.#problem = undefined;
    this.#firstAnswer.resolve();
    current.prewarm();
  }
}
