// Files of jobs in a local folder: FOLDER/<job>/output, preview, and inputs/<n>.<ext>.
import { access, copyFile, link, open, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Files } from './files.ts';

const names = 'names.json';

export function createLocalFiles(folder: string): Files {
  const jobFolder = (jobId: string) => join(folder, jobId);
  const inputFolder = (jobId: string) => join(folder, jobId, 'inputs');
  const outputPath = (jobId: string) => join(folder, jobId, 'output');
  const previewPath = (jobId: string) => join(folder, jobId, 'preview');
  /** Removes the job's folder once nothing is left in it. */
  const tidy = (jobId: string) => rmdir(jobFolder(jobId)).catch(() => {});

  return {
    async putOutput(jobId, path) {
      await mkdir(jobFolder(jobId), { recursive: true });
      await rename(path, outputPath(jobId));
    },

    async copyOutput(jobId, copyId) {
      await mkdir(jobFolder(copyId), { recursive: true });
      // Outputs are never written to again, so both may be one file on the disk.
      const copied = await link(outputPath(jobId), outputPath(copyId))
        .catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') throw error;
          return copyFile(outputPath(jobId), outputPath(copyId));
        })
        .then(
          () => true,
          () => false,
        );
      const preview = copied ? await readFile(previewPath(jobId)).catch(() => null) : null;
      if (preview !== null && preview.length > 0) await writeFile(previewPath(copyId), preview);
      if (!copied) await tidy(copyId);
      return copied;
    },

    async outputPath(jobId) {
      const path = outputPath(jobId);
      return access(path).then(
        () => path,
        () => null,
      );
    },

    async putPreview(jobId, picture) {
      // The folder is not made anew: what was deleted meanwhile stays deleted.
      await writeFile(previewPath(jobId), picture).catch(() => {});
    },

    readPreview: (jobId) => readFile(previewPath(jobId)).catch(() => null),

    async readOutput(jobId, range) {
      const file = await open(outputPath(jobId)).catch(() => null);
      return file === null ? null : file.createReadStream({ ...range, autoClose: true });
    },

    async putInputs(jobId, inputs) {
      const into = inputFolder(jobId);
      await mkdir(into, { recursive: true });
      const stored = inputs.map(({ name, path }, n) => ({
        name,
        from: path,
        path: join(into, `${n}${extname(path)}`),
      }));
      for (const { from, path } of stored) await rename(from, path);
      await writeFile(
        join(into, names),
        JSON.stringify(stored.map(({ name, path }) => ({ name, file: basename(path) }))),
      );
      return stored.map(({ name, path }) => ({ name, path }));
    },

    async inputs(jobId) {
      const text = await readFile(join(inputFolder(jobId), names), 'utf8').catch(() => '[]');
      const entries = JSON.parse(text) as { name: string; file: string }[];
      return entries.map(({ name, file }) => ({ name, path: join(inputFolder(jobId), file) }));
    },

    async deleteInputs(jobId) {
      await rm(inputFolder(jobId), { recursive: true, force: true });
      await tidy(jobId);
    },

    async deleteOutput(jobId) {
      await rm(outputPath(jobId), { force: true });
      await rm(previewPath(jobId), { force: true });
      await tidy(jobId);
    },

    async *ids() {
      yield* await readdir(folder).catch(() => []);
    },
  };
}
