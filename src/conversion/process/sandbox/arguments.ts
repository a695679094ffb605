// The command line of a sandboxed program: its files are named by where they are outside, and the sandbox decides where the
// program finds them.
import { join } from 'node:path';
import type { Mount } from '../bubblewrap.ts';
import { safeExtension } from '../scratch.ts';

/** An argument as it is, a file, or a text with the paths of files in it. */
export type Argument = string | FileArgument | { text: (paths: string[]) => string; of: FileArgument[] };
/** `read` is a file or a folder. */
type FileArgument = { read: string } | { write: string } | { writeFolder: string };

interface PlacedArguments {
  args: string[];
  reads: Mount[];
  /** What the program leaves in its output folder under `name`, and where that goes. */
  writes: { name: string; to: string }[];
  /** Those of them that are folders, which are there before the program starts. */
  folders: string[];
}

/** Gives every file its path inside: `/in/0.pdf`, `/out/1.pdf`; or below `outside` where there is no sandbox. */
export function placeFiles(args: readonly Argument[], outside: string | null): PlacedArguments {
  const placed: PlacedArguments = { args: [], reads: [], writes: [], folders: [] };
  let n = 0;

  const pathOf = (argument: FileArgument): string => {
    if ('read' in argument) {
      const inside = `/in/${n++}${safeExtension(argument.read)}`;
      placed.reads.push({ host: argument.read, inside });
      return outside === null ? inside : argument.read;
    }
    const to = 'write' in argument ? argument.write : argument.writeFolder;
    const name = `${n++}${'write' in argument ? safeExtension(to) : ''}`;
    placed.writes.push({ name, to });
    if ('writeFolder' in argument) placed.folders.push(name);
    return outside === null ? `/out/${name}` : join(outside, 'out', name);
  };

  for (const argument of args)
    if (typeof argument === 'string') placed.args.push(argument);
    else placed.args.push('text' in argument ? argument.text(argument.of.map(pathOf)) : pathOf(argument));
  return placed;
}
