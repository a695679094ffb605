// Files sent in parts by tus 1.0, one after the other: after a broken connection, the upload resumes.
import { ApiError, call, send, type Sending } from './client.ts';

interface InParts {
  /** Where uploads are made. */
  path: string;
  /** From 0 to 1, of all files together. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Proxies keep a part until it is complete: more than one of these is never lost. */
const partBytes = 16 * 2 ** 20;
/** Before each attempt without any progress; the first ones are for a line that is back at once. */
const pausesMs = [0, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000];

/** Their identifiers, in the order of the files. @throws {@link ApiError} */
export async function sendInParts(files: readonly File[], { path, onProgress, signal }: InParts): Promise<string[]> {
  const all = files.reduce((sum, { size }) => sum + size, 0);
  const ids: string[] = [];
  let before = 0;
  for (const file of files) {
    const report = (sent: number) => onProgress((before + sent) / all);
    ids.push(await new PartedUpload(file, path, signal).send(report));
    before += file.size;
  }
  return ids;
}

class PartedUpload {
  readonly #file: File;
  readonly #path: string;
  readonly #signal: AbortSignal;
  /** Empty until the service has given it one. */
  #id = '';
  /** The number of received bytes; undefined if the server must be asked. */
  #offset: number | undefined = 0;

  constructor(file: File, path: string, signal: AbortSignal) {
    this.#file = file;
    this.#path = path;
    this.#signal = signal;
  }

  /** @param report gets the count of bytes that have been sent */
  async send(report: (bytes: number) => void): Promise<string> {
    let failures = 0;
    let reached = 0;
    while (this.#id === '' || this.#offset !== this.#file.size) {
      try {
        await this.#step(report);
        if ((this.#offset ?? 0) > reached) failures = 0;
        reached = Math.max(reached, this.#offset ?? 0);
      } catch (error) {
        const pauseMs = pausesMs[failures++];
        if (!isPassing(error) || pauseMs === undefined) {
          this.#remove();
          throw error;
        }
        this.#offset = this.#id === '' ? 0 : undefined;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    return this.#id;
  }

  /** Makes the upload, asks how far it is, or sends the next part. */
  async #step(report: (bytes: number) => void): Promise<void> {
    const { name, size } = this.#file;
    if (this.#id === '') {
      const headers = { 'Upload-Length': String(size), 'Upload-Metadata': `filename ${base64(name)}` };
      const made = await this.#exchange(this.#path, { method: 'POST', headers });
      this.#id = (made.getResponseHeader('Location') ?? '').split('/').at(-1) ?? '';
      return;
    }
    const at = `${this.#path}/${this.#id}`;
    if (this.#offset === undefined) {
      this.#offset = offsetIn(await this.#exchange(at, { method: 'HEAD' }));
      return;
    }
    const from = this.#offset;
    const part = this.#file.slice(from, from + partBytes, partType);
    const headers = { 'Upload-Offset': String(from), 'Content-Type': partType };
    const onProgress = (share: number) => report(from + share * part.size);
    this.#offset = offsetIn(await this.#exchange(at, { method: 'PATCH', headers, body: part, onProgress }));
  }

  async #exchange(path: string, sending: Sending): Promise<XMLHttpRequest> {
    if (this.#signal.aborted) throw ApiError.cancelled();
    const { answer, cancel } = send(path, { ...sending, headers: { ...sending.headers, 'Tus-Resumable': '1.0.0' } });
    this.#signal.addEventListener('abort', cancel);
    return answer.finally(() => this.#signal.removeEventListener('abort', cancel));
  }

  /** Files that cannot be removed now expire in an hour. */
  #remove(): void {
    if (this.#id !== '') void call('DELETE', `${this.#path}/${this.#id}`).catch(() => {});
  }
}

const partType = 'application/offset+octet-stream';

const offsetIn = (answer: XMLHttpRequest): number => Number(answer.getResponseHeader('Upload-Offset') ?? 0);

/** A line that was cut has no status. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.code !== 'cancelled' &&
  (error.status === 0 || error.status === 409 || error.status === 429 || error.status >= 500);

const base64 = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
