// One program, run to its end: bounded output, killed with all its children on abort or at its own time limit.
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { WorkSignal } from '#core/effort.ts';
import { launcher } from './bubblewrap.ts';
import { watchEndings, type End, type Endings } from './endings.ts';

export interface StartOptions {
  env: Record<string, string>;
  /** Its nice value. */
  nice: number;
  cwd?: string;
  /** Files that the program can read from its descriptors, from {@link firstFile} on. */
  files?: readonly string[];
}

/** After standard input, output and error. */
export const firstFile = 3;

export interface FinishOptions {
  /** Written to the program's standard input, which is then closed. */
  stdin?: string | Buffer | undefined;
  /** Leaves standard input open for {@link StartedProgram.send}. */
  keepsListening?: boolean;
  signal?: WorkSignal | undefined;
  /** Infinity for a program that lives as long as the service. */
  timeoutMs: number;
  /** More output than this is a failure; default 1 MiB, and 4 MiB for output that is read as it comes. */
  maxStdoutBytes?: number | undefined;
  /** Receives the output as it arrives, instead of collecting it: the output is counted anew with every input. */
  onStdout?: ((chunk: Buffer) => void) | undefined;
  /** Called with the process id; its result is disposed when the program ends. */
  watch?: (pid: number, end: End) => Disposable;
}

export interface ProgramResult {
  /** Exit status, or null when a signal ended the program. */
  status: number | null;
  endedBy: NodeJS.Signals | null;
  stdout: Buffer;
  /** The last 64 KiB of standard error. */
  stderr: string;
}

/** The highest number of a signal on Linux. A higher status is an error of the program's own: Ghostscript has 255. */
const lastSignal = 64;

/** The signal that ended a program. Programs between us and it add 128 to its number, as shells do. */
export const signalOf = ({ status, endedBy }: Pick<ProgramResult, 'status' | 'endedBy'>): string | undefined => {
  if (endedBy !== null) return endedBy;
  return status !== null && status > 128 && status <= 128 + lastSignal ? `signal ${status - 128}` : undefined;
};

/** A program that runs and waits for its input. */
export interface StartedProgram {
  readonly hasEnded: boolean;
  /** Undefined when no process could be started. */
  readonly pid: number | undefined;
  /**
   * Writes its input and waits for its end. Once only.
   * @throws the signal's reason, DeadlinePassed or {@link OutputOverflow} when it was killed; the system's error when no process could be started. A program that is missing ends with status 127.
   */
  finish(options: FinishOptions): Promise<ProgramResult>;
  /** Writes to its standard input. */
  send(text: string): void;
  kill(): void;
}

type Exit = { status: number | null; endedBy: NodeJS.Signals | null } | { error: Error };

const stderrTail = 64 * 1024;
/** More than a program has to complain of: reading it costs the service its own time. Counted anew with everything that is sent. */
const maxStderrBytes = 4 << 20;
const maxStreamedBytes = 4 << 20;
/** The cost of a line for its reader, beside its bytes. */
const lineCost = 64;

/** The program wrote more than its caller allowed. */
export class OutputOverflow extends Error {}

/** Starts `argv` without a shell. */
export function startProgram(
  [program, ...args]: readonly string[],
  { env, nice, cwd, files = [] }: StartOptions,
): StartedProgram {
  if (program === undefined) throw new TypeError('no program to run');
  using opened = new DisposableStack();
  const descriptors = files.map((file) => {
    const descriptor = openSync(file, 'r');
    opened.defer(() => closeSync(descriptor));
    return descriptor;
  });
  const written = { stdout: 0, stderr: 0 };
  const child = spawn(launcher, [String(nice), program, ...args], {
    env,
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['pipe', 'pipe', 'pipe', ...descriptors],
  }) as ChildProcessWithoutNullStreams;
  let hasEnded = false;
  const end = new Promise<Exit>((resolve) => {
    child.once('error', (error) => resolve({ error }));
    child.once('close', (status, endedBy) => resolve({ status, endedBy }));
    child.once('exit', () => (hasEnded = true));
  });
  // Without free file descriptors there is a child without pipes, and the error comes a moment later.
  const hasPipes = (child.stdout as unknown) !== undefined && (child.stdin as unknown) !== undefined;
  if (hasPipes) child.stdin.on('error', () => {}); // a program may end before it has read its input: its status decides

  return {
    get hasEnded() {
      return hasEnded;
    },
    pid: child.pid,
    kill: () => killGroup(child),
    send(text) {
      written.stdout = written.stderr = 0;
      child.stdin?.write(text);
    },
    finish: (options) => finish({ program, child, hasPipes, written, end }, options),
  };
}

interface Running {
  program: string;
  child: ChildProcess;
  hasPipes: boolean;
  /** Its output since something was last sent to it. */
  written: { stdout: number; stderr: number };
  end: Promise<Exit>;
}

async function finish(
  { program, child, hasPipes, written, end }: Running,
  options: FinishOptions,
): Promise<ProgramResult> {
  let killedFor: unknown;
  const kill = (reason: unknown) => {
    killedFor ??= reason;
    killGroup(child);
  };
  const { signal, timeoutMs, watch } = options;
  using _endings = watchEndings({ signal, timeoutMs, watch: watchOf(child.pid, watch) }, kill);

  const stdout: Buffer[] = [];
  let stderr = '';
  if (hasPipes) {
    const tooMuch = () => kill(new OutputOverflow(`${program} wrote too much`));
    const { onStdout, maxStdoutBytes = onStdout === undefined ? 1 << 20 : maxStreamedBytes } = options;
    child.stdout?.on('data', (chunk: Buffer) => {
      written.stdout += chunk.length + (onStdout === undefined ? 0 : lineCost * linesIn(chunk));
      if (written.stdout > maxStdoutBytes) tooMuch();
      else if (onStdout === undefined) stdout.push(chunk);
      else takeChunk(onStdout, chunk, kill);
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      written.stderr += text.length;
      if (written.stderr > maxStderrBytes) tooMuch();
      else stderr = (stderr + text).slice(-stderrTail);
    });
    if (options.keepsListening !== true) child.stdin?.end(options.stdin);
  }
  const ended = await end;
  if ('error' in ended) throw ended.error;
  if (killedFor !== undefined) throw killedFor;
  return { ...ended, stdout: Buffer.concat(stdout), stderr };
}

const watchOf = (pid: number | undefined, watch: FinishOptions['watch']): Endings['watch'] =>
  pid === undefined || watch === undefined ? undefined : (end) => watch(pid, end);

function linesIn(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  return lines;
}

/** A program may write anything: a reader that refuses it ends the program, not the service. */
function takeChunk(read: (chunk: Buffer) => void, chunk: Buffer, kill: End): void {
  try {
    read(chunk);
  } catch (error) {
    kill(error);
  }
}

/** Kills a program and its process group; one that has ended already is left alone. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    // It has ended, or has just been started and has no group yet.
    child.kill('SIGKILL');
  }
}
