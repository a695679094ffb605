// The command line of a sandboxed program, which names files by their paths outside; the sandbox decides where the
// program finds them.
import { join } from 'node:path';
import { safeExtension } from '../scratch.ts';

/** A literal argument, a file, or a text that contains the paths of files. */
export type Argument = string | FileArgument | { text: (paths: string[]) => string; of: FileArgument[] };
/** `read` is a file or a folder. */
type FileArgument = { read: string } | { write: string } | { writeFolder: string };

interface PlacedFiles {
  /** The input files, by their names in the program's inbox. */
  inputs: Record<string, string>;
  /** The destinations of files in the program's output folder, by their names there. */
  results: Record<string, string>;
  /** The results that are folders, which exist before the program starts. */
  outputFolders: string[];
  argsIn: (folders: { inbox: string; root: string }) => string[];
}

/** Names every file of a command line inside the sandbox: `0.pdf`, `1.pdf`. */
export function placeFiles(args: readonly Argument[]): PlacedFiles {
  const [inputs, results, outputFolders]: [PlacedFiles['inputs'], PlacedFiles['results'], string[]] = [{}, {}, []];
  const names = new Map<FileArgument, string>();
  for (const [n, file] of args.flatMap(filesOf).entries()) {
    const name = `${n}${'writeFolder' in file ? '' : safeExtension('read' in file ? file.read : file.write)}`;
    names.set(file, name);
    if ('read' in file) inputs[name] = file.read;
    else results[name] = 'write' in file ? file.write : file.writeFolder;
    if ('writeFolder' in file) outputFolders.push(name);
  }
  const argsIn: PlacedFiles['argsIn'] = ({ inbox, root }) => {
    const pathOf = (file: FileArgument) => join('read' in file ? inbox : root, names.get(file) ?? '');
    return args.map((argument) => {
      if (typeof argument === 'string') return argument;
      return 'text' in argument ? argument.text(argument.of.map(pathOf)) : pathOf(argument);
    });
  };
  return { inputs, results, outputFolders, argsIn };
}

const filesOf = (argument: Argument): FileArgument[] => {
  if (typeof argument === 'string') return [];
  return 'text' in argument ? argument.of : [argument];
};
