// Files of jobs in a bucket of S3, or of what speaks it: jobs/<job>/output, preview, and inputs/<n>.<ext>.
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { MiB } from '#core/bytes.ts';
import { Failure } from '#core/failure.ts';
import type { Log } from '#core/log.ts';
import type { Files } from './files.ts';
import { inputEntries, inputList, type InputEntry } from './input-entries.ts';
import type { Bucket } from '#core/bucket.ts';
import { addressesOf } from './s3-address.ts';
import { clientOf } from './s3-client.ts';
import { StorageUnavailable, unavailable } from './unavailable.ts';

/** Larger files go up in parts of this size, several at a time; others are sent again from memory where a try fails. */
const partBytes = 8 * MiB;

interface S3Options {
  /** Is told why the storage could not be reached. */
  log?: Pick<Log, 'error'> | undefined;
  /** Clients fetch outputs from the bucket itself. */
  redirect?: boolean;
}

export function createS3Files(bucket: Bucket, { log, redirect = false }: S3Options = {}): Files {
  const client = clientOf(bucket);
  const Bucket = bucket.name;
  const encryption = bucket.encryption === undefined ? {} : ({ ServerSideEncryption: bucket.encryption } as const);
  const folder = (jobId: string) => `${bucket.prefix}jobs/${jobId}/`;
  const outputKey = (jobId: string) => `${folder(jobId)}output`;
  const previewKey = (jobId: string) => `${folder(jobId)}preview`;
  const namesKey = (jobId: string) => `${folder(jobId)}inputs/${inputList}`;

  /** Null for an object that does not exist. @throws server_busy for every other reason */
  const nullWhenAbsent = (error: unknown): null => {
    if (error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)) return null;
    log?.error({ err: error }, 'the object storage cannot be read');
    throw unavailable(error);
  };
  const stored = <Value>(work: Promise<Value>): Promise<Value> =>
    work.catch((cause: unknown) => {
      throw new StorageUnavailable('the object storage cannot be written', { cause });
    });

  async function put(Key: string, path: string): Promise<void> {
    const { size } = await stat(path);
    if (size <= partBytes) await putBytes(Key, await readFile(path));
    else {
      const params = { Bucket, Key, Body: createReadStream(path), ...encryption };
      await stored(new Upload({ client, partSize: partBytes, params }).done());
    }
    await rm(path, { force: true });
  }

  const putBytes = (Key: string, Body: Buffer) =>
    stored(client.send(new PutObjectCommand({ Bucket, Key, Body, ...encryption })));

  async function read(Key: string, range?: { start: number; end: number }): Promise<Readable | null> {
    const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
    const object = await client.send(new GetObjectCommand({ Bucket, Key, Range })).catch(nullWhenAbsent);
    return (object?.Body as Readable | undefined) ?? null;
  }

  async function readBytes(Key: string): Promise<Buffer | null> {
    const object = await client.send(new GetObjectCommand({ Bucket, Key })).catch(nullWhenAbsent);
    const bytes = await object?.Body?.transformToByteArray();
    return bytes === undefined ? null : Buffer.from(bytes);
  }

  function outputAddresses(): NonNullable<Files['outputAddress']> {
    const addressOf = addressesOf(bucket);
    return async (jobId, options) => {
      const Key = outputKey(jobId);
      // An address is only given for what is there: what is gone is told by the service, not by the bucket.
      const found = await client.send(new HeadObjectCommand({ Bucket, Key })).catch(nullWhenAbsent);
      return found === null ? null : addressOf(Key, options);
    };
  }

  /** Null when the object does not exist. */
  const copy = (from: string, to: string) =>
    client
      .send(
        new CopyObjectCommand({
          Bucket,
          Key: to,
          CopySource: `${Bucket}/${from.split('/').map(encodeURIComponent).join('/')}`,
          ...encryption,
        }),
      )
      .catch(nullWhenAbsent);

  async function* keys(Prefix: string): AsyncGenerator<string> {
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  async function remove(doomed: readonly string[]): Promise<void> {
    if (doomed.length === 0) return;
    const { Errors = [] } = await stored(
      client.send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects: doomed.map((Key) => ({ Key })), Quiet: true } }),
      ),
    );
    if (Errors.length > 0) throw new StorageUnavailable(`objects could not be deleted: ${Errors[0]?.Code}`);
  }

  const entriesOf = async (jobId: string): Promise<InputEntry[]> => {
    const text = await readBytes(namesKey(jobId));
    return text === null ? [] : (JSON.parse(text.toString('utf8')) as InputEntry[]);
  };

  return {
    putOutput: (jobId, path) => put(outputKey(jobId), path),

    async copyOutput(jobId, copyId) {
      if ((await copy(outputKey(jobId), outputKey(copyId))) === null) return false;
      await copy(previewKey(jobId), previewKey(copyId));
      return true;
    },

    async localOutput(jobId, into) {
      const output = await read(outputKey(jobId));
      if (output === null) return null;
      const path = join(into, 'output');
      await pipeline(output, createWriteStream(path, { mode: 0o600 })).catch((error: unknown) => {
        throw unavailable(error);
      });
      return path;
    },

    // A result that was deleted in the meantime leaves the preview alone: the lifecycle rule of the bucket removes it.
    putPreview: async (jobId, picture) => {
      await putBytes(previewKey(jobId), picture).catch((error: unknown) =>
        log?.error({ err: error }, 'a preview could not be stored'),
      );
    },

    readPreview: (jobId) => readBytes(previewKey(jobId)),
    readOutput: (jobId, range) => read(outputKey(jobId), range),

    ...(redirect ? { outputAddress: outputAddresses() } : {}),

    async putInputs(jobId, inputs) {
      const entries = inputEntries(inputs);
      for (const [n, { file }] of entries.entries()) await put(`${folder(jobId)}inputs/${file}`, inputs[n]?.path ?? '');
      await putBytes(namesKey(jobId), Buffer.from(JSON.stringify(entries)));
    },

    inputNames: async (jobId) => (await entriesOf(jobId)).map(({ name }) => name),

    async copyInput(jobId, n, to) {
      const entry = (await entriesOf(jobId))[n];
      const input = entry === undefined ? null : await read(`${folder(jobId)}inputs/${entry.file}`);
      if (input === null) throw new Failure('not_found');
      await pipeline(input, createWriteStream(to, { mode: 0o600 }));
    },

    deleteInputs: async (jobId) => remove(await Array.fromAsync(keys(`${folder(jobId)}inputs/`))),
    deleteOutput: (jobId) => remove([outputKey(jobId), previewKey(jobId)]),

    async *ids() {
      const start = `${bucket.prefix}jobs/`;
      let last = '';
      // Keys come in order, so that those of one job follow each other.
      for await (const key of keys(start)) {
        const id = key.slice(start.length).split('/')[0] ?? '';
        if (id !== last) yield id;
        last = id;
      }
    },
  };
}
