// What documents cost a process and its children: page faults, and time in the kernel and outside of it (proc_pid_stat(5)).
import { readFileSync } from 'node:fs';
import { descendantsOf, processes } from '#core/processes.ts';

interface Costs {
  faults: number;
  /** Milliseconds, in steps of ten. */
  kernelMs: number;
  programMs: number;
}

/** The milliseconds of a clock tick. */
const tickMs = 10;

/** Returns the costs so far of a process and of its children that have ended. */
function costsOf(pid: number): Costs {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // From the third field on: the second one is a name, which may have blanks.
  const field = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const sum = (own: number, children: number) => (field[own] ?? 0) + (field[children] ?? 0);
  return { faults: sum(7, 8), programMs: tickMs * sum(11, 13), kernelMs: tickMs * sum(12, 14) };
}

/** Returns the first process of this name that the bench has started. */
export async function startedHere(wanted: string): Promise<number> {
  const found = descendantsOf(process.pid, await processes()).find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`no ${wanted} runs`);
  return found.pid;
}

/** Does work, and returns its costs in a process. */
export async function costing(pid: number, times: number, work: () => Promise<unknown>): Promise<Costs> {
  const before = costsOf(pid);
  await work();
  const after = costsOf(pid);
  const each = (name: keyof Costs) => (after[name] - before[name]) / times;
  return { faults: each('faults'), kernelMs: each('kernelMs'), programMs: each('programMs') };
}
