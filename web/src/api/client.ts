// Requests to the dashboard's JSON API.

/** An error response, with the server's message. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;

  constructor(status: number, { error, message, field }: { error?: string; message?: string; field?: string }) {
    super(message ?? 'The server sent an unexpected response. Try again.');
    this.status = status;
    this.code = error ?? 'unknown';
    this.field = field;
  }
}

const noConnection = () =>
  new ApiError(0, { error: 'no_connection', message: 'The server cannot be reached. Check your connection.' });

export async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const init: RequestInit =
    body === undefined
      ? { method }
      : { method, body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const response = await fetch(`/dashboard/api${path}`, init).catch(() => null);
  if (response === null) throw noConnection();
  const answer: unknown = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, answer as { error?: string });
  return answer as Answer;
}

export const get = <Answer>(path: string): Promise<Answer> => call<Answer>('GET', path);

export interface Upload<Answer> {
  answer: Promise<Answer>;
  cancel: () => void;
}

/** Sends a form and reports the progress of the upload from 0 to 1, which fetch cannot. */
export function upload<Answer>(path: string, form: FormData, onProgress: (part: number) => void): Upload<Answer> {
  const request = new XMLHttpRequest();
  const answer = new Promise<Answer>((resolve, reject) => {
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.upload.addEventListener('load', () => onProgress(1));
    request.addEventListener('load', () => {
      const body = parsed(request.responseText);
      if (request.status >= 200 && request.status < 300) resolve(body as Answer);
      else reject(new ApiError(request.status, body));
    });
    request.addEventListener('error', () => reject(noConnection()));
    request.addEventListener('abort', () => reject(new ApiError(0, { error: 'cancelled', message: 'Cancelled.' })));
  });
  request.open('POST', `/dashboard/api${path}`);
  request.send(form);
  return { answer, cancel: () => request.abort() };
}

function parsed(text: string): { error?: string } {
  try {
    return JSON.parse(text) as { error?: string };
  } catch {
    return {};
  }
}
