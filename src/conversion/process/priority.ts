// Priorities on busy processors: the service and short work come before long documents; prewarmed processes, and those that have run
// for too long, use only idle processors. Decision 46 has the measurements.
import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

export type Priority = 'short' | 'document' | 'ahead';

/** The nice values of a service that may raise priorities: a document shares the processors equally with the machine's other programs. */
const raised = { service: -10, short: -5, document: 0 } as const;
/** How much nicer than a service that may not. */
const lowered = { short: 0, document: 5 } as const;
const last = constants.priority.PRIORITY_LOW;

/** Whether this process has gone first; a command does not, and its documents are like the user's other programs. */
let isService = false;

/** Returns a program's initial nice value. If it cannot be raised again, prewarmed programs start with the value of a document. */
export function niceFor(priority: Priority): number {
  if (priority === 'ahead') return mayRaise() ? last : niceFor('document');
  if (!isService) return getPriority();
  return mayRaise() ? raised[priority] : getPriority() + lowered[priority];
}

/** Gives this process the priority of the service if the system allows it; keeps a higher initial priority. */
export function goFirst(): void {
  isService = true;
  if (!mayRaise()) return;
  for (const thread of readdirSync('/proc/self/task'))
    trySetting(Number(thread), Math.min(getPriority(), raised.service));
}

/** Gives the process tree of a prewarmed program the priority of a document. */
export const goOn = (pid: number): Promise<void> => (mayRaise() ? change(pid, niceFor('document')) : Promise.resolve());

/** Gives the process tree of a program the lowest priority. */
export const goLast = (pid: number): Promise<void> => change(pid, last);

async function change(pid: number, value: number): Promise<void> {
  while ((await groupOf(pid)) === 'inherited') await sleep(1);
  await setTree(pid, value);
}

/** Returns whether a program has its own group yet: it first sets its nice value, then creates the group (native/launch). */
async function groupOf(pid: number): Promise<'own' | 'inherited'> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const [, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === undefined || group === String(pid) ? 'own' : 'inherited';
}

/** Changes a process tree, and skips processes that end in the meantime or that we may not change. */
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

/** Returns whether we may raise a priority to the service's, which root without its rights may not. */
function mayRaise(): boolean {
  const own = getPriority();
  const higher = Math.max(constants.priority.PRIORITY_HIGHEST, Math.min(raised.service, own - 1));
  isAllowed ??= trySetting(0, higher) && trySetting(0, own);
  return isAllowed;
}
