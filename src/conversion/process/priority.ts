// The lowest priority for a process and its descendants: they run only when the processors are idle.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';

/**
 * Linux knows priorities by thread, and shares processors among sessions first where it groups them (sched(7), autogroup).
 * What ends meanwhile is left alone, and so is what we have no right to.
 */
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
