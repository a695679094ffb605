// The sandbox of every engine. A program is prepared and started, receives its document, and ends by itself or is ended; its results
// are moved out of the folder that it may write.
import { join } from 'node:path';
import { whenGivingWay, type WorkSignal } from '#core/effort.ts';
import type { Cgroups } from '../cgroups.ts';
import type { End } from '../endings.ts';
import { requireRoom } from '../full-disk.ts';
import { createLending } from '../lending.ts';
import { goLast, goOn, niceFor, type Priority } from '../priority.ts';
import { startProgram, type FinishOptions, type ProgramResult, type StartedProgram } from '../program.ts';
import { copyIn, linkIn, makeFolderFor, putIn, safeExtension, scratchFolder, takeOut } from '../scratch.ts';
import { LimitExceeded, watchTree } from '../watchdog.ts';
import { placeFiles, type Argument } from './arguments.ts';
import { prepareBox, type BoxOptions, type Folders, type Identity, type SandboxFonts } from './box.ts';

export type { Argument } from './arguments.ts';
export type { Folders, Readable, SandboxFonts } from './box.ts';

export interface ProgramCommand extends BoxOptions {
  program: string;
  args: (folders: Folders) => readonly string[] | Promise<readonly string[]>;
  /** Files and folders that exist when the program starts, by their names in the inbox. */
  inputs?: Readonly<Record<string, string>>;
  /** Folders to create in the writable folder. */
  outputFolders?: readonly string[];
  /** Whether the program serves several documents, one after the other or in children, so that the caller limits the resources of each. */
  servesMany?: boolean;
  /** The priority, by default `document`. */
  priority?: Priority | undefined;
}

/** A program in a sandbox. Disposing it ends the program and removes its files. */
export interface SandboxedProgram extends AsyncDisposable, Pick<StartedProgram, 'send' | 'kill' | 'pid' | 'hasEnded'> {
  /** The folder that the program may write, as seen from outside. */
  readonly root: string;
  /** The paths at which the program finds its folders. */
  readonly folders: Folders;
  /** Raises the priority of a prewarmed program that now has a document. */
  goOn(): void;
  /** Puts more files and folders into the inbox. @returns their paths as the program sees them */
  give(inputs: Readonly<Record<string, string>>): Promise<Record<string, string>>;
  /** Makes a folder that the program may write. */
  makeFolder(path: string): Promise<void>;
  /** Puts a copy of a file into such a folder. */
  copyIn(file: string, to: string): Promise<void>;
  /** Puts the file itself into such a folder, for a trusted program. */
  linkIn(file: string, to: string): Promise<void>;
  /** Waits for the program's end; may be called only once. @throws as {@link StartedProgram.finish}, and LimitExceeded */
  finish(options: Omit<FinishOptions, 'watch'>): Promise<ProgramResult>;
  /** Moves results from `root`, by their names there; missing ones are skipped. */
  takeOut(results: Readonly<Record<string, string>>): Promise<void>;
}

export interface SandboxedCommand extends Omit<BoxOptions, 'mayNest'>, Omit<FinishOptions, 'watch' | 'keepsListening'> {
  program: string;
  args: readonly Argument[];
  /** Whether to pass the arguments as lines of standard input (`@-`), since other processes could read passwords on a command line. */
  argsOnStdin?: boolean;
}

export interface Sandbox {
  /** `bubblewrap`, or `off` if the operator has turned it off. */
  readonly kind: 'bubblewrap' | 'off';
  start(command: ProgramCommand): Promise<SandboxedProgram>;
  /**
   * Runs a command to its end; its output files are moved to their destinations only if `accept` approves the result.
   * @throws the errors of {@link SandboxedProgram.finish}
   */
  run(command: SandboxedCommand, accept: (result: ProgramResult) => boolean): Promise<ProgramResult>;
}

/** Slows a program for one document together with its conversion. */
function watched(pid: number, watch: Disposable, signal: WorkSignal | undefined): Disposable {
  const all = new DisposableStack();
  all.use(watch);
  all.use(whenGivingWay(signal, () => void goLast(pid)));
  return all;
}

/**
 * Creates a sandbox. `scratch` is our folder on the outputs' file system (results are renamed). Files below `documents` may
 * change their owner while a sandbox reads them.
 */
