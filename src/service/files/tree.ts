// Stored files as they lie there: names like `<job>/inputs/0.pdf`, and bytes. For copying all of them.
import type { Readable } from 'node:stream';

export interface FileTree {
  /** The place, for messages. */
  where: string;
  names(): AsyncIterable<string>;
  /** @throws when it is not there */
  read(name: string): Promise<Readable>;
  /** A file that was not there before. */
  write(name: string, content: Readable): Promise<void>;
  /** Returns those of these names that exist. */
  remove(names: readonly string[]): Promise<void>;
}

const part = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** Only names made by Platen become paths. @throws */
export function requireOwnName(name: string, where: string): string {
  if (!name.split('/').every((piece) => part.test(piece)))
    throw new Error(`${where} has a file that is not Platen's: ${JSON.stringify(name)}`);
  return name;
}
