// Every engine runs here: one throw-away sandbox for one program on one document.
import { join } from 'node:path';
import { defaultLimits, limitWords, sandboxWords, type Limits, type Mount } from './bubblewrap.ts';
import { requireRoom } from './full-disk.ts';
import { createLending } from './lending.ts';
import { runProgram, startProgram, type FinishOptions, type ProgramResult, type StartedProgram } from './program.ts';
import { copyFor, copyIn, linkIn, makeFolderFor, putIn, safeExtension, scratchFolder, takeOut } from './scratch.ts';
import { watchTree } from './watchdog.ts';

/** A word of a command line that stands for a file: the sandbox decides where the program finds it. */
export type Word = string | FileWord | { text: (words: string[]) => string; of: FileWord[] };
/** `read` is a file or a folder. */
type FileWord = { read: string } | { write: string } | { writeFolder: string };

/** A read-only path that stays where it is, such as a program's own code; or one that depends on the sandbox's user. */
export type Readable = string | ((uid: number) => Mount);

export interface SandboxedCommand {
  program: string;
  args: readonly Word[];
  /** Hands the words over as lines of standard input (`@-`), for passwords: a command line can be read by others. */
  argsOnStdin?: boolean;
  /** Read-only paths that stay where they are, such as a program's own code. */
  alsoRead?: readonly Readable[];
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
export type WarmCommand = Pick<SandboxedCommand, 'program' | 'alsoRead' | 'limits' | 'env'> & {
  args: readonly string[];
};

/** A sandbox whose program waits for one document. Disposing it ends the program and removes what it left. */
export interface WarmSandbox extends AsyncDisposable {
  readonly hasEnded: boolean;
  /**
   * Puts files and folders in, tells the program on its standard input where they are and where it is to leave which
   * results, waits for its end, and takes these. Once only.
   */
  run(
    files: { inputs: Readonly<Record<string, string>>; results: Readonly<Record<string, string>> },
    task: (places: Record<string, string>) => string,
    options: Omit<FinishOptions, 'stdin' | 'watch'>,
  ): Promise<ProgramResult>;
}

/** A program that stays, with a folder of its own. */
export interface HostCommand {
  program: string;
  /** Its words, once it is known where it finds its folders, and whether anything isolates it. */
  args: (places: { root: string; home: string; isOutside: boolean }) => string[] | Promise<string[]>;
  alsoRead: readonly Readable[];
  /** A folder of which it gets a private, writable copy as its home. */
  home?: string;
  /** It may make namespaces for its children; then it opens no document itself. */
  mayNest?: boolean;
  env?: Record<string, string>;
  limits: Partial<Limits>;
}

export interface Host extends AsyncDisposable {
  /** The folder that the program sees as its `root`, from outside. */
  root: string;