export function createSandbox(
  scratch: string,
  kind: Sandbox['kind'] = 'bubblewrap',
  documents = scratch,
  { fonts, cgroups }: { fonts?: SandboxFonts | undefined; cgroups?: Cgroups | undefined } = {},
): Sandbox {
  const asRoot = process.getuid?.() === 0;
  const isOutside = kind === 'off';
  const hasOwnUsers = asRoot && !isOutside;
  const lending = createLending(documents, hasOwnUsers);
  async function start(command: ProgramCommand): Promise<SandboxedProgram> {
    const { program, servesMany = false, inputs = {}, outputFolders = [] } = command;
    await using begun = new AsyncDisposableStack();
    const folder = begun.use(await scratchFolder(scratch)).path;
    const [inbox, own] = [join(folder, 'in'), join(folder, 'own')];
    const loan = begun.use(await lending.lend(Object.values(inputs), { spare: folder }));
    const { uid } = loan;
    const who: Identity = { uid, owner: hasOwnUsers ? uid : null, asRoot, isOutside, fonts };
    const give = async (names: readonly string[], paths: readonly string[]) => {
      for (const [n, name] of names.entries()) await putIn(paths[n] ?? '', join(inbox, name), who.owner);
    };
    await makeFolderFor(inbox, who.owner);
    await makeFolderFor(own, null);
    await give(Object.keys(inputs), loan.paths);
    const box = await prepareBox({ inbox, own }, who, command);
    const { folders } = box;
    for (const name of outputFolders) await makeFolderFor(join(box.out, name), who.owner);
    const { argv, start: startOptions } = box.command(program, await command.args(folders));
    const group = servesMany ? undefined : await cgroups?.open(box.limits);
    if (group !== undefined) begun.use(group);
    const started = startProgram([...(group?.enter ?? []), ...argv], {
      ...startOptions,
      nice: niceFor(command.priority ?? 'document'),
    });
    begun.defer(() => {
      // The process id of an ended process may already be reused.
      if (!started.hasEnded) started.kill();
    });
    const owned = begun.move();
    return {
      get hasEnded() {
        return started.hasEnded;
      },
      pid: started.pid,
      root: box.out,
      folders,
      send: (text) => started.send(text),
      kill: () => started.kill(),
      goOn() {
        if (!started.hasEnded && started.pid !== undefined) void goOn(started.pid);
      },
      async give(more) {
        const names = Object.entries(more).map(([name, path]) => `${name}${safeExtension(path)}`);
        const lent = owned.use(await lending.lend(Object.values(more), { uid, spare: folder }));
        await give(names, lent.paths);
        return Object.fromEntries(Object.keys(more).map((name, n) => [name, join(folders.inbox, names[n] ?? '')]));
      },
      makeFolder: (path) => makeFolderFor(path, who.owner),
      copyIn: (file, to) => copyIn(file, to, who.owner),
      linkIn: (file, to) => linkIn(file, to, who.owner),
      async finish(options) {
        const watch = (pid: number, end: End) => watched(pid, watchTree(pid, own, box.limits, end), options.signal);
        const result = await started.finish({ ...options, ...(servesMany ? {} : { watch }) });
        if ((await group?.ranOutOfMemory()) === true) throw new LimitExceeded('memory', box.limits.maxMemoryBytes);
        return result;
      },
      async takeOut(results) {
        for (const [name, to] of Object.entries(results)) await takeOut(join(box.out, name), to);
      },
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    };
  }

  return {
    kind,
    start,

    async run(command, accept) {
      const { args, argsOnStdin = false, stdin, ...rest } = command;
      command.signal?.throwIfAborted();
      const { argsIn, results, ...files } = placeFiles(args);
      await using program = await start({
        ...rest,
        ...files,
        args: (folders) => (argsOnStdin ? ['@-'] : argsIn(folders)),
      });
      const { signal, timeoutMs, maxStdoutBytes, onStdout } = rest;
      const result = await program.finish({
        signal,
        timeoutMs,
        maxStdoutBytes,
        onStdout,
        stdin: argsOnStdin ? `${argsIn(program.folders).join('\n')}\n` : stdin,
      });
      if (accept(result)) await program.takeOut(results);
      else if (result.status !== 0) await requireRoom(scratch, result.stderr);
      return result;
    },
  };
}
