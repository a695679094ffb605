// Run one program to its end: bounded output, killed with all its children on abort or at its own time limit.
import { spawn } from 'node:child_process';
import { DeadlinePassed } from '#core/deadline.ts';

export interface ProgramOptions {
  /** Written to the program's standard input, which is then closed. */
  stdin?: string | Buffer | undefined;
  env: Record<string, string>;
  cwd?: string;
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  /** More output than this is a breakdown; default 1 MiB. */
  maxStdoutBytes?: number | undefined;
  /** Takes the output as it comes; it is then neither collected nor bounded. */
  onStdout?: ((chunk: Buffer) => void) | undefined;
  /** Called with the process id once it runs; what it returns is disposed when the program ends. */
  watch?: (pid: number, kill: (reason: Error) => void) => Disposable;
}

export interface ProgramResult {
  /** Exit status, or null when a signal ended the program. */
  status: number | null;
  endedBy: NodeJS.Signals | null;
  stdout: Buffer;
  /** The last 64 KiB of standard error. */
  stderr: string;
}

const stderrTail = 64 * 1024;

/** The program wrote more than its caller allowed. */
export class OutputOverflow extends Error {}

/**
 * Runs `argv` without a shell. Resolves when the process has ended and its pipes are closed.
 * @throws the signal's reason, {@link DeadlinePassed} or {@link OutputOverflow} when it was killed; the system's error when it could not be started.
 */
export async function runProgram(argv: readonly string[], options: ProgramOptions): Promise<ProgramResult> {
  const [program, ...args] = argv;
  if (program === undefined) throw new TypeError('no program to run');
  options.signal?.throwIfAborted();

  const child = spawn(program, args, {
    env: options.env,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true, // a process group of its own, so that a kill reaches what it started
  });

  return new Promise((resolve, reject) => {
    let killedFor: unknown;
    const kill = (reason: unknown) => {
      killedFor ??= reason;
      killGroup(child.pid);
    };
    const onAbort = () => kill(options.signal?.reason);
    options.signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => kill(new DeadlinePassed(options.timeoutMs)), options.timeoutMs);
    const watcher = child.pid === undefined ? undefined : options.watch?.(child.pid, kill);
    const release = () => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
      watcher?.[Symbol.dispose]();
    };

    child.on('error', (error) => {
      release();
      reject(error);
    });
    // Without free file descriptors there is a child without pipes, and the error comes a moment later.
    if ((child.stdout as unknown) === undefined || (child.stdin as unknown) === undefined) return;

    const stdout: Buffer[] = [];
    let stdoutBytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      if (options.onStdout !== undefined) return options.onStdout(chunk);
      stdoutBytes += chunk.length;
      if (stdoutBytes > (options.maxStdoutBytes ?? 1 << 20)) kill(new OutputOverflow(`${program} wrote too much`));
      else stdout.push(chunk);
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-stderrTail);
    });
    child.stdin.on('error', () => {}); // a program may end before it has read its input: its status tells
    child.stdin.end(options.stdin);

    child.on('close', (status, endedBy) => {
      release();
      if (killedFor !== undefined) reject(killedFor);
      else resolve({ status, endedBy, stdout: Buffer.concat(stdout), stderr });
    });
  });
}

/** Kills a process group that {@link runProgram} or a warm process leads; one that has ended already is left alone. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
