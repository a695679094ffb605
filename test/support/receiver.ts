// A receiver of webhooks on loopback, which behaves as a test wants it to, path by path.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

export interface Message {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const behaviours = {
  accepts: (response: ServerResponse) => void response.end('thanks'),
  fails: (response: ServerResponse) => void response.writeHead(500).end('no'),
  redirects: (response: ServerResponse) => void response.writeHead(302, { Location: '/elsewhere' }).end(),
  'is gone': (response: ServerResponse) => void response.writeHead(410).end(),
  /** Closes in the middle of its head. */
  breaks: (response: ServerResponse) => void response.socket?.end('HTTP/1.1 200 O'),
  /** Announces more than it sends. */
  lies: (response: ServerResponse) => {
    response.writeHead(200, { 'Content-Length': 1000 }).write('some');
    setTimeout(() => response.destroy(), 50);
  },
  /** Sends without an end. */
  floods(response: ServerResponse) {
    const part = Buffer.alloc(64 * 1024, 'x');
    const send = () => {
      while (!response.destroyed && response.write(part));
    };
    response.on('drain', send);
    send();
  },
  hangs: () => {},
} as const;

export interface Receiver extends AsyncDisposable {
  url: string;
  /** An address of its own. */
  path(): string;
  behave(path: string, as: keyof typeof behaviours): void;
  /** The next message that comes to a path, or has come and was not asked for yet. */
  next(path: string): Promise<Message>;
  of(path: string): readonly Message[];
}

export async function startReceiver(): Promise<Receiver> {
  const modes = new Map<string, keyof typeof behaviours>();
  const received: Message[] = [];
  const read = new Map<string, number>();
  let paths = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(parts).toString('utf8') });
      behaviours[modes.get(path) ?? 'accepts'](response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const of = (path: string) => received.filter((message) => message.path === path);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    path: () => `/${paths++}`,
    behave: (path, as) => void modes.set(path, as),
    of,
    async next(path) {
      const n = read.get(path) ?? 0;
      for (let tries = 0; tries < 400; tries++) {
        const message = of(path)[n];
        if (message !== undefined) {
          read.set(path, n + 1);
          return message;
        }
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
      throw new Error(`nothing came to ${path}`);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
