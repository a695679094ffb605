// Answers data that never becomes a request, or never a complete one: its client gets a JSON error as well.
import type { Socket } from 'node:net';
import { errorBody } from '#core/error-body.ts';
import { malformedRequest } from '#transport/errors.ts';

/** Long enough for the answer to arrive. */
const lingerMs = 2_000;

/** Answers 400 and ends the connection, whether or not the other side ends it too. */
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
