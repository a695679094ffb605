// An error response must reach a client that is still sending: the rest of its body is read and discarded, within limits.
import type { IncomingMessage } from 'node:http';

const pollMs = 250;

/** Reads and discards the rest of a request's body; closes the connection after `maxMs` or `maxBytes` more. */
export function drain(request: IncomingMessage, maxBytes: number, maxMs = 30_000): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  const until = socket.bytesRead + maxBytes;
  const began = performance.now();
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) clearInterval(timer);
    else if (socket.bytesRead > until || performance.now() - began > maxMs) {
      clearInterval(timer);
      socket.destroy();
    }
  }, pollMs).unref();
  // A client that disconnects needs no response.
  request.on('error', () => {});
  request.resume();
}
