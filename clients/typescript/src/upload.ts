// Uploads files in parts, and resumes after a broken connection.
import type { CallOptions, Connection } from './connection.ts';
import { PlatenError } from './errors.ts';
import { sendInParts } from './in-parts.ts';
import { sentOf, type Input } from './input.ts';

const partBytes = 8 * 2 ** 20;

export interface UploadOptions extends CallOptions {
  /** The upload to resume. */
  fileId?: string | undefined;
  /** Called when the upload has its identifier. */
  onBegin?: ((fileId: string) => void) | undefined;
}

/** @returns the file for a conversion */
export async function upload(
  connection: Connection,
  input: Input,
  options: UploadOptions = {},
): Promise<{ fileId: string }> {
  const file = await sentOf(input);
  if ('fileId' in file) return file;
  const { blob, name } = file;
  const { onUploadProgress, onBegin } = options;
  return await connection.timed(options, async (deadline) => ({
    fileId: await sendInParts(blob, name, {
      partBytes,
      id: options.fileId,
      onBegin,
      onProgress: (bytes) => onUploadProgress?.(bytes, blob.size),
      exchange: (id, { body, ...request }) =>
        connection.once(
          deadline,
          {
            ...request,
            path: `/v1/uploads${id === undefined ? '' : `/${encodeURIComponent(id)}`}`,
            ...(body && { body: () => body }),
          },
          ({ headers }) => headers,
        ),
      async pause(error, failures) {
        // The service then says how much has arrived.
        if (!(error instanceof PlatenError && error.code === 'upload_conflict'))
          await connection.pause(error, failures, deadline);
      },
    }),
  }));
}
