// A request to a URL from a client: filtered, bounded, never redirected, bypassing every proxy. It runs in the outbound
// process (process.ts), because the service does not parse responses of strangers.
import { request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { whenAborted } from '#core/when-aborted.ts';
import { portOf, RefusedAddress, type AddressFilter } from './address-filter.ts';

export interface Call {
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** The maximum size of the response body, as far as the caller reads it. */
  maxBytes: number;
  /** A signal that ends the call, including its response. */
  signal: AbortSignal;
}

/** Thrown when the response exceeds a limit. */
export class UnboundedResponse extends Error {}

/** The maximum number of responses with a status from 100 to 199 before the final one. */
const maxInformational = 4;
/** The maximum size of a response's head, including trailers. */
const maxHeaderBytes = 16 * 1024;
/** The maximum size of everything before the body, including informational responses. */
const maxBytesBeforeBody = (maxInformational + 1) * maxHeaderBytes;
/** The maximum ratio of a body with its framing to the body alone: chunks of six bytes double the size. */
const framing = 2;

/**
 * Sends a request and returns the head of the response; its body is a stream that the caller reads or destroys.
 * @throws {@link RefusedAddress}, {@link UnboundedResponse}, network errors, or the signal's reason
 */
export async function call(
  { url, method, headers, body, maxBytes, signal }: Call,
  filter: AddressFilter,
): Promise<IncomingMessage> {
  const target = new URL(url);
  if (target.protocol !== 'https:' && target.protocol !== 'http:') throw new RefusedAddress('neither http nor https');
  filter.checkUrl(target);
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = target.protocol === 'https:' ? tlsRequest : plainRequest;
  const outgoing = send(target, {
    method,
    // A user name in a URL would become a header.
    auth: null,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }) },
    lookup: filter.lookup(portOf(target)),
    // Opens a new connection instead of reusing another account's, or an agent that uses proxies.
    agent: false,
    maxHeaderSize: maxHeaderBytes,
  });
  using leaving = whenAborted(signal, (reason) => {
    outgoing.destroy();
    reject(reason);
  });
  bound(outgoing, maxBytes);
  outgoing.once('response', resolve).on('error', reject).end(body);
  const response = await promise;
  leaving[Symbol.dispose]();
  const cut = whenAborted(signal, (reason) => response.destroy(reason as Error));
  response.once('close', () => cut[Symbol.dispose]());
  return response;
}

/** Ends the request with {@link UnboundedResponse} as soon as more than the allowed bytes have arrived. */
function bound(outgoing: ClientRequest, maxBytes: number): void {
  let response: IncomingMessage | undefined;
  let informational = 0;
  let bytes = 0;
  const end = (why: string) => (response ?? outgoing).destroy(new UnboundedResponse(why));
  outgoing.once('response', (started) => (response = started));
  outgoing.on('information', () => {
    informational += 1;
    if (informational > maxInformational) end(`more than ${maxInformational} informational responses`);
  });
  outgoing.once('socket', (socket) => {
    // Counts the bytes before the parser sees them.
    socket.prependListener('data', (part: Buffer) => {
      bytes += part.length;
      if (response === undefined && bytes > maxBytesBeforeBody) end(`no body after ${maxBytesBeforeBody} bytes`);
      else if (bytes > maxBytesBeforeBody + framing * maxBytes) end(`more than ${framing} times the bytes of its body`);
    });
  });
}

/** Reads at most the first `max` bytes of a response's body. */
export async function firstBytes(response: IncomingMessage, max: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part.subarray(0, max - bytes));
    bytes += part.length;
    if (bytes >= max) break;
  }
  response.destroy();
  return Buffer.concat(parts);
}
