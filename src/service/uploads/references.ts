// Inputs by reference: complete uploads, results of the caller's jobs, and URLs to fetch.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Failure, isFailure } from '#core/failure.ts';
import type { Arrival } from '#conversion/admit.ts';
import type { HashedFile } from '#service/jobs/idempotency.ts';
import { finished, ownJob } from '#service/jobs/read.ts';
import type { Outbound } from '#service/outbound/outbound.ts';
import type { Results } from '#service/roles.ts';
import { fetchSource } from './fetch-source.ts';
import { copyUpload, ownUpload, type UploadOwner } from './upload-rows.ts';

const references = /^file_(?<kind>id|url)(?:\[\d*\])?$/;

/** Returns whether a form field references a file. */
export const isReference = (field: string): boolean => references.test(field);

interface Naming {
  owner: UploadOwner;
  /** Fetches files from URLs; without it, URLs are not accepted. */
  outbound: Outbound | undefined;
  /** Returns the path of the nth file. */
  pathOf: (n: number) => string;
  limits: { maxFileBytes: number; maxRequestBytes: number };
  hash: boolean;
  /** Creates the error for a file that exceeds `maxFileBytes`. */
  tooLarge: (file: string) => Failure;
  /** A signal that aborts when the client disconnects. */
  signal: AbortSignal;
}

/** Brings the referenced files, and returns the other fields. @throws file_not_found, source_unreachable, file_too_large, payload_too_large */
export async function referencedFiles(
  results: Results,
  given: Readonly<Record<string, string>>,
  { owner, outbound, pathOf, limits, hash, tooLarge, signal }: Naming,
): Promise<{ files: (Arrival & Partial<HashedFile>)[]; fields: Record<string, string> }> {
  const files: (Arrival & Partial<HashedFile>)[] = [];
  const fields: Record<string, string> = {};
  let bytes = 0;
  for (const [field, value] of Object.entries(given)) {
    const kind = references.exec(field)?.groups?.['kind'];
    if (kind === undefined || (kind === 'url' && outbound === undefined)) {
      fields[field] = value;
      continue;
    }
    const path = pathOf(files.length);
    const name =
      outbound !== undefined && kind === 'url'
        ? await fetchSource(outbound, { url: value.trim(), field, path, maxBytes: limits.maxFileBytes, signal })
        : await bring(results, owner, { field, id: value.trim() }, path);
    const { size } = await stat(path);
    if (size > limits.maxFileBytes) throw tooLarge(name);
    bytes += size;
    if (bytes > limits.maxRequestBytes) throw new Failure('payload_too_large', { max_bytes: limits.maxRequestBytes });
    files.push({ path, name, ...(hash ? { sha256: await hashOf(path) } : {}) });
  }
  return { files, fields };
}

/** Copies the file to `path`, and returns its name. @throws file_not_found */
async function bring(
  results: Results,
  owner: UploadOwner,
  { field, id }: { field: string; id: string },
  path: string,
): Promise<string> {
  const notFound = () => new Failure('file_not_found', { field });
  const { key_id: keyId } = owner;
  const job = keyId === null ? undefined : await ownJob(results, keyId, id).catch(ifRefused(undefined));
  if (job === undefined) {
    const upload = await ownUpload(results, owner, id, field);
    await copyUpload(results, upload, path, field);
    return upload.name;
  }
  try {
    finished(job, results);
  } catch (error) {
    throw isFailure(error) ? notFound() : error;
  }
  const stored = await results.files.readOutput(job.id);
  if (stored === null) throw notFound();
  await pipeline(stored, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return job.output_name ?? 'file';
}

const ifRefused =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (isFailure(error)) return value;
    throw error;
  };

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
