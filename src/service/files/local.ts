// Files of jobs in a local folder: FOLDER/<job>/output, preview, preview-2…, and inputs/<n>.<ext>.
import { chmodSync, constants, mkdirSync, renameSync } from 'node:fs';
import { access, copyFile, link, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ifAbsent, isAbsent } from '#core/absent.ts';
import { Failure } from '#core/failure.ts';
import type { Log } from '#core/log.ts';
import type { ByteRange, Files, LocalInput } from './files.ts';
import { inputEntries, inputList, type InputEntry } from './input-entries.ts';
import { isPreviewName, previewName } from './preview-name.ts';
import { syncToDisk } from './sync.ts';
import { unavailable } from './unavailable.ts';

const own = { mode: 0o600 } as const;
const makeFolder = (path: string) => mkdirSync(path, { recursive: true, mode: 0o700 });

/** Moves a file so that readers see all of it or nothing, even if several nodes have mounted the disk. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const arriving = `${to}.part`;
    await copyFile(from, arriving);
    await rename(arriving, to);
    await rm(from);
  }
}

/** Opens the files of a folder, and logs why an existing file cannot be read. */
export const createLocalFiles = (folder: string, log?: Pick<Log, 'error'>): Files => new LocalFiles(folder, log);

class LocalFiles implements Files {
  readonly isShared = false;
  readonly #folder: string;
  readonly #log: Pick<Log, 'error'> | undefined;

  constructor(folder: string, log: Pick<Log, 'error'> | undefined) {
    this.#folder = folder;
    this.#log = log;
  }

  async putOutput(jobId: string, path: string): Promise<void> {
    makeFolder(this.#pathOf(jobId));
    chmodSync(path, own.mode);
    await moveFile(path, this.#pathOf(jobId, 'output'));
    await this.#sync(jobId, 'output');
  }

  async copyOutput(jobId: string, copyId: string): Promise<boolean> {
    makeFolder(this.#pathOf(copyId));
    const [from, to] = [this.#pathOf(jobId, 'output'), this.#pathOf(copyId, 'output')];
    try {
      // Linking would not notice that the file cannot be read.
      await access(from, constants.R_OK);
      // Outputs never change, so both can be the same file on disk.
      await link(from, to).catch((error: unknown) => {
        if (isAbsent(error)) throw error;
        return copyFile(from, to);
      });
      await this.#sync(copyId, 'output');
    } catch (error) {
      await rm(to, { force: true });
      await this.#tidy(copyId);
      return (await this.#nullWhenAbsent(error)) !== null;
    }
    await this.#copyPreview(jobId, copyId);
    return true;
  }

  async #copyPreview(jobId: string, copyId: string): Promise<void> {
    const preview = await readFile(this.#previewPath(jobId)).catch((error: unknown) => {
      // The link works without a preview, which is rendered again.
      if (!isAbsent(error)) this.#log?.error({ err: error }, 'a stored preview cannot be copied');
      return null;
    });
    if (preview !== null && preview.length > 0) await writeFile(this.#previewPath(copyId), preview, own);
  }

  async localOutput(jobId: string): Promise<string | null> {
    const path = this.#pathOf(jobId, 'output');
    return access(path, constants.R_OK).then(() => path, this.#nullWhenAbsent);
  }

  async putPreview(jobId: string, picture: Buffer, page?: number): Promise<void> {
    // Does not recreate the folder, so that a result that was deleted in the meantime stays deleted.
    await writeFile(this.#previewPath(jobId, page), picture, own).catch((error: unknown) => {
      if (!isAbsent(error)) this.#log?.error({ err: error }, 'a preview could not be stored');
    });
  }

  readPreview(jobId: string, page?: number): Promise<Buffer | null> {
    return readFile(this.#previewPath(jobId, page)).catch(this.#nullWhenAbsent);
  }

  async readOutput(jobId: string, range?: ByteRange): Promise<Readable | null> {
    const file = await open(this.#pathOf(jobId, 'output')).catch(this.#nullWhenAbsent);
    return file === null ? null : file.createReadStream({ ...range, autoClose: true });
  }

  async putInputs(jobId: string, inputs: readonly LocalInput[]): Promise<void> {
    const into = this.#pathOf(jobId, 'inputs');
    makeFolder(into);
    const entries = inputEntries(inputs);
    for (const [n, { file }] of entries.entries()) await moveFile(inputs[n]?.path ?? '', join(into, file));
    await writeFile(join(into, inputList), JSON.stringify(entries), own);
    const stored = [...entries.map(({ file }) => file), inputList];
    await this.#sync(jobId, 'inputs', ...stored.map((name) => join('inputs', name)));
  }

  async inputNames(jobId: string): Promise<string[]> {
    return (await this.#entriesOf(jobId)).map(({ name }) => name);
  }

  async copyInput(jobId: string, n: number, to: string): Promise<void> {
    const entry = (await this.#entriesOf(jobId))[n];
    if (entry === undefined) throw new Failure('not_found');
    await copyFile(this.#pathOf(jobId, 'inputs', entry.file), to).catch((error: unknown) => {
      // Deleted in the meantime.
      throw isAbsent(error) ? new Failure('not_found') : error;
    });
  }

  async deleteInputs(jobId: string): Promise<void> {
    await rm(this.#pathOf(jobId, 'inputs'), { recursive: true, force: true });
    await this.#tidy(jobId);
  }

  async deleteOutput(jobId: string): Promise<void> {
    await rm(this.#pathOf(jobId, 'output'), { force: true });
    for (const name of await readdir(this.#pathOf(jobId)).catch(ifAbsent([])))
      if (isPreviewName(name)) await rm(this.#pathOf(jobId, name), { force: true });
    await this.#tidy(jobId);
  }

  async *ids(): AsyncGenerator<string> {
    yield* await readdir(this.#folder);
  }

  #pathOf(...parts: string[]): string {
    return join(this.#folder, ...parts);
  }

  #previewPath(jobId: string, page = 1): string {
    return this.#pathOf(jobId, previewName(page));
  }

  /** Syncs files of a job and the folders that name them. */
  #sync(jobId: string, ...names: string[]): Promise<void> {
    return syncToDisk([this.#folder, this.#pathOf(jobId), ...names.map((name) => this.#pathOf(jobId, name))]);
  }

  async #entriesOf(jobId: string): Promise<InputEntry[]> {
    const text = await readFile(this.#pathOf(jobId, 'inputs', inputList), 'utf8').catch(ifAbsent('[]'));
    return JSON.parse(text) as InputEntry[];
  }

  /** Removes the job's folder once nothing is left in it. */
  async #tidy(jobId: string): Promise<void> {
    await rmdir(this.#pathOf(jobId)).catch((error: NodeJS.ErrnoException) => {
      if (!isAbsent(error) && error.code !== 'ENOTEMPTY') throw error;
    });
  }

  /** Returns null for a file that does not exist; a file that cannot be opened for another reason (EACCES, EMFILE, EIO) is not gone. */
  readonly #nullWhenAbsent = async (reason: unknown): Promise<null> => {
    // If the whole folder is missing, the disk is not mounted.
    const isMounted = await access(this.#folder).then(
      () => true,
      () => false,
    );
    if (isAbsent(reason) && isMounted) return null;
    this.#log?.error({ err: reason }, 'a stored file cannot be opened');
    throw unavailable(reason);
  };
}
