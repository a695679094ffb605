// Input files: paths, blobs, bytes and streams, and files that are already on the service.
import { RequestError } from './errors.ts';

/** A path is for runtimes with files; `fileId` is an upload, or a job whose result is the input. */
export type Input =
  | string
  | Blob
  | { readonly name: string; readonly data: Blob | Uint8Array | ReadableStream<Uint8Array> }
  | { readonly fileId: string };

export type Sent = { readonly blob: Blob; readonly name: string } | { readonly fileId: string };

/** The parts of the runtime that are used: its types are not available everywhere. */
interface Modules {
  'node:fs': {
    openAsBlob?: (path: string) => Promise<Blob>;
    readFileSync: (path: string) => Uint8Array<ArrayBuffer>;
  };
  'node:fs/promises': {
    stat: (path: string) => Promise<unknown>;
    open: (path: string, flags: string) => Promise<OpenFile>;
    rename: (from: string, to: string) => Promise<void>;
    rm: (path: string, options: { force: boolean }) => Promise<void>;
  };
}

interface OpenFile {
  write: (bytes: Uint8Array, offset: number, length: number, at: number) => Promise<{ bytesWritten: number }>;
  close: () => Promise<void>;
}

/** Loads a module of the runtime in a way that bundlers for browsers do not follow. */
export async function builtin<Name extends keyof Modules>(name: Name): Promise<Modules[Name]> {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  const load = async (): Promise<unknown> => import(/* @vite-ignore */ /* webpackIgnore: true */ name);
  return (process?.getBuiltinModule?.(name) ?? (await load())) as Modules[Name];
}

/** The body of each attempt; files are read from disk while they are sent. */
export async function sentOf(input: Input): Promise<Sent> {
  if (typeof input === 'string') return { blob: await blobAt(input), name: input.replace(/^.*[/\\]/, '') };
  if ('fileId' in input) return input;
  if (input instanceof Blob) return { blob: input, name: input instanceof File ? input.name : 'file' };
  const { data, name } = input;
  if (data instanceof Blob) return { blob: data, name };
  // A stream can be read only once, but the call may be retried.
  if (data instanceof ReadableStream) return { blob: await new Response(data).blob(), name };
  return { blob: new Blob([data as Uint8Array<ArrayBuffer>]), name };
}

async function blobAt(path: string): Promise<Blob> {
  const fs = await builtin('node:fs');
  try {
    // The error names the file.
    await (await builtin('node:fs/promises')).stat(path);
    // Older runtimes read the whole file.
    return fs.openAsBlob === undefined ? new Blob([fs.readFileSync(path)]) : await fs.openAsBlob(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RequestError('file_unreadable', `${path} cannot be read: ${reason}`, { fields: { path }, cause });
  }
}

/** Fields come first, so that a service can refuse them before the files. */
export function formOf(files: readonly Sent[], fields: Readonly<Record<string, string | undefined>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  const ids = files.filter((file) => 'fileId' in file);
  for (const file of files) if ('blob' in file) form.append('file', file.blob, file.name);
  for (const [n, { fileId }] of ids.entries()) form.append(ids.length === 1 ? 'file_id' : `file_id[${n}]`, fileId);
  return form;
}

export const bytesOf = (files: readonly Sent[]): number =>
  files.reduce((sum, file) => sum + ('blob' in file ? file.blob.size : 0), 0);
