// What there is of a server beside its own process: its children, its folders, its rows.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Server } from './server.ts';

export interface Remains {
  processes: number;
  zombies: number;
  /** Folders of conversions. */
  workspaces: number;
  pending: number;
  /** Of all tables but those that a conversion writes to. */
  otherRows: number;
}

export async function remainsOf({ pid, data }: Server): Promise<Remains> {
  const states = await statesBelow(pid);
  return {
    processes: states.length,
    zombies: states.filter((state) => state === 'Z').length,
    workspaces: (await readdir(join(data, 'work'))).length,
    ...rowsOf(join(data, 'platen.db')),
  };
}

/** Tables with a row for each conversion, for each day and tool, or for a part of the quota that is used. */
const ofConversions = new Set(['jobs', 'usage', 'refusals', 'notices', 'file_keys']);

function rowsOf(path: string): Pick<Remains, 'pending' | 'otherRows'> {
  using db = new DatabaseSync(path, { readOnly: true });
  const count = (from: string) => Number(db.prepare(`select count(*) as n from ${from}`).get()?.['n']);
  const tables = db.prepare(`select name from sqlite_master where type = 'table'`).all();
  const others = tables.map(({ name }) => String(name)).filter((name) => !ofConversions.has(name));
  return {
    pending: count(`jobs where state = 'pending'`),
    otherRows: others.reduce((sum, name) => sum + count(`"${name}"`), 0),
  };
}

/** The states of all processes below one, from /proc. */
async function statesBelow(pid: number): Promise<string[]> {
  const states: string[] = [];
  const parents = new Map<number, { parent: number; state: string }>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '') : '';
    const [, state = '', parent] = /\) (\S) (\d+)/.exec(stat) ?? [];
    if (parent !== undefined) parents.set(Number(name), { parent: Number(parent), state });
  }
  const isBelow = (one: number): boolean => {
    const found = parents.get(one);
    return found !== undefined && (found.parent === pid || isBelow(found.parent));
  };
  for (const [one, { state }] of parents) if (isBelow(one)) states.push(state);
  return states;
}
