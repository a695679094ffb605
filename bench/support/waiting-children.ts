// The memory of LibreOffice processes that wait for documents.
import { readdir, readFile } from 'node:fs/promises';

export interface WaitingChild {
  /** MiB of its own: what it adds to the machine's memory. */
  own: number;
  /** MiB with its share of what it has in common with others (PSS). */
  shared: number;
}

/** Of every child of every fork server of this machine. */
export async function waitingChildren(): Promise<WaitingChild[]> {
  const servers = new Map<string, string>();
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const [command, status] = await Promise.all(
      ['cmdline', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
    );
    if (/^[^\0]*\/fork-server\0/.test(command ?? '')) servers.set(pid, /PPid:\t(\d+)/.exec(status ?? '')?.[1] ?? '');
  }
  const found: WaitingChild[] = [];
  for (const [pid, parent] of servers) {
    if (!servers.has(parent)) continue;
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0);
    found.push({ own: (kib('Private_Dirty') + kib('Private_Clean')) / 1024, shared: kib('Pss') / 1024 });
  }
  return found;
}
