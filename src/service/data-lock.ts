// Allows only one service per data directory.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { privateFile } from './files/private.ts';

/** Locks a data directory for one service; the kernel releases the lock when the process ends, even if it crashes. */
export function lockDataDirectory(folder: string): Disposable {
  const path = join(folder, 'lock.db');
  privateFile(path);
  const file = new DatabaseSync(path);
  try {
    file.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (cause) {
    file.close();
    throw new Error(
      'another Platen is already using this data directory; stop it, or choose another directory with --data',
      {
        cause,
      },
    );
  }
  return { [Symbol.dispose]: () => file.close() };
}
