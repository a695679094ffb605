// The traces of a server besides its process: its children, its folders, its rows.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { descendantsOf, processes } from '#core/processes.ts';
import type { Server } from './server.ts';

export interface Remains {
  processes: number;
  zombies: number;
  /** Folders of conversions. */
  workspaces: number;
  pending: number;
  /** The rows of all tables except those that a conversion writes to. */
  otherRows: number;
}

export async function remainsOf({ pid, data }: Server): Promise<Remains> {
  const below = descendantsOf(pid, await processes());
  return {
    processes: below.length,
    zombies: below.filter(({ state }) => state === 'Z').length,
    workspaces: (await readdir(join(data, 'work'))).length,
    ...rowsOf(join(data, 'platen.db')),
  };
}

/** Tables with a row for each conversion, each day and tool, each part of the quota that is used, or each few minutes. */
const ofConversions = new Set(['jobs', 'requests', 'usage', 'refusals', 'notices', 'file_keys', 'samples']);

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
