// Receivers on loopback that never answer correctly, and count the bytes that they have sent.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Writes the same bytes until the connection is closed. */
function flood(socket: Socket, part: string, sent: (bytes: number) => void): void {
  const bytes = Buffer.from(part.repeat(Math.ceil((64 * 1024) / part.length)));
  const send = () => {
    do sent(bytes.length);
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on('drain', send);
  send();
}

const heads = 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n';

const kinds = {
  silent: () => {},
  'endless 1xx': (socket: Socket, sent: (bytes: number) => void) =>
    flood(socket, 'HTTP/1.1 102 Processing\r\n\r\n', sent),
  'endless 1xx with heads': (socket: Socket, sent: (bytes: number) => void) =>
    flood(socket, `HTTP/1.1 103 Early Hints\r\nLink: </${'a'.repeat(8000)}>\r\n\r\n`, sent),
  'endless head': (socket: Socket, sent: (bytes: number) => void) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    flood(socket, 'X-More: of the same\r\n', sent);
  },
  'endless body': (socket: Socket, sent: (bytes: number) => void) => {
    socket.write(`${heads}\r\n`);
    flood(socket, 'x', sent);
  },
  'endless chunks of a byte': (socket: Socket, sent: (bytes: number) => void) => {
    socket.write(`${heads}Transfer-Encoding: chunked\r\n\r\n`);
    flood(socket, '1\r\nx\r\n', sent);
  },
  'a byte a second': (socket: Socket) => {
    socket.write(`${heads}\r\n`);
    const timer = setInterval(() => socket.write('x'), 1000);
    socket.on('close', () => clearInterval(timer));
  },
  'redirects in a circle': (socket: Socket) =>
    socket.end(`HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n`),
  resets: (socket: Socket) => socket.resetAndDestroy(),
} as const;

export type HostileKind = keyof typeof kinds;
export const hostileKinds = Object.keys(kinds) as HostileKind[];

export interface HostileReceiver extends AsyncDisposable {
  url: string;
  /** Bytes that it has handed to the system, whether or not anybody has read them. */
  readonly bytes: number;
  readonly connections: number;
}

export async function startHostileReceiver(kind: HostileKind): Promise<HostileReceiver> {
  const sockets = new Set<Socket>();
  let bytes = 0;
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.once('data', () => kinds[kind](socket, (more) => (bytes += more)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    get bytes() {
      return bytes;
    },
    get connections() {
      return connections;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
