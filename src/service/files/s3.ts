// Files of jobs in a bucket of S3, or of what speaks it: jobs/<job>/output, preview, preview-2…, and inputs/<n>.<ext>.
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '#core/bucket.ts';
import { Failure } from '#core/failure.ts';
import type { Log } from '#core/log.ts';
import type { Files } from './files.ts';
import { inputEntries, inputList, type InputEntry } from './input-entries.ts';
import { previewName } from './preview-name.ts';
import { addressesOf } from './s3-address.ts';
import { openBucket, partBytes } from './s3-objects.ts';
import { unavailable } from './unavailable.ts';

interface S3Options {
  /** Logs why the storage could not be reached. */
  log?: Pick<Log, 'error'> | undefined;
  /** Clients fetch outputs from the bucket itself. */
  redirect?: boolean;
}

/** Everything of ours in a bucket begins so. */
export const jobsPrefix = ({ prefix }: Bucket): string => `${prefix}jobs/`;

export function createS3Files(bucket: Bucket, { log, redirect = false }: S3Options = {}): Files {
  const objects = openBucket(bucket);
  const folder = (jobId: string) => `${jobsPrefix(bucket)}${jobId}/`;
  const outputKey = (jobId: string) => `${folder(jobId)}output`;
  const previewKey = (jobId: string, page = 1) => `${folder(jobId)}${previewName(page)}`;
  const namesKey = (jobId: string) => `${folder(jobId)}inputs/${inputList}`;

  /** A file that cannot be read now is not gone. */
  const readable = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((error: unknown) => {
      log?.error({ err: error }, 'the object storage cannot be read');
      throw unavailable(error);
    });

  async function put(key: string, path: string): Promise<void> {
    const { size } = await stat(path);
    await (size <= partBytes ? objects.put(key, await readFile(path)) : objects.putStream(key, createReadStream(path)));
    await rm(path, { force: true });
  }

  const entriesOf = async (jobId: string): Promise<InputEntry[]> => {
    const text = await readable(objects.readBytes(namesKey(jobId)));
    return text === null ? [] : (JSON.parse(text.toString('utf8')) as InputEntry[]);
  };

  function outputAddresses(): NonNullable<Files['outputAddress']> {
    const addressOf = addressesOf(bucket);
    // An address is given only for a file that exists: the service itself answers for missing ones, not the bucket.
    return async (jobId, options) =>
      (await readable(objects.exists(outputKey(jobId)))) ? addressOf(outputKey(jobId), options) : null;
  }

  return {
    isShared: true,

    putOutput: (jobId, path) => put(outputKey(jobId), path),

    async copyOutput(jobId, copyId) {
      if (!(await readable(objects.copy(outputKey(jobId), outputKey(copyId))))) return false;
      await readable(objects.copy(previewKey(jobId), previewKey(copyId)));
      return true;
    },

    async localOutput(jobId, into) {
      const output = await readable(objects.read(outputKey(jobId)));
      if (output === null) return null;
      const path = join(into, 'output');
      await pipeline(output, createWriteStream(path, { mode: 0o600 })).catch((error: unknown) => {
        throw unavailable(error);
      });
      return path;
    },

    // A result that was deleted in the meantime leaves the preview alone: the lifecycle rule of the bucket removes it.
    putPreview: async (jobId, picture, page) => {
      await objects
        .put(previewKey(jobId, page), picture)
        .catch((error: unknown) => log?.error({ err: error }, 'a preview could not be stored'));
    },

    readPreview: (jobId, page) => readable(objects.readBytes(previewKey(jobId, page))),
    readOutput: (jobId, range) => readable(objects.read(outputKey(jobId), range)),
    ...(redirect ? { outputAddress: outputAddresses() } : {}),

    async putInputs(jobId, inputs) {
      const entries = inputEntries(inputs);
      for (const [n, { file }] of entries.entries()) await put(`${folder(jobId)}inputs/${file}`, inputs[n]?.path ?? '');
      await objects.put(namesKey(jobId), Buffer.from(JSON.stringify(entries)));
    },

    inputNames: async (jobId) => (await entriesOf(jobId)).map(({ name }) => name),

    async copyInput(jobId, n, to) {
      const entry = (await entriesOf(jobId))[n];
      const input = entry && (await readable(objects.read(`${folder(jobId)}inputs/${entry.file}`)));
      if (!input) throw new Failure('not_found');
      await pipeline(input, createWriteStream(to, { mode: 0o600 }));
    },

    deleteInputs: async (jobId) => objects.remove(await Array.fromAsync(objects.keys(`${folder(jobId)}inputs/`))),
    deleteOutput: async (jobId) =>
      objects.remove([outputKey(jobId), ...(await Array.fromAsync(objects.keys(`${folder(jobId)}preview`)))]),

    async *ids() {
      const start = jobsPrefix(bucket);
      let last = '';
      // Keys come in order, so that those of one job follow each other.
      for await (const key of objects.keys(start)) {
        const id = key.slice(start.length).split('/')[0] ?? '';
        if (id !== last) yield id;
        last = id;
      }
    },
  };
}
