// The children of a running program that forks (native/forking.h): some are prewarmed, each gets one document, all end with
// the program.
import { join } from 'node:path';
import { removeTree } from '#core/remove-tree.ts';
import type { SandboxedProgram } from '../sandbox/sandbox.ts';
import { createSupervisor, type Supervisor } from '../supervisor.ts';
import { NoChild, withServer, type Child, type ChildEnd } from './child.ts';
import { nextState, type ChildEvent, type ChildState } from './states.ts';

export interface Counts {
  /** The number of children started since the start of the service. */
  spawned: number;
  /** The number of children killed before they were done: out of time, over a limit, or no longer needed. */
  killed: number;
}

interface ChildrenOptions {
  /** The number of children to keep waiting. */
  size: number;
  /** The quiet time before children are prewarmed, since their preparation would slow documents down. */
  quietMs: number;
  counts: Counts;
  /** Called when a child is ready for a document. */
  onPrepared: () => void;
}

interface Entry {
  id: string;
  folder: string;
  state: ChildState;
  /** Whether the child is isolated and can take a document. */
  hasBegun: boolean;
  /** Whether the child has prepared itself, or is about to; a bare child has only been forked. */
  isWarm: boolean;
  preparing?: NodeJS.Timeout;
  onLine: (fields: string[]) => void;
  ended: PromiseWithResolvers<ChildEnd>;
}

/** How long a killed child may take to be reported gone before the program itself counts as hung. */
const endMs = 5_000;
/** The time after which a child that has not prepared itself never will. */
const prepareMs = 30_000;

type ForkHost = Pick<SandboxedProgram, 'root' | 'makeFolder' | 'copyIn' | 'send' | 'kill'>;

export class Children {
  readonly #host: ForkHost;
  readonly #options: ChildrenOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #removals = new Set<Promise<void>>();
  #lastId = 0;
  readonly #supervisor: Supervisor;
  #isClosed = false;

  constructor(host: ForkHost, options: ChildrenOptions) {
    this.#host = host;
    this.#options = options;
    this.#supervisor = createSupervisor(() => this.#refill(), options);
  }

