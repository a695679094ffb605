// A refusal must reach a client that is still sending: the rest of its body is read away, within limits.
import type { IncomingMessage } from 'node:http';

const lookMs = 250;

/** Reads and drops what is left of a request's body; closes the connection after `mostMs` or `maxBytes` more. */
export function drain(request: IncomingMessage, maxBytes: number, mostMs = 30_000): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  const until = socket.bytesRead + maxBytes;
  const began = performance.now();
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) clearInterval(timer);
    else if (socket.bytesRead > until || performance.now() - began > mostMs) {
      clearInterval(timer);
      socket.destroy();
    }
  }, lookMs).unref();
  request.on('error', () => {});
  request.resume();
}
