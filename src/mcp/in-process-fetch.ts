// Requests to the service's own API without a socket: HTTP over a pair of streams in memory. The API sees a request like any other,
// from the IP address of its caller, and notices when it is cancelled.
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { duplexPair, Readable, type Duplex } from 'node:stream';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The caller of a request: the IP address of its connection, and the headers of proxies. */
export interface Behalf {
  address: string | undefined;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Headers by which the API knows a client behind proxies, and which name it was called by. */
const passedOn = ['host', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded'] as const;

/** The base URL of such requests; its host is not resolved. */
export const inProcessUrl = 'http://platen.internal';

/** A `fetch` whose requests `handle` answers. */
export function inProcessFetch(handle: Handler): (behalf: Behalf) => typeof fetch {
  // It never listens: connections are passed to it.
  const server = createServer({ requireHostHeader: false }, handle);
  return (behalf) => async (input, init) => {
    const request = new Request(input, init);
    // It came in one message, so that it is in memory already.
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    const headers: Record<string, string | string[]> = Object.fromEntries(request.headers);
    for (const name of passedOn) {
      const value = behalf.headers[name];
      if (value !== undefined) headers[name] = value;
    }
    const { pathname, search } = new URL(request.url);
    const call = httpRequest({
      method: request.method,
      path: pathname + search,
      headers,
      createConnection: () => connect(server, behalf.address),
      signal: request.signal,
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) =>
      call.once('response', resolve).on('error', reject),
    );
    call.end(body);
    const answer = await answered.catch((error: unknown) => {
      throw request.signal.aborted ? request.signal.reason : new TypeError('fetch failed', { cause: error });
    });
    return responseOf(answer, request.method);
  };
}

function connect(server: ReturnType<typeof createServer>, address: string | undefined): Duplex {
  const [own, other] = duplexPair();
  Object.assign(other, { remoteAddress: address });
  // The end of one side ends the other.
  own.once('close', () => other.destroy());
  other.once('close', () => own.destroy());
  other.on('error', () => {});
  server.emit('connection', other);
  return own;
}

function responseOf(answer: IncomingMessage, method: string): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  const status = answer.statusCode ?? 500;
  const isEmpty = method === 'HEAD' || status === 204 || status === 304;
  if (isEmpty) answer.resume();
  return new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>), { status, headers });
}
