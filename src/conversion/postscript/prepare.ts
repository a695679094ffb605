// PostScript files as they come: in a DOS container with a preview, between printer commands, after a Ctrl-D. Only the program is wanted.
import { readFile, writeFile } from 'node:fs/promises';
import { hasBox, pageComments, withBoxesAtEnd, type PageComments } from './comments.ts';

export interface PostScript extends PageComments {
  /** An Encapsulated PostScript file with a box of its own, of which one page comes. */
  isEps: boolean;
}

const dosContainer = Buffer.from('c5d0d3c6', 'hex');
const universalExit = '\x1b%-12345X';

/** Writes the bare program to `output`. (DOS EPS: Adobe Technical Note 5002, section 5.2.) */
export async function preparePostScript(input: string, output: string): Promise<PostScript> {
  const file = await readFile(input);
  const inContainer = file.subarray(0, 4).equals(dosContainer) && file.length >= 30;
  const stated = inContainer ? file.subarray(file.readUInt32LE(4), file.readUInt32LE(4) + file.readUInt32LE(8)) : file;
  const begin = Math.max(0, stated.subarray(0, 64 * 1024).indexOf('%!'));
  const exit = stated.indexOf(universalExit, begin, 'latin1');
  const program = stated.subarray(begin, exit < 0 ? undefined : exit);
  const head = program.toString('latin1', 0, 16 * 1024);
  // Ghostscript treats the parentheses of a string (DSC 3.0, section 4.6) as a part of the title.
  const plain = head.replace(/^(%%(?:Title|Creator|For):[ \t]*)\(([^()\\\r\n]*)\)[ \t]*(?=[\r\n])/gm, '$1$2');
  const tail = program.toString('latin1', Math.max(0, program.length - 16 * 1024));
  const complete = withBoxesAtEnd(plain, tail);
  await writeFile(output, Buffer.concat([Buffer.from(complete, 'latin1'), program.subarray(16 * 1024)]));
  return {
    isEps: /^%![^\r\n]*EPSF/.test(head) && hasBox(complete),
    ...pageComments(program.toString('latin1')),
  };
}
