// One request to a URL that a client has named: filtered, bounded, never redirected, past every proxy. It runs in the outbound
// process (process.ts): the service does not parse the responses of strangers.
import { request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { whenAborted } from '#core/when-aborted.ts';
import { portOf, RefusedAddress, type AddressFilter } from './address-filter.ts';

export interface Call {
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Of the body of the response, as far as the caller reads it. */
  maxBytes: number;
  /** Ends the call, its response included, when it aborts. */
  signal: AbortSignal;
}

/** The response exceeds a bound. */
export class UnboundedResponse extends Error {}

/** Responses with a status from 100 to 199 before the one that counts. */
const maxInformational = 4;
/** Of one head, its trailers included. */
const maxHeaderBytes = 16 * 1024;
/** Of everything before the body: the heads of the informational responses too. */
const maxBytesBeforeBody = (maxInformational + 1) * maxHeaderBytes;
/** How many times its size a body may take with its framing: chunks of six bytes each take twice theirs. */
const framing = 2;

/** Resolves with the head of the response; its body is a stream that the caller reads or destroys. @throws {@link RefusedAddress}, {@link UnboundedResponse}, network errors, or the signal's reason */
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
    // A new connection: not one that another account has opened, and no agent that uses proxies.
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

/** Ends the request with {@link UnboundedResponse} as soon as more has arrived than it may bring. */
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
    // Before the parser sees them.
    socket.prependListener('data', (part: Buffer) => {
      bytes += part.length;
      if (response === undefined && bytes > maxBytesBeforeBody) end(`no body after ${maxBytesBeforeBody} bytes`);
      else if (bytes > maxBytesBeforeBody + framing * maxBytes) end(`more than ${framing} times the bytes of its body`);
    });
  });
}

/** The first bytes of a response's body, at most `max`; the rest is not read. */
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
