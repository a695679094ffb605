// How retained inputs are stored: by number, with a list of their names on the client.
import { extname } from 'node:path';
import type { LocalInput } from './files.ts';

/** One line of the list. */
export interface InputEntry {
  /** The client's name for the file. */
  name: string;
  /** The name of the stored file, next to the list. */
  file: string;
}

/** The name of the list, which is stored next to the files. */
export const inputList = 'names.json';

export const inputEntries = (inputs: readonly LocalInput[]): InputEntry[] =>
  inputs.map(({ name, path }, n) => ({ name, file: `${n}${extname(path)}` }));
