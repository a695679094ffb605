// Who has busy processors first: the service and what is short before documents that take long, and what is started ahead of its
// document, or has run for too long, only when nothing else wants them.
import { readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { constants, getPriority, setPriority } from 'node:os';

const nice = { service: -10, short: -5, document: 10, last: constants.priority.PRIORITY_LOW } as const;

export type Priority = 'short' | 'document' | 'ahead';

/** The nice value that a program is started with. Where nobody may raise it again, what is started ahead has that of its document. */
export function niceFor(priority: Priority): number {
  if (priority === 'ahead') return mayRaise() ? nice.last : nice.document;
  return nice[priority];
}

/** Gives this process the highest priority, where the system allows it. */
export function goFirst(): void {
  if (!mayRaise()) return;
  for (const thread of readdirSync('/proc/self/task')) trySetting(Number(thread), nice.service);
}

/** Gives the tree of a process that was started ahead the priority of a document. */
export const goOn = (pid: number): Promise<void> => (mayRaise() ? setTree(pid, nice.document) : Promise.resolve());

/** Gives the tree of a process the lowest priority. */
export const goLast = (pid: number): Promise<void> => setTree(pid, nice.last);

/** What ends meanwhile is left alone, and so is what we have no right to. */
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

/** Whether the system lets us raise a priority: root without its rights may not. */
function mayRaise(): boolean {
  const own = getPriority();
  isAllowed ??= trySetting(0, own - 1) && trySetting(0, own);
  return isAllowed;
}