  count(state: ChildState): number {
    return [...this.#entries.values()].filter((entry) => entry.state === state).length;
  }

  /** Takes a waiting child, or a new one. @throws {@link NoChild} */
  async take(): Promise<Child> {
    this.#supervisor.hold();
    const waiting = this.#waiting().find(({ isWarm }) => isWarm) ?? this.#waiting()[0];
    if (waiting !== undefined) this.#pass(waiting, 'taken');
    const entry = waiting ?? (await this.#spawn('busy', false));
    if (this.#options.quietMs === 0) this.#refillSoon();
    else this.#forkAhead();
    if (this.#isClosed) throw new NoChild('the program has just ended');
    return this.#childOf(entry);
  }

  /** Starts a child that will wait. */
  prewarm(): void {
    this.#begin(true);
  }

  /** Forks a bare child for the next document, which costs little compared to a document. */
  #forkAhead(): void {
    if (!this.#isClosed && this.count('waiting') + this.count('prewarming') === 0) this.#begin(false);
  }

  #begin(isWarm: boolean): void {
    this.#spawn('prewarming', isWarm).then(
      (entry) => this.#limitPreparing(entry),
      () => {}, // the program has ended: its supervisor knows
    );
  }

  /** Handles the program's line about a child: its id, then `waiting`, `ended`, or a line of the child. */
  hear([id = '', verb = '', ...rest]: readonly string[]): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    if (verb === 'waiting') {
      entry.hasBegun = true;
      this.#pass(entry, 'prepared');
      this.#options.onPrepared();
      this.#refillSoon();
    } else if (verb === 'ended') this.#leave(entry, rest.join(' '));
    else entry.onLine([verb, ...rest]);
  }

  /** Ends all children, because the program is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#supervisor[Symbol.dispose]();
    for (const entry of this.#entries.values()) {
      this.#pass(entry, 'ended');
      entry.ended.resolve({ how: withServer, hasBegun: entry.hasBegun });
    }
    this.#entries.clear();
    await Promise.all(this.#removals);
  }

  async #spawn(state: 'prewarming' | 'busy', isWarm: boolean): Promise<Entry> {
    const id = `d${++this.#lastId}`;
    const folder = join(this.#host.root, 'jobs', id);
    const entry: Entry = {
      id,
      folder,
      state,
      isWarm,
      hasBegun: false,
      onLine: () => {},
      ended: Promise.withResolvers(),
    };
    this.#entries.set(id, entry);
    // The program's folder goes when it ends, which it may do now.
    const isMade = await this.#host.makeFolder(folder).then(
      () => true,
      () => false,
    );
    if (!isMade || this.#isClosed) {
      this.#entries.delete(id);
      throw new NoChild('the program has just ended');
    }
    this.#options.counts.spawned += 1;
    this.#send('fork', id, isWarm ? '1' : '0');
    return entry;
  }

  #childOf(entry: Entry): Child {
    return {
      folder: entry.folder,
      copyIn: (file, name) => this.#host.copyIn(file, join(entry.folder, name)),
      ended: entry.ended.promise,
      say: (verb, ...fields) => this.#send(verb, entry.id, ...fields),
      listen: (listener) => void (entry.onLine = listener),
      giveWay: () => this.#send('slow', entry.id),
      countKilled: () => void (this.#options.counts.killed += 1),
      end: () => this.#end(entry),
      [Symbol.asyncDispose]: async () => {
        await this.#end(entry);
        this.#remove(entry);
        this.#refillSoon();
      },
    };
  }

  /** Ends a child; its files are not opened before this resolves, since a living child could change them. */
  async #end(entry: Entry): Promise<void> {
    if (!this.#entries.has(entry.id)) return;
    this.#pass(entry, 'killed');
    this.#send('kill', entry.id);
    const timer = setTimeout(() => this.#host.kill(), endMs);
    await entry.ended.promise;
    clearTimeout(timer);
  }

  #leave(entry: Entry, how: string): void {
    const { state } = entry;
    this.#entries.delete(entry.id);
    this.#pass(entry, 'ended');
    entry.ended.resolve({ how, hasBegun: entry.hasBegun });
    if (state === 'prewarming' || state === 'waiting') this.#remove(entry);
    // A child that cannot even begin: this machine does not let us isolate it, and the program's last lines say why.
    if (state === 'prewarming' && !entry.hasBegun && !this.#isClosed) this.#host.kill();
    this.#refillSoon();
  }

  #refillSoon(): void {
    if (this.#options.quietMs > 0 && this.count('busy') > 0) this.#supervisor.hold();
    else this.#supervisor.refill();
  }

  /** Prepares one child at a time. */
  #refill(): void {
    if (this.count('prewarming') > 0) return;
    const bare = this.#waiting().find(({ isWarm }) => !isWarm);
    if (bare !== undefined) this.#warm(bare);
    else if (this.count('waiting') < this.#options.size) this.prewarm();
  }

  #limitPreparing(entry: Entry): void {
    clearTimeout(entry.preparing);
    entry.preparing = setTimeout(() => {
      if (entry.state === 'prewarming') void this.#end(entry).then(() => this.#refillSoon());
    }, prepareMs).unref();
  }

  #warm(bare: Entry): void {
    this.#limitPreparing(bare);
    bare.isWarm = true;
    this.#pass(bare, 'warming');
    this.#send('warm', bare.id);
  }

  #waiting(): Entry[] {
    return [...this.#entries.values()].filter(({ state }) => state === 'waiting');
  }

  #remove({ folder }: Entry): void {
    // A folder that cannot be removed now is removed with the program's folder.
    const removal = removeTree(folder).catch(() => {});
    this.#removals.add(removal);
    void removal.then(() => this.#removals.delete(removal));
  }

  #pass(entry: Entry, event: ChildEvent): void {
    entry.state = nextState(entry.state, event);
  }

  #send(...fields: string[]): void {
    this.#host.send(`${fields.join('\t')}\n`);
  }
}
