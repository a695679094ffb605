// The errors that a call can end with.
import { later, remedies, soon } from './catalogue.ts';

interface Facts {
  status?: number;
  fields?: Readonly<Record<string, unknown>>;
  /** In seconds. */
  retryAfter?: number | undefined;
  /** Whether the same call can be retried at once. */
  isTemporary?: boolean;
  cause?: unknown;
}

/** Base class of all errors, from the service or the connection. */
export class PlatenError extends Error {
  /** The code of the catalogue, such as `needs_password`. */
  readonly code: string;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** Other fields of the response: `field`, `allowed`, `max_pages` … */
  readonly fields: Readonly<Record<string, unknown>>;
  /** What to do about it. */
  readonly remedy: string;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** The delay before a retry, in seconds, if the service sets one. */
  readonly retryAfter: number | null;
  readonly jobId: string | null;
  /** @internal */
  readonly isTemporary: boolean;

  constructor(code: string, message: string, facts: Facts = {}) {
    super(message, facts.cause === undefined ? {} : { cause: facts.cause });
    const { status = 0, fields = {}, retryAfter } = facts;
    this.name = 'PlatenError';
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.remedy = remedies[code] ?? '';
    this.isTemporary = facts.isTemporary ?? soon.includes(code);
    this.retryable = this.isTemporary || later.includes(code) || code === 'timeout';
    this.retryAfter = retryAfter ?? null;
    this.jobId = typeof fields['job_id'] === 'string' ? fields['job_id'] : null;
  }
}

/** The call was refused: the key, a field, a file of the wrong type, a limit of the plan. */
export class RequestError extends PlatenError {}

/** The document was read and cannot be converted; it is counted. */
export class DocumentError extends PlatenError {}

/** The service failed, or is too busy. */
export class ServiceError extends PlatenError {}

/** No response (`unreachable`), or none in time (`timeout`). */
export class ConnectionError extends PlatenError {}

/** The error of a response; the code is `http_STATUS` if it is not from the service, but from a proxy, for example. */
export async function errorOf(response: Response): Promise<PlatenError> {
  const body: unknown = await response.json().catch(() => null);
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
  return errorIn(body instanceof Object ? { ...body } : {}, response.status, retryAfter);
}

/** @internal */
export function errorIn(body: Record<string, unknown>, status: number, retryAfter: number = NaN): PlatenError {
  const { error, message, ...fields } = body;
  const isOwn = typeof error === 'string';
  const code = isOwn ? error : `http_${status}`;
  const Kind =
    fields['status'] === 'rejected'
      ? DocumentError
      : status >= 500 || code === 'rate_limited'
        ? ServiceError
        : RequestError;
  const said = Number.isNaN(retryAfter) ? Number(fields['retry_after'] ?? NaN) : retryAfter;
  return new Kind(code, (message as string | undefined) ?? `the service answers ${status}`, {
    status,
    fields,
    retryAfter: Number.isNaN(said) ? undefined : said,
    ...(remedies[code] === undefined && { isTemporary: [502, 503, 504].includes(status) }),
  });
}

/** The response of a successful call. @throws PlatenError if it is not a JSON object */
export async function bodyOf<Body extends object>(response: Response): Promise<Body> {
  const text = await response.text();
  try {
    const body: unknown = JSON.parse(text);
    if (body instanceof Object) return body as Body;
  } catch {
    // As any other.
  }
  throw errorIn({}, response.status);
}

export const unreachable = (url: string, cause: unknown): ConnectionError =>
  new ConnectionError('unreachable', `${url} cannot be reached: ${reasonOf(cause)}`, { cause, isTemporary: true });

/** `fetch` hides the error in its causes. */
function reasonOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error && inner.message !== '' ? inner.message : String(error);
}
