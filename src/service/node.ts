// This process as one of the nodes that share a database.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifAbsent } from '#core/absent.ts';
import { isWellFormedId, newId } from '#core/ids.ts';
import type { OpenDatabase } from './database/database.ts';

export interface ServiceNode extends Pick<OpenDatabase, 'leader' | 'syncClock'> {
  /** The identifier that owns the jobs this node accepts. */
  id: string;
  /** Whether no other process can use this database. */
  isAlone: boolean;
}

/** Returns the identifier of a data folder's node, which recognises its jobs after a restart. Requires the folder's lock. */
export async function nodeId(data: string): Promise<string> {
  const file = join(data, nodeFile);
  const known = (await readFile(file, 'utf8').catch(ifAbsent(''))).trim();
  if (isWellFormedId(known)) return known;
  const id = newId(Date.now());
  await writeFile(file, id, { mode: 0o600, flush: true });
  return id;
}

export const nodeFile = 'node';
