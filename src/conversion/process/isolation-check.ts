// The self-test of the sandbox: a program inside actually tries the forbidden operations.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile, chmod, mkdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { confiner } from './bubblewrap.ts';
import { createSandbox, type Sandbox } from './sandbox/sandbox.ts';

/** The forbidden operations that succeeded inside; all must be false. */
export interface Escapes {
  network: boolean;
  parentEnvironment: boolean;
  neighboursFile: boolean;
  writeToSystem: boolean;
  forkBomb: boolean;
}

export type IsolationResult = { ok: true } | { ok: false; problem: string };

const probe = join(import.meta.dirname, 'isolation-probe.ts');
const maxProcesses = 64;

/** Tries to escape from a sandbox like the engines'. */
export async function checkIsolation(): Promise<IsolationResult> {
  try {
    const escapes = await tryToEscape('bubblewrap');
    const open = Object.entries(escapes).filter(([, escaped]) => escaped);
    return open.length === 0
      ? { ok: true }
      : { ok: false, problem: `a program inside could use: ${open.map(([name]) => name).join(', ')}` };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Runs the probe in a sandbox of the given kind; with `off` it reports what a process can do without one. */
export async function tryToEscape(kind: Sandbox['kind']): Promise<Escapes> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-isolation-'));
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  const canary = `canary-${process.pid}-${Date.now()}`;
  try {
    await chmod(folder, 0o711);
    if (!server.listening) await once(server, 'listening');
    const neighbour = join(folder, 'run-neighbour', 'secret.txt');
    await mkdir(dirname(neighbour));
    await writeFile(neighbour, canary);
    // Everybody may read the file, so only the sandbox can hide it.
    await chmod(dirname(neighbour), 0o755);
    await chmod(neighbour, 0o644);
    const { port } = server.address() as AddressInfo;
    const result = await createSandbox(folder, kind).run(
      {
        program: process.execPath,
        args: ['--disable-warning=ExperimentalWarning', probe],
        stdin: JSON.stringify({
          port,
          canary,
          neighbour,
          variable: await longestVariable(),
          processes: maxProcesses * 4,
        }),
        alsoRead: [process.execPath, import.meta.dirname],
        calls: 'processes',
        timeoutMs: 20_000,
        limits: { maxProcesses },
      },
      () => false,
    );
    if (result.status !== 0)
      throw new Error(
        result.stderr.trim().split('\n').slice(0, 3).join(' ') ||
          `the probe ended with ${result.status ?? result.endedBy}`,
      );
    return JSON.parse(result.stdout.toString('utf8')) as Escapes;
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the kernel's version of Landlock (0 without it), and whether it confines a program. */
export async function checkLandlock(): Promise<{ version: number; isInForce: boolean }> {
  const version = Number(execFileSync(confiner.host, { encoding: 'utf8', env: {} }));
  const folder = await mkdtemp(join(tmpdir(), 'platen-landlock-'));
  try {
    // Only Landlock denies a pipe in a place where a folder can be created.
    const sandbox = createSandbox(folder);
    const ended = async (program: string) =>
      sandbox.run({ program, args: ['/tmp/probe'], timeoutMs: 20_000 }, () => false);
    const [made, denied] = [await ended('mkdir'), await ended('mkfifo')];
    return { version, isInForce: made.status === 0 && /Permission denied/.test(denied.stderr) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns a variable of this process's environment as the kernel shows it, long enough to be unique. */
async function longestVariable(): Promise<string> {
  const variables = (await readFile('/proc/self/environ', 'latin1')).split('\0');
  return variables.reduce((longest, variable) => (variable.length > longest.length ? variable : longest), '(none)');
}
