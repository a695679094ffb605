// The processes of this machine, from /proc (proc(5)).
import { readdir, readFile } from 'node:fs/promises';

export interface Process {
  pid: number;
  parent: number;
  name: string;
  /** The state: R is running, S and D are sleeping, Z has ended but its parent has not collected its status. */
  state: string;
  /** The process's own time in user mode, in hundredths of a second. */
  cpu: number;
}

/** Lists all visible processes, except those that end in the meantime. */
export async function processes(): Promise<Process[]> {
  const found: Process[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
    // A name may contain brackets and spaces.
    const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(stat) ?? [];
    const fields = rest.split(' ');
    const [state = '', parent] = fields;
    if (rest !== '') found.push({ pid: Number(pid), parent: Number(parent), name, state, cpu: Number(fields[11]) });
  }
  return found;
}

/** Finds the descendants of a process among `all`. */
export function descendantsOf(pid: number, all: readonly Process[]): Process[] {
  const byParent = Map.groupBy(all, ({ parent }) => parent);
  const below = (parent: number): Process[] =>
    (byParent.get(parent) ?? []).flatMap((child) => [child, ...below(child.pid)]);
  return below(pid);
}
