// Requests to the dashboard's JSON API.
import { texts } from '../i18n.ts';
import { errorText } from './error-text.ts';

/** The refusals of the dashboard, in the language of the pages. */
function refusalOf(code: string | undefined, problem: string | undefined): string | undefined {
  const key = `refusals.${code as 'not_allowed'}` as const;
  return texts.exists(key) ? [texts.t(key), problem].filter(Boolean).join(' ') : undefined;
}

/** An error response, with the server's message. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  /** Of several tools in a row the one with the problem, from 0. */
  readonly step: number | undefined;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    {
      error,
      message,
      field,
      ...rest
    }: {
      error?: string;
      message?: string;
      field?: string;
      step?: number | null;
      problem?: string;
      retry_after?: number;
    },
  ) {
    super(
      refusalOf(error, rest.problem) ??
        errorText(error ?? '', { ...rest, field }) ??
        message ??
        texts.t('common.unexpected_response'),
    );
    this.status = status;
    this.code = error ?? 'unknown';
    this.field = field;
    this.step = rest.step ?? undefined;
    this.retryAfter = rest.retry_after;
  }

  static noConnection(): ApiError {
    return new ApiError(0, { error: 'no_connection', message: texts.t('common.no_connection') });
  }

  static cancelled(): ApiError {
    return new ApiError(0, { error: 'cancelled', message: texts.t('common.cancelled') });
  }
}

export async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const init: RequestInit =
    body === undefined
      ? { method }
      : { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const response = await fetch(`/dashboard/api${path}`, init).catch(() => null);
  if (response === null) throw ApiError.noConnection();
  const answer: unknown = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, answer as { error?: string });
  return answer as Answer;
}

export const get = <Answer>(path: string): Promise<Answer> => call<Answer>('GET', path);

export interface Upload<Answer> {
  answer: Promise<Answer>;
  cancel: () => void;
}

export interface Sending {
  method: string;
  headers?: Readonly<Record<string, string>>;
  body?: Blob | FormData;
  /** From 0 to 1, of the body. */
  onProgress?: (part: number) => void;
}

/** Sends a request and reports the progress of its body, which fetch cannot. @throws {@link ApiError} unless the answer is a success */
export function send(
  path: string,
  { method, headers = {}, body, onProgress = () => {} }: Sending,
): Upload<XMLHttpRequest> {
  const request = new XMLHttpRequest();
  const answer = new Promise<XMLHttpRequest>((resolve, reject) => {
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.upload.addEventListener('load', () => onProgress(1));
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) resolve(request);
      else reject(new ApiError(request.status, parsed(request.responseText)));
    });
    request.addEventListener('error', () => reject(ApiError.noConnection()));
    request.addEventListener('abort', () => reject(ApiError.cancelled()));
  });
  request.open(method, `/dashboard/api${path}`);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.send(body ?? null);
  return { answer, cancel: () => request.abort() };
}

/** Sends a form. */
export function upload<Answer>(path: string, form: FormData, onProgress: (part: number) => void): Upload<Answer> {
  const { answer, cancel } = send(path, { method: 'POST', body: form, onProgress });
  return { answer: answer.then(({ responseText }) => parsed(responseText) as Answer), cancel };
}

/** The JSON of a response; undefined if it is not JSON. */
function parsed(text: string): { error?: string } {
  try {
    return JSON.parse(text) as { error?: string };
  } catch {
    return {};
  }
}
