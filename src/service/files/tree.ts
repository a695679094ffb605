// Stored files in their raw form, as names like `<job>/inputs/0.pdf` and bytes, for copying all of them.
import type { Readable } from 'node:stream';

export interface FileTree {
  /** The location, for messages. */
  where: string;
  names(): AsyncIterable<string>;
  /** Reads a file. @throws when it does not exist */
  read(name: string): Promise<Readable>;
  /** Writes a new file. */
  write(name: string, content: Readable): Promise<void>;
  /** Removes the files of these names. */
  remove(names: readonly string[]): Promise<void>;
}

const part = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Checks that Platen made a name before it becomes a path. @throws if not */
export function requireOwnName(name: string, where: string): string {
  if (!name.split('/').every((piece) => part.test(piece)))
    throw new Error(`${where} has a file that is not Platen's: ${JSON.stringify(name)}`);
  return name;
}
