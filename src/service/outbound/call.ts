// A call from the service to an address that a client has named: filtered, bounded, never redirected, past every proxy.
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { whenAborted } from '#core/when-aborted.ts';
import { portOf, RefusedAddress, type AddressFilter } from './address-filter.ts';

export interface Call {
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Ends the call, its answer included, when it aborts. */
  signal: AbortSignal;
}

/** Resolves with the head of the answer; its body is a stream that the caller reads or destroys. @throws {@link RefusedAddress}, what the network says, or the signal's reason */
export async function call(
  { url, method, headers, body, signal }: Call,
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
    // A user name in an address would become a header.
    auth: null,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }) },
    lookup: filter.lookup(portOf(target)),
    // A connection of its own: none that another account has opened, and no agent that knows of proxies.
    agent: false,
  });
  using leaving = whenAborted(signal, (reason) => {
    outgoing.destroy();
    reject(reason);
  });
  outgoing.once('response', resolve).on('error', reject).end(body);
  const answer = await promise;
  leaving[Symbol.dispose]();
  const cut = whenAborted(signal, (reason) => answer.destroy(reason as Error));
  answer.once('close', () => cut[Symbol.dispose]());
  return answer;
}

/** The first bytes of an answer, at most `max`; the rest is not read. */
export async function firstBytes(answer: IncomingMessage, max: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part.subarray(0, max - bytes));
    bytes += part.length;
    if (bytes >= max) break;
  }
  answer.destroy();
  return Buffer.concat(parts);
}
