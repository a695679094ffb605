// Where every engine runs. A program gets one document and is thrown away (`run`), is started before its document is there
// (`warm`), or stays and serves many (`host`).
import { join } from 'node:path';
import { whenGivingWay } from '#core/effort.ts';
import { requireRoom } from '../full-disk.ts';
import { createLending } from '../lending.ts';
import type { OwnFonts } from '../own-fonts.ts';
import { lowerPriority } from '../priority.ts';
import { runProgram, startProgram, type FinishOptions, type ProgramResult, type StartedProgram } from '../program.ts';
import { copyIn, linkIn, makeFolderFor, putIn, safeExtension, scratchFolder, takeOut } from '../scratch.ts';
import type { Cgroups } from '../cgroups.ts';
import { LimitExceeded, watchTree } from '../watchdog.ts';
import { placeFiles, type Argument } from './arguments.ts';
import { prepareBox, type BoxOptions, type Identity } from './box.ts';

export type { Argument } from './arguments.ts';
export type { Readable } from './box.ts';

export interface SandboxedCommand extends Omit<BoxOptions, 'mayNest'> {
  program: string;
  args: readonly Argument[];
  /** Hands the arguments over as lines of standard input (`@-`), for passwords: a command line can be read by others. */
  argsOnStdin?: boolean;
  stdin?: string | Buffer;
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  maxStdoutBytes?: number;
  /** Takes the output as it comes, instead of collecting it. */
  onStdout?: (chunk: Buffer) => void;
}

/** A program that is started before its document is there. */
export interface WarmCommand extends Omit<BoxOptions, 'mayNest' | 'home'> {
  program: string;
  args: readonly string[];
}

/** A sandbox whose program waits for one document. Disposing it ends the program and removes what it left. */
export interface WarmSandbox extends AsyncDisposable {
  readonly hasEnded: boolean;
  /**
   * Puts files and folders in, tells the program on its standard input the paths of these and of the results it is to
   * leave, waits for its end, and takes the results. Once only.
   */
  run(
    files: { inputs: Readonly<Record<string, string>>; results: Readonly<Record<string, string>> },
    task: (paths: Record<string, string>) => string,
    options: Omit<FinishOptions, 'stdin' | 'watch'>,
  ): Promise<ProgramResult>;
}

/** Where a program that stays finds its folders. */
export interface Folders {
  root: string;
  home: string;
  /** Nothing isolates it. */
  isOutside: boolean;
}

/** A program that stays, with a folder of its own. */
export interface HostCommand extends BoxOptions {
  program: string;
  args: (folders: Folders) => string[] | Promise<string[]>;
}

export interface Host extends AsyncDisposable {
  /** The folder that the program sees as its `root`, from outside. */
  root: string;
  started: StartedProgram;
  /** A folder that the program may write. */
  makeFolder(path: string): Promise<void>;
  /** Puts a copy of a file into such a folder. */
  copyIn(file: string, to: string): Promise<void>;
  /** Puts the file itself there, for a program that can be trusted with it. */
  linkIn(file: string, to: string): Promise<void>;
}

export interface Sandbox {
  /** `bubblewrap`, or `off` when the operator has said so. */
  readonly kind: 'bubblewrap' | 'off';
  /**
   * Runs a command; the files it was to write are moved to where they belong only when `accept` takes the result.
   * @throws what {@link runProgram} throws, and LimitExceeded.
   */
  run(command: SandboxedCommand, accept: (result: ProgramResult) => boolean): Promise<ProgramResult>;
  /** Starts a program that reads its task from standard input. */
  warm(command: WarmCommand): Promise<WarmSandbox>;
  /** Starts a program that stays: it serves one document after the other, or puts each into a child of its own. */
  host(command: HostCommand): Promise<Host>;
}

/** A program for one document is slowed with the conversion that it belongs to. */
function watched(pid: number, watch: Disposable): Disposable {
  const all = new DisposableStack();
  all.use(watch);
  all.use(whenGivingWay(() => void lowerPriority(pid)));
  return all;
}

/**
 * `scratch` is a folder of ours on the file system of the outputs (a rename must do). What lies below `documents` may
 * change its owner while a sandbox reads it.
 */
