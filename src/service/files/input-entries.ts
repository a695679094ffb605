// How retained inputs are stored: under their number, with a list of the names that clients gave them.
import { extname } from 'node:path';
import type { LocalInput } from './files.ts';

/** One line of the list. */
export interface InputEntry {
  /** The name the client gave it. */
  name: string;
  /** Its file beside the list. */
  file: string;
}

/** The list, beside the files. */
export const inputList = 'names.json';

export const inputEntries = (inputs: readonly LocalInput[]): InputEntry[] =>
  inputs.map(({ name, path }, n) => ({ name, file: `${n}${extname(path)}` }));
