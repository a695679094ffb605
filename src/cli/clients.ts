// ./platen clients FOLDER: the packages of the clients, as the service serves them below /clients.
import { cp, readdir } from 'node:fs/promises';
import { currentBuild } from '#reference/current-build.ts';
import type { Define } from './command.ts';
import { print } from './data.ts';

export const clients: Define = (command) => {
  command.action(async (folder: string) => {
    const build = currentBuild('clients');
    if (build === null) throw new Error('the packages are not built; run ./platen setup');
    await cp(build.folder, folder, { recursive: true });
    print({ folder, files: await readdir(build.folder) });
  });
};