export function createSandbox(
  scratch: string,
  kind: Sandbox['kind'] = 'bubblewrap',
  documents = scratch,
  { fonts, cgroups }: { fonts?: OwnFonts | undefined; cgroups?: Cgroups | undefined } = {},
): Sandbox {
  const asRoot = process.getuid?.() === 0;
  const isOutside = kind === 'off';
  const hasOwnUsers = asRoot && !isOutside;
  const lending = createLending(documents, hasOwnUsers);
  const identity = (uid: number): Identity => ({ uid, owner: hasOwnUsers ? uid : null, asRoot, isOutside, fonts });

  return {
    kind,

    async run(command, accept) {
      await using folder = await scratchFolder(scratch);
      const files = placeFiles(command.args, isOutside ? folder.path : null);
      const inputs = files.reads.map(({ host }) => host);
      using loan = await lending.lend(inputs, { spare: folder.path });
      const reads = files.reads.map((mount, n) => ({ ...mount, host: loan.paths[n] ?? mount.host }));
      const who = identity(loan.uid);
      const box = await prepareBox(folder.path, who, command, reads);
      for (const name of files.folders) await makeFolderFor(join(box.out, name), who.owner);

      const { argsOnStdin = false, signal, timeoutMs, maxStdoutBytes, onStdout } = command;
      const { argv, start } = box.command(command.program, argsOnStdin ? ['@-'] : files.args);
      await using group = await cgroups?.open(box.limits);
      const result = await runProgram([...(group?.enter ?? []), ...argv], {
        ...start,
        stdin: argsOnStdin ? `${files.args.join('\n')}\n` : command.stdin,
        ...{ signal, timeoutMs, maxStdoutBytes, onStdout },
        watch: (pid, kill) => watched(pid, watchTree(pid, folder.path, box.limits, kill)),
      });
      if ((await group?.ranOutOfMemory()) === true) throw new LimitExceeded('memory', box.limits.maxMemoryBytes);
      if (accept(result)) for (const { name, to } of files.writes) await takeOut(join(box.out, name), to);
      else if (result.status !== 0) await requireRoom(scratch, result.stderr);
      return result;
    },

    async warm(command) {
      await using begun = new AsyncDisposableStack();
      const uid = begun.use(lending.user()).id;
      const folder = begun.use(await scratchFolder(scratch));
      const who = identity(uid);
      const inbox = join(folder.path, 'in');
      await makeFolderFor(inbox, who.owner);
      const box = await prepareBox(folder.path, who, command, [{ host: inbox, inside: '/in' }]);
      const { argv, start } = box.command(command.program, command.args);
      const group = await cgroups?.open(box.limits);
      if (group !== undefined) begun.use(group);
      const started = startProgram([...(group?.enter ?? []), ...argv], start);
      const owned = begun.move();
      return {
        get hasEnded() {
          return started.hasEnded;
        },
        async run({ inputs, results }, task, options) {
          const [names, sources] = [Object.keys(inputs), Object.values(inputs)];
          using loan = await lending.lend(sources, { uid, spare: folder.path });
          const paths: Record<string, string> = {};
          for (const [n, name] of names.entries()) {
            const file = `${name}${safeExtension(sources[n] ?? '')}`;
            await putIn(loan.paths[n] ?? '', join(inbox, file), who.owner);
            paths[name] = isOutside ? join(inbox, file) : `/in/${file}`;
          }
          const left = Object.entries(results).map(([name, to]) => [name, `${name}${safeExtension(to)}`, to] as const);
          for (const [name, file] of left) paths[name] = join(box.inside.out, file);
          const result = await started.finish({
            ...options,
            stdin: task(paths),
            watch: (pid, kill) => watched(pid, watchTree(pid, box.out, box.limits, kill)),
          });
          if ((await group?.ranOutOfMemory()) === true) throw new LimitExceeded('memory', box.limits.maxMemoryBytes);
          for (const [, file, to] of left) await takeOut(join(box.out, file), to);
          return result;
        },
        async [Symbol.asyncDispose]() {
          started.kill();
          await owned.disposeAsync();
        },
      };
    },

    async host(command) {
      await using begun = new AsyncDisposableStack();
      const who = identity(begun.use(lending.user()).id);
      const folder = begun.use(await scratchFolder(scratch));
      const box = await prepareBox(folder.path, who, command, []);
      const args = await command.args({ root: box.inside.out, home: box.inside.home, isOutside });
      const { argv, start } = box.command(command.program, args);
      const started = startProgram(argv, start);
      const owned = begun.move();
      return {
        root: box.out,
        started,
        makeFolder: (path) => makeFolderFor(path, who.owner),
        copyIn: (file, to) => copyIn(file, to, who.owner),
        linkIn: (file, to) => linkIn(file, to, who.owner),
        async [Symbol.asyncDispose]() {
          started.kill();
          await owned.disposeAsync();
        },
      };
    },
  };
}
