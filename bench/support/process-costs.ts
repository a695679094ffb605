// What documents cost a process and its children: page faults, and time in the kernel and outside of it (proc_pid_stat(5)).
import { readFileSync, readdirSync } from 'node:fs';

export interface Costs {
  faults: number;
  /** Milliseconds, in steps of ten. */
  kernelMs: number;
  programMs: number;
}

/** The milliseconds of a clock tick. */
const tickMs = 10;

/** Returns the costs so far of a process and of its children that have ended. */
export function costsOf(pid: number): Costs {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // From the third field on: the second one is a name, which may have blanks.
  const field = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const sum = (own: number, children: number) => (field[own] ?? 0) + (field[children] ?? 0);
  return { faults: sum(7, 8), programMs: tickMs * sum(11, 13), kernelMs: tickMs * sum(12, 14) };
}

/** Returns the first process whose command line begins with a program of this name. */
export function processNamed(name: string): number {
  for (const pid of readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)) {
    const program = commandOf(pid).split('\0')[0] ?? '';
    if (program.endsWith(`/${name}`)) return pid;
  }
  throw new Error(`no ${name} runs`);
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

/** Does work, and returns its costs in a process. */
export async function costing(pid: number, times: number, work: () => Promise<unknown>): Promise<Costs> {
  const before = costsOf(pid);
  await work();
  const after = costsOf(pid);
  const each = (name: keyof Costs) => (after[name] - before[name]) / times;
  return { faults: each('faults'), kernelMs: each('kernelMs'), programMs: each('programMs') };
}
