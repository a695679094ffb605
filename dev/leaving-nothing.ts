// Runs a command of this program in a process group and a temporary folder of its own: however it ends, nothing of either is left.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeTree } from '#core/remove-tree.ts';

/** How long servers may take to stop. */
const graceMs = 10_000;
const marker = 'BENCH_FOLDER';

/** Whether this process is the one that is run so. */
export const isInside = (): boolean => process.env[marker] !== undefined;

/** Calls the same words again, inside. Returns the exit status. */
export async function leavingNothing(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-bench-'));
  // PostgreSQL runs as another user than root, and has its folder in this one.
  await chmod(folder, 0o711);
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, TMPDIR: folder, [marker]: folder },
  });
  const group = -(child.pid ?? 0);
  let stoppedBy: NodeJS.Signals | undefined;
  const stop = (signal: NodeJS.Signals) => {
    stoppedBy ??= signal;
    kill(group, 'SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
  const [status] = (await once(child, 'exit')) as [number | null];
  await endGroup(group);
  await removeTree(folder);
  return stoppedBy === undefined ? (status ?? 1) : 128 + constants.signals[stoppedBy];
}

/** Ends the processes that a bench has started and not stopped. */
async function endGroup(group: number): Promise<void> {
  kill(group, 'SIGTERM');
  // Only children can be waited for, and a group may have others, so it is polled.
  for (let waited = 0; kill(group, 0) && waited < graceMs; waited += 50) await sleep(50);
  kill(group, 'SIGKILL');
}

/** False if the group is empty. */
function kill(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(group, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
