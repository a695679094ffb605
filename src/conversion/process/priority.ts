// Who has busy processors first: the service and what is short before documents that take long, and what is started ahead of its
// document, or has run for too long, only when nothing else wants them.
import { writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { isShortWorkRunning, onShortWork } from '#core/short-work.ts';

/** Nice values: a step is a tenth of the time. */
const nice = { service: -10, short: -5, usual: 0, givingWay: 10, last: constants.priority.PRIORITY_LOW } as const;

export type Priority = 'short' | 'document' | 'ahead';

/** The session of a program that has a priority below the highest, for as long as it runs. */
export interface Prioritized extends Disposable {
  /** It was started ahead, and has a document now. */
  goOn(): void;
}

/**
 * Gives a program that has just been started, and leads a session, its priority. Linux shares the processors of a control group (a
 * container, a unit of systemd) among its processes: there a document's program has a lower one than the service all the time. Outside
 * of one it shares them among sessions first (sched(7), autogroup), those of other programs too: there the session of a document has
 * the usual one but for moments in which something short runs.
 */
export function prioritize(priority: Priority, pid: number | undefined): Prioritized {
  const stays: Prioritized = { goOn() {}, [Symbol.dispose]() {} };
  if (pid === undefined) return stays;
  if (priority === 'short') {
    setSession(pid, nice.short);
    return stays;
  }
  try {
    // All that it starts inherits it.
    setPriority(pid, nice.givingWay);
  } catch {
    // It has ended.
  }
  const join = () => {
    documents.add(pid);
    if (isShortWorkRunning()) setSession(pid, nice.givingWay);
  };
  if (priority === 'ahead') setSession(pid, nice.last);
  else join();
  return {
    goOn() {
      if (!isShortWorkRunning()) setSession(pid, nice.usual);
      join();
    },
    [Symbol.dispose]: () => void documents.delete(pid),
  };
}

/** Gives this process the highest priority, where it is a service of the machine: a shell would share it. */
export async function goFirst(): Promise<void> {
  if (await leadsSession(process.pid)) setSession(process.pid, nice.service);
}

/** The leaders of the sessions that have a document. */
const documents = new Set<number>();

/** Only root may change it more than ten times a second, what others write more often gets lost. */
const mayChangeOften = process.getuid?.() === 0;

if (mayChangeOften)
  onShortWork((isRunning) => {
    for (const pid of documents) setSession(pid, isRunning ? nice.givingWay : nice.usual);
  });

function setSession(pid: number, value: number): void {
  if (!mayChangeOften) return;
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(value));
  } catch {
    // It has ended, or the kernel has no such groups.
  }
}

/** The lowest priority for a process and its descendants. What ends meanwhile is left alone, and so is what we have no right to. */
export async function lowerPriority(pid: number): Promise<void> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const children: number[] = [];
  for (const thread of threads) {
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended, or is not ours.
    }
    const list = await readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '');
    children.push(...list.split(' ').filter(Boolean).map(Number));
  }
  if (await leadsSession(pid))
    await writeFile(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_LOW)).catch(() => {});
  for (const child of children) await lowerPriority(child);
}

/** Whether its session is its own: that of others is not slowed with it. */
async function leadsSession(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // After the name, which may have spaces: state, parent, group, session.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3] === String(pid);
}
