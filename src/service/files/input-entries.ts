// How retained inputs are stored: by number, with a list of their names on the client.
import { extname } from 'node:path';
import type { LocalInput } from './files.ts';

/** One line of the list. */
export interface InputEntry {
  /** Its name on the client. */
  name: string;
  /** Its file beside the list. */
  file: string;
}

/** The list, beside the files. */
export const inputList = 'names.json';

export const inputEntries = (inputs: readonly LocalInput[]): InputEntry[] =>
  inputs.map(({ name, path }, n) => ({ name, file: `${n}${extname(path)}` }));
