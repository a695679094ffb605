// Control groups (cgroup v2) for sandboxes, if the operator provides a folder for them: the kernel itself limits the memory and the
// processes of a whole tree, which rlimits cannot, and the watchdog only every 150 ms.
// https://docs.kernel.org/admin-guide/cgroup-v2.html
import { randomUUID } from 'node:crypto';
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ifAbsent } from '#core/absent.ts';
import type { Limits } from './bubblewrap.ts';

type Bounds = Pick<Limits, 'maxMemoryBytes' | 'maxTemporaryBytes' | 'maxProcesses'>;

export interface Cgroups {
  open(limits: Bounds): Promise<Cgroup>;
}

/** The control group of a sandbox; disposing of it kills the remaining processes. */
export interface Cgroup extends AsyncDisposable {
  /** The arguments before a command line that start it, and all its children, in the group. */
  enter: readonly string[];
  /** Returns whether the kernel has killed a process of the group for its memory. */
  ranOutOfMemory(): Promise<boolean>;
}

/** The number of processes around the program: bubblewrap, setpriv and prlimit. */
const ownProcesses = 8;
const needed = ['memory', 'pids'] as const;
/** How often to retry a removal, since a killed process leaves its group a moment later. */
const removals = { tries: 50, pauseMs: 20 } as const;

/** Opens a folder of groups without processes, such as systemd delegates to a unit. @throws when it cannot be used */
export function openCgroups(folder: string): Cgroups {
  const problem = (what: string) => new Error(`PLATEN_CGROUP: ${folder} ${what}`);
  let controllers: string[];
  try {
    controllers = readFileSync(join(folder, 'cgroup.controllers'), 'utf8').trim().split(' ');
    accessSync(folder, constants.W_OK);
  } catch {
    throw problem('is no control group (version 2) that this user may write');
  }
  const missing = needed.filter((name) => !controllers.includes(name));
  if (missing.length > 0) throw problem(`has no controller ${missing.join(' and ')}`);
  try {
    writeFileSync(join(folder, 'cgroup.subtree_control'), needed.map((name) => `+${name}`).join(' '));
  } catch {
    throw problem('cannot pass its controllers on: it must hold no process itself');
  }
  return { open: (limits) => openGroup(join(folder, `platen-${randomUUID()}`), limits) };
}

async function openGroup(path: string, { maxMemoryBytes, maxTemporaryBytes, maxProcesses }: Bounds): Promise<Cgroup> {
  await mkdir(path);
  const set = (file: string, value: number | string) => writeFile(join(path, file), String(value));
  try {
    // Files in the private /tmp are also memory.
    await set('memory.max', maxMemoryBytes + maxTemporaryBytes);
    // A kernel without swap accounting has no such file, and does not allow creating one.
    await set('memory.swap.max', 0).catch((error: NodeJS.ErrnoException) => {
      if (!['ENOENT', 'EACCES', 'EPERM'].includes(error.code ?? '')) throw error;
    });
    await set('memory.oom.group', 1);
    await set('pids.max', maxProcesses + ownProcesses);
  } catch (error) {
    await rmdir(path).catch(() => {});
    throw error;
  }
  return {
    enter: ['sh', '-c', 'echo 0 > "$0" && exec "$@"', join(path, 'cgroup.procs')],
    async ranOutOfMemory() {
      const events = await readFile(join(path, 'memory.events'), 'utf8').catch(ifAbsent(''));
      return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0) > 0;
    },
    async [Symbol.asyncDispose]() {
      await set('cgroup.kill', 1).catch(() => {});
      for (let tries = 0; tries < removals.tries; tries++) {
        const isGone = await rmdir(path).then(
          () => true,
          () => false,
        );
        if (isGone) return;
        await sleep(removals.pauseMs);
      }
    },
  };
}
