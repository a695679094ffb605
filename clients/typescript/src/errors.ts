// What a call can end with instead of its result.
import { later, remedies, soon } from './catalogue.ts';

interface Facts {
  status?: number;
  fields?: Readonly<Record<string, unknown>>;
  /** In seconds. */
  retryAfter?: number | undefined;
  /** Whether the same call can be made again at once. */
  isTemporary?: boolean;
  cause?: unknown;
}

/** Every error of the service and of the way to it. */
export class PlatenError extends Error {
  /** The code of the catalogue, such as `needs_password`. */
  readonly code: string;
  /** The HTTP status; 0 without an answer. */
  readonly status: number;
  /** What else the answer says: `field`, `allowed`, `max_pages` … */
  readonly fields: Readonly<Record<string, unknown>>;
  /** What to do about it. */
  readonly remedy: string;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** When, in seconds, where the service says so. */
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

/** The call is refused: a key, a field, a file that does not fit, a bound of the plan. */
export class RequestError extends PlatenError {}

/** The document was read and cannot be converted; it is counted. */
export class DocumentError extends PlatenError {}

/** The service failed, or has no room now. */
export class ServiceError extends PlatenError {}

/** No answer (`unreachable`), or none in time (`timeout`). */
export class ConnectionError extends PlatenError {}

/** The error of an answer; of one that is not the service's own, such as a proxy's, the code is `http_STATUS`. */
export async function errorOf(response: Response): Promise<PlatenError> {
  const body: unknown = await response.json().catch(() => null);
  const retryAfter = Number(response.headers.get('retry-after') ?? NaN);
  return errorIn(body instanceof Object ? { ...body } : {}, response.status, retryAfter);
}

/** @internal */
export function errorIn(body: Record<string, unknown>, status: number, retryAfter = NaN): PlatenError {
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

/** The answer of a call that succeeded. @throws PlatenError for one that is no JSON object */
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
