// Priorities on busy processors: the service and short work come before long documents; prewarmed processes, and those that have run
// for too long, use only idle processors.
import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const nice = { service: -10, short: -5, document: 10, last: constants.priority.PRIORITY_LOW } as const;

export type Priority = 'short' | 'document' | 'ahead';

/** The nice value of a program at its start. If nobody may raise it again, prewarmed processes start with that of their document. */
export function niceFor(priority: Priority): number {
  if (priority === 'ahead') return mayRaise() ? nice.last : nice.document;
  return nice[priority];
}

/** Sets the priority of the service for this process, if the system allows it; a higher initial one stays. */
export function goFirst(): void {
  if (!mayRaise()) return;
  for (const thread of readdirSync('/proc/self/task'))
    trySetting(Number(thread), Math.min(getPriority(), nice.service));
}

/** Sets the priority of a document for the process tree of a prewarmed program. */
export const goOn = (pid: number): Promise<void> => (mayRaise() ? change(pid, nice.document) : Promise.resolve());

/** Sets the lowest priority for the process tree of a program. */
export const goLast = (pid: number): Promise<void> => change(pid, nice.last);

async function change(pid: number, value: number): Promise<void> {
  while ((await groupOf(pid)) === 'inherited') await sleep(1);
  await setTree(pid, value);
}

/** A program that has just been started sets its own nice value, and then makes its process group (native/launch). */
async function groupOf(pid: number): Promise<'own' | 'inherited'> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === undefined || group === String(pid) ? 'own' : 'inherited';
}

/** Ignores processes that have ended meanwhile, and ones that we have no permission for. */
async function setTree(pid: number, value: number): Promise<void> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const children: number[] = [];
  for (const thread of threads) {
    trySetting(Number(thread), value);
    const list = await readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '');
    children.push(...list.split(' ').filter(Boolean).map(Number));
  }
  await Promise.all(children.map((child) => setTree(child, value)));
}

function trySetting(thread: number, value: number): boolean {
  try {
    setPriority(thread, value);
    return true;
  } catch {
    return false;
  }
}

let isAllowed: boolean | undefined;

/** Whether the system lets us raise a priority as far as the service's: root without its rights may not. */
function mayRaise(): boolean {
  const own = getPriority();
  const higher = Math.max(constants.priority.PRIORITY_HIGHEST, Math.min(nice.service, own - 1));
  isAllowed ??= trySetting(0, higher) && trySetting(0, own);
  return isAllowed;
}
