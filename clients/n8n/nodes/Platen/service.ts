// The API of a service, with the requests of n8n: errors have the code, a remedy, and whether a retry can help.
import type { IDataObject, IExecuteFunctions, IHttpRequestOptions, INode, JsonObject } from 'n8n-workflow';
import { NodeApiError, sleep } from 'n8n-workflow';
import type { Form } from './form';
import { remedies } from './tools.generated';

/** Maximum number of retries if the service is busy or unreachable; the longest Retry-After that is respected. */
const maxRetries = 5;
const maxWaitSeconds = 60;

/** The delay without Retry-After: short at first, then longer. */
const pauseAfter = (tries: number): number => Math.random() * Math.min(8, 0.1 * 4 ** tries);

interface Answer {
  statusCode: number;
  headers: Readonly<Record<string, string | undefined>>;
  body: unknown;
}

type Body = NonNullable<Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0]>;

export interface Download {
  body: Body;
  name: string;
  mimeType: string | undefined;
}

export async function serviceOf(
  context: IExecuteFunctions,
  { itemIndex, timeoutMs }: { itemIndex: number; timeoutMs: number },
) {
  const { url } = await context.getCredentials<{ url: string }>('platenApi', itemIndex);
  const base = url.replace(/\/+$/, '').replace(/\/v1$/, '');

  /** Makes a call, and retries it while the service is busy. @throws PlatenError */
  async function call(path: string, options: Omit<IHttpRequestOptions, 'url'>): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const began = Date.now();
      const answer = await asked(path, options);
      if (!(answer instanceof PlatenError) && answer.statusCode < 300) return answer;
      const error =
        answer instanceof PlatenError ? answer : PlatenError.of(answer.statusCode, await jsonIn(answer.body));
      const said = answer instanceof PlatenError ? undefined : answer.headers['retry-after'];
      const given = Number(said ?? error.fields['retry_after'] ?? NaN);
      const wait = Number.isNaN(given) ? pauseAfter(tries) : given;
      // A request that timed out would time out again.
      const isTemporary = error.status === 0 ? Date.now() - began < timeoutMs : error.isTemporary;
      if (!isTemporary || tries === maxRetries || wait > maxWaitSeconds) throw error;
      await sleep(wait * 1000);
    }
  }

  /** The response, or an error if there is none. */
  async function asked(path: string, options: Omit<IHttpRequestOptions, 'url'>): Promise<Answer | PlatenError> {
    try {
      return (await context.helpers.httpRequestWithAuthentication.call(context, 'platenApi', {
        url: `${base}${path}`,
        timeout: timeoutMs,
        ignoreHttpStatusErrors: true,
        returnFullResponse: true,
        ...options,
      })) as Answer;
    } catch (error) {
      return PlatenError.unreachable(base, error);
    }
  }

  return {
    async convert(tool: string, { contentType, body }: Form): Promise<IDataObject & { job_id: string }> {
      // The same call is never converted twice.
      const headers = { 'Content-Type': contentType, 'Idempotency-Key': crypto.randomUUID() };
      const answer = await call(`/v1/convert/${encodeURIComponent(tool)}`, { method: 'POST', headers, body });
      return (await jsonIn(answer.body)) as IDataObject & { job_id: string };
    },
    async download(jobId: string): Promise<Download> {
      const path = `/v1/download/${encodeURIComponent(jobId)}`;
      const { headers, body } = await call(path, { method: 'GET', encoding: 'stream' });
      const disposition = headers['content-disposition'] ?? '';
      const type = (headers['content-type'] ?? '').split(';')[0];
      return { body: body as Body, name: fileNameIn(disposition), mimeType: type || undefined };
    },
    async delete(jobId: string): Promise<void> {
      await call(`/v1/job/${encodeURIComponent(jobId)}`, { method: 'DELETE' });
    },
  };
}

/** RFC 6266: the name with any letters takes precedence over the ASCII name. */
function fileNameIn(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  const [, plain] = /filename="?([^";]+)"?/i.exec(disposition) ?? [];
  return encoded === undefined ? (plain ?? 'result') : decodeURIComponent(encoded);
}

/** A response can be parsed already, a text, or a stream. */
async function jsonIn(body: unknown): Promise<IDataObject> {
  if (isStream(body)) {
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(Buffer.from(chunk));
    return parsed(Buffer.concat(chunks).toString());
  }
  if (typeof body === 'string' || Buffer.isBuffer(body)) return parsed(body.toString());
  return typeof body === 'object' && body !== null ? (body as IDataObject) : {};
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && Symbol.asyncIterator in body;

function parsed(text: string): IDataObject {
  try {
    return JSON.parse(text) as IDataObject;
  } catch {
    return {};
  }
}

export class PlatenError extends Error {
  readonly code: string;
  /** 0 without a response. */
  readonly status: number;
  readonly remedy: string;
  readonly fields: IDataObject;

  private constructor(
    code: string,
    message: string,
    { status = 0, fields = {} }: { status?: number; fields?: IDataObject } = {},
  ) {
    super(message);
    this.name = 'PlatenError';
    this.code = code;
    this.status = status;
    this.remedy = remedies[code] ?? '';
    this.fields = fields;
  }

  static of(status: number, { error, message, ...fields }: IDataObject): PlatenError {
    // A response that is not JSON comes from a proxy.
    const code = typeof error === 'string' ? error : `http_${status}`;
    return new PlatenError(code, typeof message === 'string' ? message : `The service answers ${status} ${code}`, {
      status,
      fields,
    });
  }

  static unreachable(url: string, error: unknown): PlatenError {
    const why = error instanceof Error ? error.message : String(error);
    return new PlatenError('unreachable', `${url} cannot be reached: ${why}`);
  }

  /** Whether the same call can succeed soon: by status for codes of the service; other codes come from a gateway. */
  get isTemporary(): boolean {
    if ([429, 503].includes(this.status)) return this.code !== 'quota_exceeded';
    return [502, 504].includes(this.status) && remedies[this.code] === undefined;
  }

  asJson(): IDataObject {
    const { code, message, status, remedy, fields } = this;
    return { ...fields, error: message, code, status_code: status, remedy };
  }

  asNodeError(node: INode, itemIndex: number): NodeApiError {
    const said = [this.code, this.remedy].filter((part) => part !== '').join(': ');
    const error = new NodeApiError(node, this.asJson() as JsonObject, {
      message: this.message,
      description: said,
      httpCode: String(this.status),
      itemIndex,
    });
    Object.assign(error.context, { code: this.code, remedy: this.remedy, fields: this.fields });
    return error;
  }
}
