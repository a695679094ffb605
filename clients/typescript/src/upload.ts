// Files that arrive in parts and go on after a cut (tus 1.0), before a conversion names them.
import type { CallOptions, Connection } from './connection.ts';
import { PlatenError } from './errors.ts';
import { sentOf, type Input } from './input.ts';

const partBytes = 8 * 2 ** 20;
const tus = { 'Tus-Resumable': '1.0.0' };

export interface UploadOptions extends CallOptions {
  /** Of an upload that was begun before, which goes on. */
  fileId?: string | undefined;
  /** Called when the upload has its name. */
  onBegin?: ((fileId: string) => void) | undefined;
}

/** @returns what a conversion takes as its file */
export async function upload(
  connection: Connection,
  input: Input,
  options: UploadOptions = {},
): Promise<{ fileId: string }> {
  const file = await sentOf(input);
  if ('fileId' in file) return file;
  const { blob, name } = file;
  const { onUploadProgress, onBegin } = options;
  return await connection.timed(options, async (deadline) => {
    const offsetOf = async (path: string) =>
      await connection.within(deadline, { method: 'HEAD', path, headers: tus }, offsetIn);
    const begin = { 'Upload-Length': String(blob.size), 'Upload-Metadata': `filename ${base64(name)}` };
    const fileId =
      options.fileId ??
      (await connection.within(
        deadline,
        { method: 'POST', path: '/v1/uploads', headers: { ...tus, ...begin } },
        (answer) => (answer.headers.get('location') ?? '').replace(/^.*\//, ''),
      ));
    onBegin?.(fileId);
    const path = `/v1/uploads/${encodeURIComponent(fileId)}`;
    let offset = options.fileId === undefined ? 0 : await offsetOf(path);
    for (let tries = 0; offset < blob.size;) {
      const before = offset;
      const headers = { ...tus, 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
      const body = blob.slice(offset, offset + partBytes);
      try {
        // One try: after a cut, the service says how much has arrived.
        offset = await connection.once(deadline, { method: 'PATCH', path, headers, body: () => body }, offsetIn);
      } catch (error) {
        if (!(error instanceof PlatenError && error.code === 'upload_conflict'))
          await connection.pause(error, tries++, deadline);
        offset = await offsetOf(path);
      }
      if (offset > before) tries = 0;
      onUploadProgress?.(offset, blob.size);
    }
    return { fileId };
  });
}

const offsetIn = (answer: Response): number => Number(answer.headers.get('upload-offset'));

const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
