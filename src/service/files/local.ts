// Files of jobs in a local folder: FOLDER/<job>/output, preview, preview-2…, and inputs/<n>.<ext>.
import { constants } from 'node:fs';
import {
  access,
  chmod,
  copyFile,
  link,
  open,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { ifAbsent, isAbsent } from '#core/absent.ts';
import { Failure } from '#core/failure.ts';
import type { Log } from '#core/log.ts';
import type { Files } from './files.ts';
import { inputEntries, inputList, type InputEntry } from './input-entries.ts';
import { isPreviewName, previewName } from './preview-name.ts';
import { unavailable } from './unavailable.ts';

const own = { mode: 0o600 } as const;
const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: 0o700 });

/** A reader sees the whole file or none, even where the folder is a disk of its own that several nodes have mounted. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const arriving = `${to}.part`;
    await copyFile(from, arriving);
    await rename(arriving, to);
    await rm(from);
  }
}

/** Logs why an existing file cannot be read. */
export function createLocalFiles(folder: string, log?: Pick<Log, 'error'>): Files {
  const jobFolder = (jobId: string) => join(folder, jobId);
  const inputFolder = (jobId: string) => join(folder, jobId, 'inputs');
  const outputPath = (jobId: string) => join(folder, jobId, 'output');
  const previewPath = (jobId: string, page = 1) => join(folder, jobId, previewName(page));
  /** Null for a file that does not exist; one that cannot be opened for another reason (EACCES, EMFILE, EIO) is not gone. */
  const nullWhenAbsent = async (reason: unknown): Promise<null> => {
    // If the whole folder is missing, its disk is not mounted.
    const isMounted = await access(folder).then(
      () => true,
      () => false,
    );
    if (isAbsent(reason) && isMounted) return null;
    log?.error({ err: reason }, 'a stored file cannot be opened');
    throw unavailable(reason);
  };
  const entriesOf = async (jobId: string) =>
    JSON.parse(await readFile(join(inputFolder(jobId), inputList), 'utf8').catch(ifAbsent('[]'))) as InputEntry[];
  /** Removes the job's folder once nothing is left in it. */
  const tidy = (jobId: string) =>
    rmdir(jobFolder(jobId)).catch((error: NodeJS.ErrnoException) => {
      if (!isAbsent(error) && error.code !== 'ENOTEMPTY') throw error;
    });

  return {
    isShared: false,

    async putOutput(jobId, path) {
      await makeFolder(jobFolder(jobId));
      await chmod(path, own.mode);
      await moveFile(path, outputPath(jobId));
    },

    async copyOutput(jobId, copyId) {
      await makeFolder(jobFolder(copyId));
      const [from, to] = [outputPath(jobId), outputPath(copyId)];
      try {
        // Linking would not notice that the file cannot be read.
        await access(from, constants.R_OK);
        // Outputs are never written to again, so both can be the same file on the disk.
        await link(from, to).catch((error: unknown) => {
          if (isAbsent(error)) throw error;
          return copyFile(from, to);
        });
      } catch (error) {
        await rm(to, { force: true });
        await tidy(copyId);
        return (await nullWhenAbsent(error)) !== null;
      }
      const preview = await readFile(previewPath(jobId)).catch((error: unknown) => {
        // The link works without a preview, which is rendered again.
        if (!isAbsent(error)) log?.error({ err: error }, 'a stored preview cannot be copied');
        return null;
      });
      if (preview !== null && preview.length > 0) await writeFile(previewPath(copyId), preview, own);
      return true;
    },

    async localOutput(jobId) {
      const path = outputPath(jobId);
      return access(path, constants.R_OK).then(() => path, nullWhenAbsent);
    },

    async putPreview(jobId, picture, page) {
      // The folder is not created again: a result that was deleted in the meantime stays deleted.
      await writeFile(previewPath(jobId, page), picture, own).catch((error: unknown) => {
        if (!isAbsent(error)) log?.error({ err: error }, 'a preview could not be stored');
      });
    },

    readPreview: (jobId, page) => readFile(previewPath(jobId, page)).catch(nullWhenAbsent),

    async readOutput(jobId, range) {
      const file = await open(outputPath(jobId)).catch(nullWhenAbsent);
      return file === null ? null : file.createReadStream({ ...range, autoClose: true });
    },

    async putInputs(jobId, inputs) {
      const into = inputFolder(jobId);
      await makeFolder(into);
      const entries = inputEntries(inputs);
      for (const [n, { file }] of entries.entries()) await moveFile(inputs[n]?.path ?? '', join(into, file));
      await writeFile(join(into, inputList), JSON.stringify(entries), own);
    },

    inputNames: async (jobId) => (await entriesOf(jobId)).map(({ name }) => name),

    async copyInput(jobId, n, to) {
      const entry = (await entriesOf(jobId))[n];
      if (entry === undefined) throw new Failure('not_found');
      await copyFile(join(inputFolder(jobId), entry.file), to);
    },

    async deleteInputs(jobId) {
      await rm(inputFolder(jobId), { recursive: true, force: true });
      await tidy(jobId);
    },

    async deleteOutput(jobId) {
      await rm(outputPath(jobId), { force: true });
      for (const name of await readdir(join(folder, jobId)).catch(ifAbsent([])))
        if (isPreviewName(name)) await rm(join(folder, jobId, name), { force: true });
      await tidy(jobId);
    },

    async *ids() {
      yield* await readdir(folder);
    },
  };
}
