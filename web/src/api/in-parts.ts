// Files sent in parts by tus 1.0, one after the other: what has arrived before a line is cut stays, and the rest follows.
import { DetailedError, Upload } from 'tus-js-client';
import { ApiError, parsed } from './client.ts';

interface Sending {
  endpoint: string;
  /** From 0 to 1, of all files together. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Proxies keep a part until it is complete: more than one of these is never lost. */
const partBytes = 16 * 2 ** 20;
/** Before each attempt without any progress; the first ones are for a line that is back at once. */
const pausesMs = [0, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000];

/** Their identifiers, in the order of the files. @throws {@link ApiError}; when `signal` aborts, its reason */
export async function sendInParts(
  files: readonly File[],
  { endpoint, onProgress, signal }: Sending,
): Promise<string[]> {
  const all = files.reduce((sum, { size }) => sum + size, 0);
  const ids: string[] = [];
  let before = 0;
  for (const file of files) {
    const report = (sent: number) => onProgress((before + sent) / all);
    ids.push(await sendFile(file, { endpoint, onProgress: report, signal }));
    before += file.size;
  }
  return ids;
}

/** `onProgress` counts bytes. */
function sendFile(file: File, { endpoint, onProgress, signal }: Sending): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint,
      metadata: { filename: file.name },
      chunkSize: partBytes,
      retryDelays: pausesMs,
      storeFingerprintForResuming: false,
      onProgress,
      onShouldRetry: (error) => isPassing(error.originalResponse?.getStatus() ?? 0),
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
      onError: (error) => reject(answerOf(error)),
    });
    signal.addEventListener('abort', () => {
      // What cannot be removed now is gone in an hour.
      upload.abort(true).catch(() => {});
      reject(signal.reason as Error);
    });
    if (signal.aborted) reject(signal.reason as Error);
    else upload.start();
  });
}

/** A line that was cut has no status. */
const isPassing = (status: number): boolean => status === 0 || status === 409 || status === 429 || status >= 500;

function answerOf(error: Error | DetailedError): ApiError {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  return response === null ? ApiError.noConnection() : new ApiError(response.getStatus(), parsed(response.getBody()));
}
