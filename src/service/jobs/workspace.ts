// A private folder for each request, deleted when its scope ends.
import { mkdirSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifAbsent } from '#core/absent.ts';
import type { Log } from '#core/log.ts';
import { emptyFolder, removeTree } from '#core/remove-tree.ts';

export interface Workspace extends AsyncDisposable {
  path: string;
}

export type Workspaces = ReturnType<typeof createWorkspaces>;

/** Inputs in a workspace are named `input-0.docx`, `input-1.pdf` and so on. */
export const inputPath = (workspace: Workspace, n: number): string => join(workspace.path, `input-${n}`);

/** Returns the inputs in a folder, in order, under their current names. */
export async function inputsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(ifAbsent<string[]>([])))
    .filter((name) => /^input-\d+(\.[a-z0-9]{1,8})?$/.test(name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const files = names.map((name) => join(folder, name));
  const found = await Promise.all(files.map((file) => stat(file)));
  return files.filter((_, n) => found[n]?.isFile());
}

/** Creates workspaces, and logs files that could not be deleted. */
export function createWorkspaces(folder: string, log: Pick<Log, 'warn'>) {
  const pathOf = (jobId: string) => join(folder, jobId);
  return {
    /** Returns the folder of a job during its conversion. */
    pathOf,
    async open(jobId: string): Promise<Workspace> {
      const path = pathOf(jobId);
      mkdirSync(path, { mode: 0o700 });
      // A file that cannot be deleted now is deleted at the next start; the response does not depend on it.
      const remove = () =>
        removeTree(path).catch((error: unknown) =>
          log.warn({ err: error }, 'the workspace of a job could not be deleted'),
        );
      return { path, [Symbol.asyncDispose]: remove };
    },
    /** Returns the inputs of a job that a killed process left behind. */
    remainingInputs: (jobId: string) => inputsIn(pathOf(jobId)),
    /** Returns the names of the folders that a killed process left behind, mostly of jobs. */
    remaining: () => readdir(folder),
    /** Removes everything that a killed process left behind. */
    async sweep(): Promise<void> {
      await emptyFolder(folder, (error) => log.warn({ err: error }, 'files of a job could not be deleted'));
    },
  };
}
