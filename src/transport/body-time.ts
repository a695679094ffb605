// Limits the time for the body of a request that is not an upload. Forms and JSON are small, and the service would
// otherwise wait forever for a body that its route does not read. Uploads have their own rules (upload.ts).
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const clocks = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Ends every connection whose request is incomplete after `maxMs`, with an answer by `refuse` unless one has begun. */
export function limitBodyTime(server: Server, maxMs: number, refuse: (socket: Socket) => void): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const clock = setTimeout(() => {
      if (request.complete) return;
      // A previous answer may still be on its way over the same connection.
      if (response.headersSent || response.socket === null) request.socket.destroy();
      else refuse(request.socket);
    }, maxMs);
    clocks.set(request, clock.unref());
    request.once('close', () => clearTimeout(clock));
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Marks this body as an upload: its reader limits its time from now on. */
export function takeTime(request: IncomingMessage): void {
  clearTimeout(clocks.get(request));
  clocks.delete(request);
}

/** Returns whether the rest of a small body is still to come, so that no work is done for the request in the meantime. */
export const isAwaited = (request: IncomingMessage): boolean => clocks.has(request) && !request.complete;
