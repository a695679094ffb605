// Every engine runs here: one throw-away sandbox for one program on one document.
import { chmod, chown, copyFile, link, cp, lchown, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, basename, extname, dirname } from 'node:path';
import { defaultLimits, limitWords, sandboxWords, type Limits, type Mount } from './bubblewrap.ts';
import { runProgram, startProgram, type FinishOptions, type ProgramResult } from './program.ts';
import { watchTree } from './watchdog.ts';

/** A word of a command line that stands for a file: the sandbox decides where the program finds it. */
export type Word =
  | string
  | { read: string }
  | { write: string }
  | { writeFolder: string }
  | { text: (words: string[]) => string; of: FileWord[] };
type FileWord = { read: string } | { write: string } | { writeFolder: string };

export interface SandboxedCommand {
  program: string;
  args: readonly Word[];
  /** Hands the words over as lines of standard input (`@-`), for passwords: a command line can be read by others. */
  argsOnStdin?: boolean;
  /** Read-only paths that stay where they are, such as a program's own code. */
  alsoRead?: readonly string[];
  /** A folder of which the program gets a private, writable copy as its home (`/home/user`). */
  home?: string;
  env?: Record<string, string>;
  stdin?: string | Buffer;
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  limits?: Partial<Limits>;
  maxStdoutBytes?: number;
  /** Takes the output as it comes, instead of collecting it. */
  onStdout?: (chunk: Buffer) => void;
}

/** A program that is started before its document is there. */
export type WarmCommand = Pick<SandboxedCommand, 'program' | 'alsoRead' | 'limits'> & { args: readonly string[] };

/** A sandbox whose program waits for one document. Disposing it ends the program and removes what it left. */
export interface WarmSandbox extends AsyncDisposable {
  readonly hasEnded: boolean;
  /** Puts files in, tells the program where they are on its standard input, and waits for its end. Once only. */
  run(
    inputs: readonly string[],
    task: (places: string[]) => string,
    options: Omit<FinishOptions, 'stdin' | 'watch'>,
  ): Promise<ProgramResult>;
}

export interface Sandbox {
  /** `bubblewrap`, or `off` when the operator has said so. */
  readonly kind: 'bubblewrap' | 'off';
  /**
   * Runs a command; the files it was to write are moved to their places only when `accept` takes the result.
   * @throws what {@link runProgram} throws, and LimitExceeded.
   */
  run(command: SandboxedCommand, accept: (result: ProgramResult) => boolean): Promise<ProgramResult>;
  /** Starts a program that reads its task from standard input. */
  warm(command: WarmCommand): Promise<WarmSandbox>;
}

const plainEnvironment = { PATH: '/usr/bin:/usr/local/bin', HOME: '/tmp', TMPDIR: '/tmp', LANG: 'C.UTF-8' };
const insideHome = '/home/user';

/** Users that exist nowhere else, as systemd's DynamicUser has them; one a running sandbox. */
const firstUid = 61_184;
const uidCount = 4_000;

