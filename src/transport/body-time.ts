// Limits the time for the body of a request that is not an upload. Forms and JSON are small, and the service would
// otherwise wait for ever for a body that its route does not read. Uploads have rules of their own (upload.ts).
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const clocks = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Ends every connection whose request is not complete after `maxMs`: with an answer by `refuse`, unless one has begun. */
export function limitBodyTime(server: Server, maxMs: number, refuse: (socket: Socket) => void): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!hasBody(request)) return;
    const clock = setTimeout(() => {
      if (request.complete) return;
      // An answer of before may still be on its way over the same connection.
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

/** Whether the rest of a small body has yet to come, so that nothing is done for the request meanwhile. */
export const isAwaited = (request: IncomingMessage): boolean => clocks.has(request) && !request.complete;
