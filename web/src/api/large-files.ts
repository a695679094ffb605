// Forms whose files are large: the files go ahead in parts, so that a cut line costs a part of them and not all.
import { ApiError, call, upload, type Upload } from './client.ts';

/** A smaller file is sent again in a moment. */
const largeBytes = 8 * 2 ** 20;

interface Addresses {
  /** Where the form is sent. */
  form: string;
  /** Where large files are sent before it. */
  files: string;
}

/** Sends a form, and reports the progress of its files from 0 to 1. */
export function sendForm<Answer>(to: Addresses, form: FormData, onProgress: (part: number) => void): Upload<Answer> {
  const files = form.getAll('file') as File[];
  if (files.every(({ size }) => size < largeBytes)) return upload(to.form, form, onProgress);
  const cancelling = new AbortController();
  return {
    answer: sendAhead<Answer>(to, form, { files, onProgress, signal: cancelling.signal }),
    cancel: () => cancelling.abort(ApiError.cancelled()),
  };
}

async function sendAhead<Answer>(
  to: Addresses,
  form: FormData,
  { files, onProgress, signal }: { files: readonly File[]; onProgress: (part: number) => void; signal: AbortSignal },
): Promise<Answer> {
  const { sendInParts } = await import('./in-parts.ts').catch(() => Promise.reject(ApiError.noConnection()));
  const ids = await sendInParts(files, { path: to.files, onProgress, signal });
  form.delete('file');
  for (const [n, id] of ids.entries()) form.append(`file_id[${n}]`, id);
  const { answer, cancel } = upload<Answer>(to.form, form, () => {});
  signal.addEventListener('abort', cancel);
  try {
    return await answer;
  } finally {
    // Files that cannot be removed now expire in an hour.
    for (const id of ids) void call('DELETE', `${to.files}/${id}`).catch(() => {});
  }
}