/** `scratch` is a folder of ours on the file system of the outputs (a rename must do). */
export function createSandbox(scratch: string, kind: Sandbox['kind'] = 'bubblewrap'): Sandbox {
  const asRoot = process.getuid?.() === 0;
  const uids = new UidPool();

  return {
    kind,
    async warm(command) {
      const uid = uids.take();
      const folder = await scratchFolder(scratch);
      const [inbox, out] = [join(folder.path, 'in'), join(folder.path, 'out')];
      await mkdir(inbox, { mode: 0o755 });
      await mkdir(out);
      const limits = { ...defaultLimits, ...command.limits };
      const isOutside = kind === 'off';
      if (asRoot && !isOutside) await chown(out, uid.id, uid.id);
      const env = plainEnvironment;
      const mounts: Mount[] = [
        ...(command.alsoRead ?? []).map((path) => ({ host: path, inside: path })),
        { host: inbox, inside: '/in' },
        { host: out, inside: '/out', writable: true },
      ];
      const before = isOutside
        ? limitWords({ ...limits, maxProcesses: 4096 })
        : sandboxWords({ uid: uid.id, asRoot, mounts, env, cwd: '/out', limits });
      const started = startProgram([...before, command.program, ...command.args], {
        env: isOutside ? env : { PATH: env.PATH },
        cwd: isOutside ? out : '/',
      });
      return {
        get hasEnded() {
          return started.hasEnded;
        },
        async run(inputs, task, options) {
          const places: string[] = [];
          for (const [n, input] of inputs.entries()) {
            const name = `${n}${safeExtension(input)}`;
            await link(input, join(inbox, name)).catch(() => copyFile(input, join(inbox, name)));
            places.push(isOutside ? join(inbox, name) : `/in/${name}`);
          }
          return started.finish({
            ...options,
            stdin: task(places),
            watch: (pid, kill) => watchTree(pid, out, limits, kill),
          });
        },
        async [Symbol.asyncDispose]() {
          started.kill();
          await folder[Symbol.asyncDispose]();
          uid[Symbol.dispose]();
        },
      };
    },

    async run(command, accept) {
      using uid = uids.take();
      await using folder = await scratchFolder(scratch);
      const outside = kind === 'off';
      const files = placeFiles(command.args, outside ? folder.path : null);
      const out = join(folder.path, 'out');
      for (const path of [out, ...files.folders.map((name) => join(out, name))]) {
        await mkdir(path);
        if (asRoot && !outside) await chown(path, uid.id, uid.id);
      }

      const home = join(folder.path, 'home');
      if (command.home !== undefined) await copyFor(command.home, home, asRoot && !outside ? uid.id : null);

      const limits = { ...defaultLimits, ...command.limits };
      const env = { ...plainEnvironment, ...(command.home === undefined ? {} : { HOME: insideHome }), ...command.env };
      const alsoRead = (command.alsoRead ?? []).map((path): Mount => ({ host: path, inside: path }));
      const mounts: Mount[] = [...alsoRead, ...files.reads, { host: out, inside: '/out', writable: true }];
      if (command.home !== undefined) mounts.push({ host: home, inside: insideHome, writable: true });
      const before = outside
        ? limitWords({ ...limits, maxProcesses: 4096 })
        : sandboxWords({ uid: uid.id, asRoot, mounts, env, cwd: '/out', limits });

      const words = command.argsOnStdin === true ? ['@-'] : files.words;
      const result = await runProgram([...before, command.program, ...words], {
        stdin: command.argsOnStdin === true ? `${files.words.join('\n')}\n` : command.stdin,
        env: outside ? { ...env, HOME: folder.path, TMPDIR: folder.path } : { PATH: env.PATH },
        cwd: outside ? out : '/',
        signal: command.signal,
        timeoutMs: command.timeoutMs,
        maxStdoutBytes: command.maxStdoutBytes,
        onStdout: command.onStdout,
        watch: (pid, kill) => watchTree(pid, folder.path, limits, kill),
      });
      if (accept(result)) for (const { name, to } of files.writes) await takeOut(join(out, name), to);
      return result;
    },
  };
}

class UidPool {
  readonly #taken = new Set<number>();
  #next = 0;

  take(): { id: number } & Disposable {
    do this.#next = (this.#next + 1) % uidCount;
    while (this.#taken.has(this.#next) && this.#taken.size < uidCount);
    const slot = this.#next;
    this.#taken.add(slot);
    return { id: firstUid + slot, [Symbol.dispose]: () => void this.#taken.delete(slot) };
  }
}

async function scratchFolder(scratch: string): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(scratch, 'run-'));
  await chmod(path, 0o711);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Gives every file of a command line its place inside: `/in/0.pdf`, `/out/1.pdf`; or in `outsideFolder` without a sandbox. */
function placeFiles(args: readonly Word[], outsideFolder: string | null) {
  const reads: Mount[] = [];
  const writes: { name: string; to: string }[] = [];
  const folders: string[] = [];
  let n = 0;
  const outPath = (name: string) => (outsideFolder === null ? `/out/${name}` : join(outsideFolder, 'out', name));

  const place = (word: FileWord): string => {
    if ('read' in word) {
      const inside = `/in/${n++}${safeExtension(word.read)}`;
      reads.push({ host: word.read, inside });
      return outsideFolder === null ? inside : word.read;
    }
    const to = 'write' in word ? word.write : word.writeFolder;
    const name = `${n++}${'write' in word ? safeExtension(to) : ''}`;
    writes.push({ name, to });
    if ('writeFolder' in word) folders.push(name);
    return outPath(name);
  };

  const words = args.map((word) => {
    if (typeof word === 'string') return word;
    return 'text' in word ? word.text(word.of.map(place)) : place(word);
  });
  return { words, reads, writes, folders };
}

async function copyFor(from: string, to: string, owner: number | null): Promise<void> {
  await cp(from, to, { recursive: true });
  if (owner === null) return;
  await chown(to, owner, owner);
  for (const entry of await readdir(to, { recursive: true })) await chown(join(to, entry), owner, owner);
}

const safeExtension = (path: string) => /^\.[a-z0-9]{1,8}$/.exec(extname(basename(path)))?.[0] ?? '';

/** Moves a result out of the sandbox; a link or a device that a hostile program left in its place is dropped. */
async function takeOut(from: string, to: string): Promise<void> {
  const found = await lstat(from).catch(() => null);
  if (found === null) return;
  if (found.isFile() && found.nlink === 1) return moveOwned(from, to);
  if (!found.isDirectory()) return;
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from)) {
    const inside = await lstat(join(from, entry));
    if (inside.isFile() && inside.nlink === 1) await moveOwned(join(from, entry), join(to, entry));
  }
}

async function moveOwned(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const uid = process.getuid?.();
  if (uid === 0) await lchown(from, 0, 0);
  await chmod(from, 0o644);
  await rename(from, to);
}