  started: StartedProgram;
  /** A folder that the program may write. */
  makeFolder(path: string): Promise<void>;
  /** Puts a copy of a file into such a folder. */
  copyIn(file: string, place: string): Promise<void>;
  /** Puts the file itself there, for a program that can be trusted with it. */
  linkIn(file: string, place: string): Promise<void>;
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
  /** Starts a program that stays: it serves one document after the other, or puts each into a child of its own. */
  host(command: HostCommand): Promise<Host>;
}

const plainEnvironment = { PATH: '/usr/bin:/usr/local/bin', HOME: '/tmp', TMPDIR: '/tmp', LANG: 'C.UTF-8' };
const insideHome = '/home/user';

/**
 * `scratch` is a folder of ours on the file system of the outputs (a rename must do). What lies below `documents` may
 * change its owner while a sandbox reads it.
 */
export function createSandbox(scratch: string, kind: Sandbox['kind'] = 'bubblewrap', documents = scratch): Sandbox {
  const asRoot = process.getuid?.() === 0;
  const isOutside = kind === 'off';
  const hasOwnUsers = asRoot && !isOutside;
  const lending = createLending(documents, hasOwnUsers);

  /** Who owns what the program may write: nobody in particular without a sandbox or without root's rights. */
  const ownerOf = (uid: number) => (hasOwnUsers ? uid : null);
  const makeOwned = (path: string, uid: number) => makeFolderFor(path, ownerOf(uid));
  /** The words before the program, and with what they are started. */
  const enclosure = (options: Omit<Parameters<typeof sandboxWords>[0], 'asRoot' | 'cwd'>, out: string) => ({
    before: isOutside
      ? limitWords({ ...options.limits, maxProcesses: 4096 })
      : sandboxWords({ ...options, asRoot, cwd: '/out' }),
    start: {
      // What is mounted elsewhere for a sandbox is not there without one.
      env: isOutside ? { ...options.env, NODE_COMPILE_CACHE: '' } : { PATH: options.env['PATH'] ?? '' },
      cwd: isOutside ? out : '/',
    },
  });
  const readable = (uid: number, paths: readonly Readable[] = []): Mount[] =>
    paths.map((path) => (typeof path === 'string' ? { host: path, inside: path } : path(uid)));

  return {
    kind,
    async host(command) {
      await using begun = new AsyncDisposableStack();
      const uid = begun.use(lending.user());
      const folder = begun.use(await scratchFolder(scratch));
      const [out, home] = [join(folder.path, 'out'), join(folder.path, 'home')];
      await makeOwned(out, uid.id);
      const mounts: Mount[] = [...readable(uid.id, command.alsoRead), { host: out, inside: '/out', writable: true }];
      const limits = { ...defaultLimits, ...command.limits };
      const env = { ...plainEnvironment, ...command.env };
      if (command.home !== undefined) {
        await copyFor(command.home, home, ownerOf(uid.id));
        mounts.push({ host: home, inside: insideHome, writable: true });
        env['HOME'] = isOutside ? home : insideHome;
      }
      const { mayNest = false } = command;
      const { before, start } = enclosure({ uid: uid.id, mounts, env, limits, mayNest }, out);
      const places = { root: isOutside ? out : '/out', home: isOutside ? home : insideHome, isOutside };
      const started = startProgram([...before, command.program, ...(await command.args(places))], start);
      const owned = begun.move();
      return {
        root: out,
        started,
        makeFolder: (path) => makeOwned(path, uid.id),
        copyIn: (file, place) => copyIn(file, place, ownerOf(uid.id)),
        linkIn: (file, place) => linkIn(file, place, ownerOf(uid.id)),
        async [Symbol.asyncDispose]() {
          started.kill();
          await owned.disposeAsync();
        },
      };
    },

    async warm(command) {
      await using begun = new AsyncDisposableStack();
      const uid = begun.use(lending.user());
      const folder = begun.use(await scratchFolder(scratch));
      const [inbox, out] = [join(folder.path, 'in'), join(folder.path, 'out')];
      for (const path of [inbox, out]) await makeOwned(path, uid.id);
      const limits = { ...defaultLimits, ...command.limits };
      const mounts: Mount[] = [
        ...readable(uid.id, command.alsoRead),
        { host: inbox, inside: '/in' },
        { host: out, inside: '/out', writable: true },
      ];
      const env = { ...plainEnvironment, ...command.env };
      const { before, start } = enclosure({ uid: uid.id, mounts, env, limits }, out);
      const started = startProgram([...before, command.program, ...command.args], start);
      const owned = begun.move();
      return {
        get hasEnded() {
          return started.hasEnded;
        },
        async run({ inputs, results }, task, options) {
          const [names, paths] = [Object.keys(inputs), Object.values(inputs)];
          using loan = await lending.lend(paths, { uid: uid.id, spare: folder.path });
          const places: Record<string, string> = {};
          for (const [n, name] of names.entries()) {
            const place = `${name}${safeExtension(paths[n] ?? '')}`;
            await putIn(loan.paths[n] ?? '', join(inbox, place), ownerOf(uid.id));
            places[name] = isOutside ? join(inbox, place) : `/in/${place}`;
          }
          for (const [name, to] of Object.entries(results))
            places[name] = join(isOutside ? out : '/out', `${name}${safeExtension(to)}`);
          const result = await started.finish({
            ...options,
            stdin: task(places),
            watch: (pid, kill) => watchTree(pid, out, limits, kill),
          });
          for (const [name, to] of Object.entries(results)) await takeOut(join(out, `${name}${safeExtension(to)}`), to);
          return result;
        },
        async [Symbol.asyncDispose]() {
          started.kill();
          await owned.disposeAsync();
        },
      };
    },

    async run(command, accept) {
      await using folder = await scratchFolder(scratch);
      const files = placeFiles(command.args, isOutside ? folder.path : null);
      const inputs = files.reads.map(({ host }) => host);
      using loan = await lending.lend(inputs, { spare: folder.path });
      const { uid } = loan;
      const reads = files.reads.map((mount, n) => ({ ...mount, host: loan.paths[n] ?? mount.host }));
      const out = join(folder.path, 'out');
      for (const path of [out, ...files.folders.map((name) => join(out, name))]) await makeOwned(path, uid);
      const home = join(folder.path, 'home');
      if (command.home !== undefined) await copyFor(command.home, home, ownerOf(uid));

      const limits = { ...defaultLimits, ...command.limits };
      const env = {
        ...plainEnvironment,
        ...(command.home === undefined ? {} : { HOME: insideHome }),
        ...command.env,
        ...(isOutside ? { HOME: folder.path, TMPDIR: folder.path } : {}),
      };
      const mounts = [...readable(uid, command.alsoRead), ...reads, { host: out, inside: '/out', writable: true }];
      if (command.home !== undefined) mounts.push({ host: home, inside: insideHome, writable: true });
      const { before, start } = enclosure({ uid, mounts, env, limits }, out);

      const words = command.argsOnStdin === true ? ['@-'] : files.words;
      const result = await runProgram([...before, command.program, ...words], {
        stdin: command.argsOnStdin === true ? `${files.words.join('\n')}\n` : command.stdin,
        ...start,
        signal: command.signal,
        timeoutMs: command.timeoutMs,
        maxStdoutBytes: command.maxStdoutBytes,
        onStdout: command.onStdout,
        watch: (pid, kill) => watchTree(pid, folder.path, limits, kill),
      });
      if (accept(result)) for (const { name, to } of files.writes) await takeOut(join(out, name), to);
      else if (result.status !== 0) await requireRoom(scratch, result.stderr);
      return result;
    },
  };
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
