// A multipart body, streamed into a workspace: limits are checked on the way, and memory use stays constant.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import { Failure } from '#core/failure.ts';
import { whenAborted } from '#core/when-aborted.ts';
import { Stopped } from '#service/jobs/running.ts';
import { isReference } from '#service/uploads/references.ts';
import type { Pace } from '#service/limits/limits.ts';
import { cleanName } from '#service/jobs/output-name.ts';
import { preferExactFileName } from './exact-file-name.ts';
import { watchPace } from './pace.ts';
import { uploadFile } from './upload-file.ts';

export interface UploadLimits {
  maxRequestBytes: number;
  maxFileBytes: number;
  maxFiles: number;
  maxFields: number;
  maxParts: number;
  /** See service/limits/request-limits.ts. */
  idleMs: number;
  pace: Pace;
}

export interface UploadedFile {
  path: string;
  name: string;
  /** The hash, only if `hash` was set. */
  sha256?: string;
}

export interface Upload {
  files: UploadedFile[];
  fields: Record<string, string>;
}

export interface UploadOptions {
  limits: UploadLimits;
  /** Returns the path of the nth file. */
  pathOf: (n: number) => string;
  hash: boolean;
  /** Creates the error for a file that exceeds `maxFileBytes`. */
  tooLarge: (file: string) => Failure;
  signal: AbortSignal;
}

const maxFieldBytes = 64 * 1024;
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype']);
const isFileField = (name: string | undefined) => name !== undefined && /^file(\[\d*\])?$/.test(name);

/**
 * Reads the whole body.
 * @throws too_many_parts, file_too_large, payload_too_large, bad_request as soon as a limit is exceeded; the signal's reason
 */
export async function receiveUpload(request: IncomingMessage, options: UploadOptions): Promise<Upload> {
  const { limits } = options;
  const upload: Upload = { files: [], fields: {} };
  const stop = new AbortController();
  const refuse = (failure: unknown) => stop.abort(failure);
  const signal = AbortSignal.any([stop.signal, options.signal]);

  const parser = createParser(request, limits);
  parser.on('error', () => {}); // even after the upload was aborted
  const writing: Promise<void>[] = [];
  parser.on('file', (_field, stream, sentName) => {
    writing.push(receiveFile(stream, sentName, upload, options, signal).catch(refuse));
  });
  const tooMany = (limit: 'files' | 'fields', max: number) => new Failure('too_many_parts', { limit, max });
  const count = { files: 0, fields: 0 };
  parser.on('field', (name, value, nameTruncated, valueTruncated) => {
    try {
      // A reference to a file counts as a file.
      const [kind, max] = isReference(name)
        ? (['files', limits.maxFiles] as const)
        : (['fields', limits.maxFields] as const);
      if (++count[kind] > max) throw tooMany(kind, max);
      receiveField(upload.fields, name, value, nameTruncated || valueTruncated);
    } catch (failure) {
      refuse(failure);
    }
  });
  parser.on('partsLimit', () => refuse(new Failure('too_many_parts', { limit: 'parts', max: limits.maxParts })));
  parser.on('filesLimit', () => refuse(tooMany('files', limits.maxFiles)));
  parser.on('fieldsLimit', () => refuse(tooMany('fields', limits.maxFields)));

  try {
    await parse(request, boundedBody(limits, refuse), parser, signal);
    await Promise.all(writing);
    signal.throwIfAborted();
    return upload;
  } catch (error) {
    refuse(
      isAbort(error, signal)
        ? signal.reason
        : new Failure('bad_request', { code: 'malformed_multipart' }, { cause: error }),
    );
    await Promise.all(writing);
    throw signal.reason;
  }
}

const isAbort = (error: unknown, signal: AbortSignal) => signal.aborted && error === signal.reason;

