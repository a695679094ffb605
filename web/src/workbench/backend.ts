// Where files are converted: by the account that is signed in, or without one.
import type { Upload } from '../api/client.ts';
import { sendForm } from '../api/large-files.ts';
import type { Compression, Conversion, Front, Plan, Trial } from '../api/types.ts';

export interface Result {
  id: string;
  name: string;
  bytes: number;
  warnings: readonly string[];
  compression: Compression | undefined;
}

export type Limits = Pick<Plan, 'max_bytes' | 'max_merge_files'>;

export interface Backend {
  /** Undefined for an account without a plan, which converts nothing. */
  limits: Limits | undefined;
  kept: { trialMinutes: number } | 'account';
  /** A form with the field `steps` is for several tools in a row, `tool` being the first. Trials take one alone. */
  send(tool: string, form: FormData, onProgress: (part: number) => void): Upload<Result>;
  /** Where the first page of a chosen office document is drawn. */
  chosenPreviewUrl: string;
  downloadUrl(id: string): string;
  previewUrl(id: string): string;
  /** Deletes a result that nobody else lists. */
  forget(id: string): void;
}

interface Answer extends Pick<Trial, 'job_id' | 'name' | 'size_bytes'> {
  warnings?: readonly string[];
  compression?: Compression;
}

const resultOf = ({ job_id: id, name, size_bytes: bytes, warnings, compression }: Answer): Result => ({
  id,
  name,
  bytes,
  warnings: warnings ?? [],
  compression,
});

/** Maps responses to results; cancellation stays an error. */
const resulting = ({ answer, cancel }: Upload<Answer>): Upload<Result> => ({ answer: answer.then(resultOf), cancel });

export const accountBackend = (plan: Plan | null): Backend => ({
  limits: plan ?? undefined,
  kept: 'account',
  send: (tool, form, onProgress) =>
    resulting(
      sendForm<Conversion & { name: string }>(
        { form: form.has('steps') ? '/pipelines' : `/convert/${tool}`, files: '/uploads' },
        form,
        onProgress,
      ),
    ),
  chosenPreviewUrl: '/dashboard/api/preview',
  downloadUrl: (id) => `/dashboard/api/jobs/${id}/download`,
  previewUrl: (id) => `/dashboard/api/jobs/${id}/preview`,
  forget: () => {},
});

export const trialBackend = ({ plan, minutes }: NonNullable<Front['trial']>): Backend => ({
  limits: plan,
  kept: { trialMinutes: minutes },
  send: (tool, form, onProgress) =>
    resulting(sendForm<Trial>({ form: `/trials/${tool}`, files: '/trials/uploads' }, form, onProgress)),
  chosenPreviewUrl: '/dashboard/api/preview/trial',
  downloadUrl: (id) => `/dashboard/api/trials/${id}/download`,
  previewUrl: (id) => `/dashboard/api/trials/${id}/preview`,
  // Results that cannot be deleted now expire in a few minutes.
  // Also while the page is being left.
  forget: (id) => void fetch(`/dashboard/api/trials/${id}`, { method: 'DELETE', keepalive: true }).catch(() => {}),
});
