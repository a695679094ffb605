// Files sent in parts, one after the other: after a broken connection, the upload resumes.
import { sendInParts as sendOne, type PartsOptions } from '../../../clients/typescript/src/in-parts.ts';
import { ApiError, call, send } from './client.ts';

interface InParts {
  /** Where uploads are made. */
  path: string;
  /** From 0 to 1, of all files together. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Proxies keep a part until it is complete: more than one of these is never lost. */
const partBytes = 16 * 2 ** 20;
/** Before each attempt without any progress; the first ones are for a connection that is back at once. */
const pausesMs = [0, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000];

/** Their identifiers, in the order of the files. @throws {@link ApiError} */
export async function sendInParts(files: readonly File[], { path, onProgress, signal }: InParts): Promise<string[]> {
  const all = files.reduce((sum, { size }) => sum + size, 0);
  const ids: string[] = [];
  let before = 0;
  for (const file of files) {
    const report = (bytes: number) => onProgress((before + bytes) / all);
    let begun: string | undefined;
    const pause = async (error: unknown, failures: number): Promise<void> => {
      const pauseMs = pausesMs[failures];
      if (isPassing(error) && pauseMs !== undefined)
        return await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (begun !== undefined) void removed(`${path}/${begun}`);
      throw error;
    };
    const exchange: PartsOptions['exchange'] = async (id, { headers, ...request }) => {
      if (signal.aborted) throw ApiError.cancelled();
      const from = Number(headers['Upload-Offset'] ?? 0);
      const { answer, cancel } = send(id === undefined ? path : `${path}/${id}`, {
        ...request,
        headers,
        onProgress: (share) => report(from + share * (request.body?.size ?? 0)),
      });
      signal.addEventListener('abort', cancel);
      const response = await answer.finally(() => signal.removeEventListener('abort', cancel));
      return { get: (name) => response.getResponseHeader(name) };
    };
    const id = await sendOne(file, file.name, { partBytes, exchange, pause, onBegin: (made) => void (begun = made) });
    ids.push(id);
    before += file.size;
  }
  return ids;
}

/** An upload that cannot be removed now expires in an hour. */
const removed = (path: string) => call('DELETE', path).catch(() => {});

/** A broken connection has no status. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code !== 'cancelled' &&
  (error.status === 0 || error.status === 409 || error.status === 429 || error.status >= 500);
