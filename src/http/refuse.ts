// Answers data that never becomes a complete request, so that its client also gets a JSON error.
import type { Socket } from 'node:net';
import { errorBody } from '#core/error-body.ts';
import { malformedRequest } from '#transport/errors.ts';

/** How long to keep the connection open: long enough for the answer to arrive. */
const lingerMs = 2_000;

/** Answers 400 and ends the connection, even if the other side does not. */
export function refuse(socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const body = JSON.stringify(errorBody(malformedRequest()));
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