/** Feeds the parser. On failure the request is detached but stays open, because the error response has to reach its client. */
async function parse(
  request: IncomingMessage,
  body: Transform,
  parser: InstanceType<typeof Busboy>,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onClose = () => {
    if (!request.complete) reject(new Stopped('client'));
  };
  signal.throwIfAborted();
  if (request.destroyed && !request.complete) throw new Stopped('client');
  using _leaving = whenAborted(signal, reject);
  request.once('close', onClose);
  parser.once('finish', resolve).on('error', reject);
  body.on('error', reject);
  request.pipe(body).pipe(parser);
  try {
    await promise;
  } finally {
    request.off('close', onClose);
    request.unpipe(body);
    body.destroy();
  }
}

/** Creates the parser. @throws unsupported_media_type when it finds no boundary */
function createParser(request: IncomingMessage, limits: UploadLimits): InstanceType<typeof Busboy> {
  try {
    return newParser(request, limits);
  } catch (cause) {
    const received = request.headers['content-type'] ?? '';
    throw new Failure('unsupported_media_type', { received, accepted: ['multipart/form-data'] }, { cause });
  }
}

function newParser(request: IncomingMessage, limits: UploadLimits) {
  const parser = new Busboy({
    headers: request.headers as BusboyHeaders,
    preservePath: true,
    isPartAFile: (name, _type, fileName) => fileName !== undefined || isFileField(name),
    limits: {
      parts: limits.maxParts,
      files: limits.maxFiles,
      fields: limits.maxFields + limits.maxFiles,
      fileSize: limits.maxFileBytes,
      fieldSize: maxFieldBytes,
      fieldNameSize: 200,
      headerPairs: 50,
    },
  });
  preferExactFileName(parser);
  return parser;
}

async function receiveFile(
  stream: BusboyFileStream,
  sentName: string | undefined,
  upload: Upload,
  options: UploadOptions,
  signal: AbortSignal,
) {
  // Browsers encode a quote like this (HTML, multipart/form-data encoding algorithm).
  const file: UploadedFile = {
    path: options.pathOf(upload.files.length),
    name: cleanName(sentName?.replaceAll('%22', '"')),
  };
  upload.files.push(file);
  stream.on('limit', () => stream.destroy(options.tooLarge(file.name)));
  const hash = options.hash ? createHash('sha256') : null;
  if (hash !== null) stream.on('data', (chunk: Buffer) => hash.update(chunk));
  await pipeline(stream as Readable, uploadFile(file.path), { signal });
  if (hash !== null) file.sha256 = hash.digest('hex');
}

function receiveField(
  fields: Record<string, string>,
  name: string | undefined,
  value: string,
  truncated: boolean,
): void {
  if (name === undefined) return;
  if (forbiddenNames.has(name)) throw new Failure('bad_request', { code: 'forbidden_field_name', field: name });
  if (truncated)
    throw new Failure('bad_request', { code: 'field_too_long', field: name.slice(0, 200), max: maxFieldBytes });
  if (Object.hasOwn(fields, name)) throw new Failure('bad_request', { code: 'duplicate_field', field: name });
  fields[name] = value;
}

/** Enforces the limits on the size, the speed and the idle time of a request's body. */
function boundedBody({ maxRequestBytes, idleMs, pace }: UploadLimits, refuse: (failure: Failure) => void): Transform {
  let bytes = 0;
  const idle = setTimeout(() => refuse(new Failure('bad_request', { code: 'malformed_multipart' })), idleMs);
  const watch = watchPace(pace, {
    tooSlow: () => refuse(new Failure('bad_request', { code: 'upload_too_slow' })),
    // If received bytes could not be passed on, the disk is slow, not the client.
    isBlocked: () => body.writableLength > 0 || body.readableLength > 0,
  });
  const stop = () => {
    clearTimeout(idle);
    watch[Symbol.dispose]();
  };
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      idle.refresh();
      watch.count(chunk.length);
      bytes += chunk.length;
      if (bytes > maxRequestBytes) refuse(new Failure('payload_too_large', { max_bytes: maxRequestBytes }));
      done(null, chunk);
    },
    flush(done) {
      // From here on, the duration does not depend on the client.
      stop();
      done();
    },
    destroy(error, done) {
      stop();
      done(error);
    },
  });
  return body;
}
