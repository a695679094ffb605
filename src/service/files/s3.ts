// Files of jobs in a bucket of S3, or of a compatible server: jobs/<job>/output, preview, preview-2…, and inputs/<n>.<ext>.
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '#core/bucket.ts';
import { Failure } from '#core/failure.ts';
import type { Log } from '#core/log.ts';
import type { ByteRange, Files, LocalInput } from './files.ts';
import { inputEntries, inputList, type InputEntry } from './input-entries.ts';
import { previewName } from './preview-name.ts';
import { addressesOf } from './s3-address.ts';
import { openBucket, partBytes } from './s3-objects.ts';
import { unavailable } from './unavailable.ts';

interface S3Options {
  /** The log that says why the storage could not be reached. */
  log?: Pick<Log, 'error'> | undefined;
  /** Whether clients fetch outputs from the bucket itself. */
  redirect?: boolean;
}

/** Returns the prefix of all our keys in a bucket. */
export const jobsPrefix = ({ prefix }: Bucket): string => `${prefix}jobs/`;

export const createS3Files = (bucket: Bucket, options: S3Options = {}): Files => new S3Files(bucket, options);

class S3Files implements Files {
  readonly isShared = true;
  readonly outputAddress?: NonNullable<Files['outputAddress']>;
  readonly #start: string;
  readonly #objects: ReturnType<typeof openBucket>;
  readonly #log: S3Options['log'];

  constructor(bucket: Bucket, { log, redirect = false }: S3Options) {
    this.#start = jobsPrefix(bucket);
    this.#objects = openBucket(bucket);
    this.#log = log;
    if (redirect) this.outputAddress = this.#addressesIn(bucket);
  }

  putOutput(jobId: string, path: string): Promise<void> {
    return this.#put(this.#key(jobId, 'output'), path);
  }

  async copyOutput(jobId: string, copyId: string): Promise<boolean> {
    const copy = (name: string) => this.#readable(this.#objects.copy(this.#key(jobId, name), this.#key(copyId, name)));
    if (!(await copy('output'))) return false;
    await copy(previewName(1));
    return true;
  }

  async localOutput(jobId: string, into: string): Promise<string | null> {
    const output = await this.readOutput(jobId);
    if (output === null) return null;
    const path = join(into, 'output');
    await pipeline(output, createWriteStream(path, { mode: 0o600 })).catch((error: unknown) => {
      throw unavailable(error);
    });
    return path;
  }

  /** Stores a preview; if the result was deleted in the meantime, the bucket's lifecycle rule deletes it. */
  async putPreview(jobId: string, picture: Buffer, page = 1): Promise<void> {
    await this.#objects
      .put(this.#key(jobId, previewName(page)), picture)
      .catch((error: unknown) => this.#log?.error({ err: error }, 'a preview could not be stored'));
  }

  readPreview(jobId: string, page = 1): Promise<Buffer | null> {
    return this.#readable(this.#objects.readBytes(this.#key(jobId, previewName(page))));
  }

  readOutput(jobId: string, range?: ByteRange): Promise<Readable | null> {
    return this.#readable(this.#objects.read(this.#key(jobId, 'output'), range));
  }

  async putInputs(jobId: string, inputs: readonly LocalInput[]): Promise<void> {
    const entries = inputEntries(inputs);
    for (const [n, { file }] of entries.entries())
      await this.#put(this.#key(jobId, `inputs/${file}`), inputs[n]?.path ?? '');
    await this.#objects.put(this.#key(jobId, `inputs/${inputList}`), Buffer.from(JSON.stringify(entries)));
  }

  async inputNames(jobId: string): Promise<string[]> {
    return (await this.#entriesOf(jobId)).map(({ name }) => name);
  }

  async copyInput(jobId: string, n: number, to: string): Promise<void> {
    const entry = (await this.#entriesOf(jobId))[n];
    const input = entry && (await this.#readable(this.#objects.read(this.#key(jobId, `inputs/${entry.file}`))));
    if (!input) throw new Failure('not_found');
    await pipeline(input, createWriteStream(to, { mode: 0o600 }));
  }

  async deleteInputs(jobId: string): Promise<void> {
    await this.#objects.remove(await Array.fromAsync(this.#objects.keys(this.#key(jobId, 'inputs/'))));
  }

  async deleteOutput(jobId: string): Promise<void> {
    const previews = await Array.fromAsync(this.#objects.keys(this.#key(jobId, 'preview')));
    await this.#objects.remove([this.#key(jobId, 'output'), ...previews]);
  }

  async *ids(): AsyncGenerator<string> {
    let last = '';
    // Keys come in order, so the keys of one job are adjacent.
    for await (const key of this.#objects.keys(this.#start)) {
      const id = key.slice(this.#start.length).split('/')[0] ?? '';
      if (id !== last) yield id;
      last = id;
    }
  }

  #key(jobId: string, name: string): string {
    return `${this.#start}${jobId}/${name}`;
  }

  /** Creates URLs only for existing files, so that the service, not the bucket, responds for missing ones. */
  #addressesIn(bucket: Bucket): NonNullable<Files['outputAddress']> {
    const addressOf = addressesOf(bucket);
    return async (jobId, options) => {
      const key = this.#key(jobId, 'output');
      return (await this.#readable(this.#objects.exists(key))) ? addressOf(key, options) : null;
    };
  }

  async #put(key: string, path: string): Promise<void> {
    const { size } = await stat(path);
    await (size <= partBytes
      ? this.#objects.put(key, await readFile(path))
      : this.#objects.putStream(key, createReadStream(path)));
    await rm(path, { force: true });
  }

  async #entriesOf(jobId: string): Promise<InputEntry[]> {
    const text = await this.#readable(this.#objects.readBytes(this.#key(jobId, `inputs/${inputList}`)));
    return text === null ? [] : (JSON.parse(text.toString('utf8')) as InputEntry[]);
  }

  /** Distinguishes a file that cannot be read now from a missing one. */
  #readable<Value>(work: Promise<Value>): Promise<Value> {
    return work.catch((error: unknown) => {
      this.#log?.error({ err: error }, 'the object storage cannot be read');
      throw unavailable(error);
    });
  }
}
