// Folders that no path can name: each made in the one before, as a program does that has changed into it.
import { execFileSync } from 'node:child_process';

/** As the text of a program for Node, for the folder it is in. */
export const nestingProgram = (levels: number): string =>
  `const { mkdirSync, writeFileSync } = require('node:fs');
  const name = 'n'.repeat(250);
  for (let level = 0; level < ${levels}; level++) {
    mkdirSync(name);
    process.chdir(name);
  }
  writeFileSync('file', 'x');`;

export const nestFolders = (folder: string, levels: number): void =>
  void execFileSync(process.execPath, ['-e', nestingProgram(levels)], { cwd: folder });
