// Writes, reads, copies, lists and deletes the objects of a bucket, by key.
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
import type { Readable } from 'node:stream';
import type { Bucket } from '#core/bucket.ts';
import { MiB } from '#core/bytes.ts';
import type { ByteRange } from './files.ts';
import { clientOf } from './s3-client.ts';
import { StorageUnavailable } from './unavailable.ts';

/** The size of the parts in which larger files are uploaded, several at a time; smaller files are resent from memory on failure. */
export const partBytes = 8 * MiB;

/** The number of keys that one request may name. */
const maxDeleted = 1000;

/** Opens a bucket. If it is unreachable, reads fail with the server's error, writes and lists with {@link StorageUnavailable}. */
export function openBucket(bucket: Bucket) {
  const client = clientOf(bucket);
  const Bucket = bucket.name;
  const encryption = bucket.encryption === undefined ? {} : ({ ServerSideEncryption: bucket.encryption } as const);

  /** Null when it does not exist. */
  const get = (Key: string, Range?: string) =>
    client.send(new GetObjectCommand({ Bucket, Key, Range })).catch(nullWhenAbsent);

  async function* keys(Prefix: string): AsyncGenerator<string> {
    let ContinuationToken: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken });
      const page = await stored(client.send(command));
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  async function remove(doomed: readonly string[]): Promise<void> {
    for (let first = 0; first < doomed.length; first += maxDeleted) {
      const Objects = doomed.slice(first, first + maxDeleted).map((Key) => ({ Key }));
      const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
      const { Errors = [] } = await stored(client.send(command));
      if (Errors.length > 0) throw new StorageUnavailable(`objects could not be deleted: ${Errors[0]?.Code}`);
    }
  }

  return {
    put: (Key: string, Body: Buffer) => stored(client.send(new PutObjectCommand({ Bucket, Key, Body, ...encryption }))),

    /** Uploads a stream in parts, so that its size does not have to be known. */
    putStream: (Key: string, Body: Readable) =>
      stored(new Upload({ client, partSize: partBytes, params: { Bucket, Key, Body, ...encryption } }).done()),

    exists: async (Key: string) =>
      (await client.send(new HeadObjectCommand({ Bucket, Key })).catch(nullWhenAbsent)) !== null,

    /** Null when it does not exist. */
    async read(Key: string, range?: ByteRange): Promise<Readable | null> {
      const object = await get(Key, range === undefined ? undefined : `bytes=${range.start}-${range.end}`);
      return (object?.Body as Readable | undefined) ?? null;
    },

    /** Null when it does not exist. */
    async readBytes(Key: string): Promise<Buffer | null> {
      const bytes = await (await get(Key))?.Body?.transformToByteArray();
      return bytes === undefined ? null : Buffer.from(bytes);
    },

    /** Copies an object; false when there is nothing to copy. */
    async copy(from: string, to: string): Promise<boolean> {
      const CopySource = `${Bucket}/${from.split('/').map(encodeURIComponent).join('/')}`;
      const command = new CopyObjectCommand({ Bucket, Key: to, CopySource, ...encryption });
      return (await client.send(command).catch(nullWhenAbsent)) !== null;
    },

    /** Yields all keys with a prefix, in byte order. */
    keys,
    remove,
  };
}

function nullWhenAbsent(error: unknown): null {
  if (error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)) return null;
  throw error;
}

const stored = <Value>(work: Promise<Value>): Promise<Value> =>
  work.catch((cause: unknown) => {
    throw new StorageUnavailable('the object storage cannot be reached', { cause });
  });
