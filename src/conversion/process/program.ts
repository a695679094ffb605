// Runs a program to its end, with bounded output; kills it with all its children on abort or at its own time limit.
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { WorkSignal } from '#core/effort.ts';
import { launcher } from './bubblewrap.ts';
import { watchEndings, type End, type Endings } from './endings.ts';

export interface StartOptions {
  env: Record<string, string>;
  /** The nice value. */
  nice: number;
  cwd?: string;
  /** Files that the program can read from descriptors, starting at {@link firstFile}. */
  files?: readonly string[];
}

/** The first file descriptor after standard input, output and error. */
export const firstFile = 3;

export interface FinishOptions {
  /** The program's standard input, which is closed afterwards. */
  stdin?: string | Buffer | undefined;
  /** Leaves standard input open for {@link StartedProgram.send}. */
  keepsListening?: boolean;
  signal?: WorkSignal | undefined;
  /** Infinity for a program that lives as long as the service. */
  timeoutMs: number;
  /** The maximum output, beyond which the program fails; default 1 MiB, or 4 MiB for streamed output. */
  maxStdoutBytes?: number | undefined;
  /** Receives the output as it arrives instead of collecting it; the count of output restarts whenever something is sent. */
  onStdout?: ((chunk: Buffer) => void) | undefined;
  /** Called with the process id; its result is disposed when the program ends. */
  watch?: (pid: number, end: End) => Disposable;
}

export interface ProgramResult {
  /** The exit status; null when a signal ended the program. */
  status: number | null;
  endedBy: NodeJS.Signals | null;
  stdout: Buffer;
  /** The last 64 KiB of standard error. */
  stderr: string;
}

/** The highest signal number on Linux. A higher status is the program's own error, such as Ghostscript's 255. */
const lastSignal = 64;

/** Returns the signal that ended a program. Intermediate programs add 128 to its number, like shells. */
export const signalOf = ({ status, endedBy }: Pick<ProgramResult, 'status' | 'endedBy'>): string | undefined => {
  if (endedBy !== null) return endedBy;
  return status !== null && status > 128 && status <= 128 + lastSignal ? `signal ${status - 128}` : undefined;
};

/** A running program that waits for its input. */
export interface StartedProgram {
  readonly hasEnded: boolean;
  /** Undefined when no process could be started. */
  readonly pid: number | undefined;
  /**
   * Writes the input and waits for the end; may be called only once.
   * @throws the signal's reason, DeadlinePassed or {@link OutputOverflow} when it was killed; the system's error when no process could be started. A program that is missing ends with status 127.
   */
  finish(options: FinishOptions): Promise<ProgramResult>;
  /** Writes to its standard input. */
  send(text: string): void;
  kill(): void;
}

type Exit = { status: number | null; endedBy: NodeJS.Signals | null } | { error: Error };

const stderrTail = 64 * 1024;
/** The maximum size of standard error, which costs the service time to read. The count restarts whenever something is sent. */
const maxStderrBytes = 4 << 20;
const maxStreamedBytes = 4 << 20;
/** The cost of a line for its reader, in addition to its bytes. */
const lineCost = 64;

/** Thrown when the program writes more than its caller allows. */
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
  // Without free file descriptors, the child has no pipes, and the error follows a moment later.
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
  /** The output since something was last sent to the program. */
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

/** Reads a chunk; if the reader refuses it, ends the program instead of the service, since a program may write anything. */
function takeChunk(read: (chunk: Buffer) => void, chunk: Buffer, kill: End): void {
  try {
    read(chunk);
  } catch (error) {
    kill(error);
  }
}

/** Kills a program and its process group, unless it has already ended. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    // The program has ended, or has just started and has no group yet.
    child.kill('SIGKILL');
  }
}
