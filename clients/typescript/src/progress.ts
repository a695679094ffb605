// Forms that report their upload progress.

type Told = (sent: number) => void;

/** The parts of XMLHttpRequest that are used; server runtimes do not have it. */
interface OwnRequest extends EventTarget {
  readonly upload: EventTarget;
  readonly status: number;
  readonly response: unknown;
  responseType: string;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body: unknown): void;
  abort(): void;
}

type NewRequest = new () => OwnRequest;

const { XMLHttpRequest: BrowsersRequest } = globalThis as { XMLHttpRequest?: NewRequest };

/** Sends like `fetch`, and reports how many bytes have been sent. */
export const sendTelling =
  (send: typeof fetch, tell: Told) =>
  (url: string, init: RequestInit): Promise<Response> =>
    BrowsersRequest === undefined ? byStream(send, url, init, tell) : byRequest(BrowsersRequest, url, init, tell);

/** For runtimes that accept a stream as body. */
async function byStream(send: typeof fetch, url: string, init: RequestInit, tell: Told): Promise<Response> {
  const form = new Response(init.body as FormData);
  let sent = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      tell((sent += chunk.byteLength));
      controller.enqueue(chunk);
    },
  });
  const headers = {
    ...(init.headers as Record<string, string>),
    'Content-Type': form.headers.get('content-type') ?? '',
  };
  return await send(url, { ...init, headers, body: form.body?.pipeThrough(count), duplex: 'half' } as RequestInit);
}

/** For browsers, whose `fetch` does not report progress. */
const byRequest = (
  Request: NewRequest,
  url: string,
  { method, headers, body, signal }: RequestInit,
  tell: Told,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new Request();
    const stop = () => request.abort();
    request.open(method ?? 'POST', url);
    request.responseType = 'blob';
    for (const [name, value] of Object.entries(headers as Record<string, string>))
      request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => tell((event as Event & { loaded: number }).loaded));
    request.addEventListener('load', () => {
      const retryAfter = request.getResponseHeader('Retry-After');
      const { status } = request;
      const headers: Record<string, string> = retryAfter === null ? {} : { 'Retry-After': retryAfter };
      resolve(new Response(request.response as Blob, { status, headers }));
    });
    request.addEventListener('error', () => reject(new TypeError('the connection failed')));
    request.addEventListener('abort', () => reject(signal?.reason));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
    signal?.addEventListener('abort', stop);
    request.send(body as FormData);
  });
