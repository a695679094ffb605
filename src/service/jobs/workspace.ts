// One private folder a call: gone when its scope ends, whatever happened.
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface Workspace extends AsyncDisposable {
  path: string;
}

export interface Workspaces {
  /** Where a job's files lie while it is converted. */
  pathOf(jobId: string): string;
  open(jobId: string): Promise<Workspace>;
  /** The files that a killed process left of a job's inputs. */
  leftInputs(jobId: string): Promise<string[]>;
  /** Removes everything that a killed process left. */
  sweep(): Promise<void>;
}

/** How the inputs in a workspace are called: `input-0.docx`. */
export const inputPath = (workspace: Workspace, n: number): string => join(workspace.path, `input-${n}`);

export function createWorkspaces(folder: string): Workspaces {
  const pathOf = (jobId: string) => join(folder, jobId);
  return {
    pathOf,
    async open(jobId) {
      const path = pathOf(jobId);
      await mkdir(path, { mode: 0o700 });
      // What a disk does not let go of is removed at the next start; the answer to the call does not depend on it.
      return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }).catch(() => {}) };
    },
    async leftInputs(jobId) {
      const path = pathOf(jobId);
      const names = (await readdir(path).catch(() => []))
        .filter((name) => /^input-\d+(\.[a-z0-9]{1,8})?$/.test(name))
        .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
      const files = names.map((name) => join(path, name));
      const found = await Promise.all(files.map((file) => stat(file)));
      return files.filter((_, n) => found[n]?.isFile());
    },
    async sweep() {
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    },
  };
}
