// Sends a file in parts (tus 1.0, core and creation): after a broken connection, the upload resumes.

type Headers = { get(name: string): string | null };

export interface PartsOptions {
  partBytes: number;
  /** Performs one request, without retries, for the upload `id` if there is one; returns the headers of its response. */
  exchange: (
    id: string | undefined,
    request: { method: string; headers: Record<string, string>; body?: Blob },
  ) => Promise<Headers>;
  /** Waits before another attempt; `failures` counts those since the last progress. @throws the error if no attempt follows */
  pause: (error: unknown, failures: number) => Promise<void>;
  /** The upload to resume. */
  id?: string | undefined;
  /** Called when the upload has its identifier. */
  onBegin?: ((id: string) => void) | undefined;
  /** Called with the number of received bytes. */
  onProgress?: ((bytes: number) => void) | undefined;
}

/** @returns the identifier of the complete upload */
export async function sendInParts(blob: Blob, name: string, options: PartsOptions): Promise<string> {
  const { exchange, onBegin, onProgress } = options;
  let { id } = options;
  /** Undefined if the service must be asked. */
  let offset = id === undefined ? 0 : undefined;
  let failures = 0;
  let reached = 0;
  const ask = (method: string, headers: Record<string, string> = {}, body?: Blob) =>
    exchange(id, { method, headers: { 'Tus-Resumable': '1.0.0', ...headers }, ...(body && { body }) });
  while (id === undefined || offset !== blob.size)
    try {
      if (id === undefined) {
        const begin = { 'Upload-Length': `${blob.size}`, 'Upload-Metadata': `filename ${base64(name)}` };
        id = ((await ask('POST', begin)).get('Location') ?? '').replace(/^.*\//, '');
        onBegin?.(id);
      } else {
        // The type of a part is the header Content-Type of its request.
        const answer: Headers =
          offset === undefined
            ? await ask('HEAD')
            : await ask(
                'PATCH',
                { 'Upload-Offset': `${offset}` },
                blob.slice(offset, offset + options.partBytes, partType),
              );
        offset = Number(answer.get('Upload-Offset'));
        if (offset > reached) failures = 0;
        onProgress?.((reached = offset));
      }
    } catch (error) {
      await options.pause(error, failures++);
      if (id !== undefined) offset = undefined;
    }
  return id;
}

const partType = 'application/offset+octet-stream';

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
