// This process as one of the nodes that share a database.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifAbsent } from '#core/absent.ts';
import { isWellFormedId, newId } from '#core/ids.ts';
import type { OpenDatabase } from './database/database.ts';

export interface ServiceNode extends Pick<OpenDatabase, 'leader' | 'syncClock'> {
  /** The owner of the jobs that it accepts. */
  id: string;
  /** Whether no other process can work on this database. */
  isAlone: boolean;
}

/** The identifier of a data folder's node: it knows its own jobs after a restart. Only under the folder's lock. */
export async function nodeId(data: string): Promise<string> {
  const file = join(data, nodeFile);
  const known = (await readFile(file, 'utf8').catch(ifAbsent(''))).trim();
  if (isWellFormedId(known)) return known;
  const id = newId(Date.now());
  await writeFile(file, id, { mode: 0o600, flush: true });
  return id;
}

export const nodeFile = 'node';
