// A line between a client and a service that breaks where it is told to.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** The fault that a request meets instead of its answer. */
export type Fault =
  /** Answered in place of the service. */
  | { status: number; body: Record<string, unknown> | string; headers?: Record<string, string> }
  /** `reset`: cut before it reaches the service; `lost`: the service answers, and nobody hears it; `half`: cut in the middle of the answer. */
  | 'reset'
  | 'lost'
  | 'half';

export interface FaultyLine extends AsyncDisposable {
  url: string;
  /** How many requests came. */
  readonly requests: number;
  /** Faults that have not happened yet. */
  readonly left: number;
}

/** `next`: the fault of a request, if it has one. */
export async function startFaultyLine(
  target: string,
  next: (request: { method: string; path: string }) => Fault | undefined,
  left: () => number = () => 0,
): Promise<FaultyLine> {
  let requests = 0;
  const server = createServer((near, answer) => {
    requests += 1;
    const fault = next({ method: near.method ?? '', path: near.url ?? '' });
    if (fault === 'reset') near.socket.destroy();
    else if (typeof fault === 'object') void answerInstead(near, answer, fault);
    else passOn(target, near, answer, fault);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests;
    },
    get left() {
      return left();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A line with these faults, each of which happens once, to the first request that `path` fits. */
export function startLineWith(
  target: string,
  faults: readonly (readonly [path: RegExp, fault: Fault])[],
): Promise<FaultyLine> {
  const left = [...faults];
  const next = ({ method, path }: { method: string; path: string }) => {
    const n = left.findIndex(([pattern]) => pattern.test(`${method} ${path}`));
    return n < 0 ? undefined : left.splice(n, 1)[0]?.[1];
  };
  return startFaultyLine(target, next, () => left.length);
}

async function answerInstead(
  near: IncomingMessage,
  answer: ServerResponse,
  { status, body, headers = {} }: Exclude<Fault, string>,
): Promise<void> {
  // The whole request is read first, as by a service that has no room.
  near.resume();
  await once(near, 'end').catch(() => {});
  const isText = typeof body === 'string';
  answer.writeHead(status, { 'Content-Type': isText ? 'text/html' : 'application/json', ...headers });
  answer.end(isText ? body : JSON.stringify(body));
}

function passOn(
  target: string,
  near: IncomingMessage,
  answer: ServerResponse,
  fault: 'lost' | 'half' | undefined,
): void {
  const { hostname, port } = new URL(target);
  const far = request(
    { hostname, port, method: near.method, path: near.url, headers: near.headers },
    (response: IncomingMessage) => {
      if (fault === 'lost') {
        response.resume();
        response.once('end', () => near.socket.destroy());
        return;
      }
      answer.writeHead(response.statusCode ?? 500, response.rawHeaders);
      if (fault === undefined) {
        response.pipe(answer);
        return;
      }
      const half = Number(response.headers['content-length']) / 2;
      let sent = 0;
      response.on('data', (chunk: Buffer) => {
        sent += chunk.length;
        if (sent < half) answer.write(chunk);
        else if (!near.socket.destroyed) answer.write(chunk.subarray(0, 1), () => near.socket.destroy());
      });
    },
  );
  far.on('error', () => near.socket.destroy());
  // A client that goes away is seen by the service.
  answer.on('close', () => far.destroy());
  near.pipe(far);
}
