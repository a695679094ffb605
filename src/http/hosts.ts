// Checks the host names to which the service answers, so that a page whose name was made to point here (DNS rebinding) gets nothing.
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#config';
import { Failure } from '#core/failure.ts';
import type { Log } from '#core/log.ts';
import { malformedRequest } from '#transport/errors.ts';

/** Requires a single host name, since servers in a chain could each use a different one (RFC 9112, 3.2). @throws bad_request */
export function requireOneHost({ raw }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1 || (hosts === 0 && raw.httpVersion !== '1.0')) throw malformedRequest();
}

/** The number of names that are logged for the operator. */
const maxLogged = 20;

/**
 * A request must name the public address, or one of PLATEN_HOSTS. Addresses, and names without a dot such as `localhost` or that of a
 * container, cannot belong to another site. @throws misdirected_request
 */
export function hostCheck(
  { publicUrl, hosts }: Pick<Config, 'publicUrl' | 'hosts'>,
  log: Pick<Log, 'warn'>,
): (request: FastifyRequest) => void {
  const known = new Set(hosts);
  if (publicUrl !== undefined) known.add(new URL(publicUrl).hostname);
  const logged = new Set<string>();
  return (request) => {
    const name = request.hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
    if (known.has(name) || !name.includes('.') || isIP(name) !== 0) return;
    if (logged.size < maxLogged && !logged.has(name)) {
      logged.add(name);
      log.warn({ host: name }, 'requests to this name are refused; PLATEN_HOSTS adds names');
    }
    throw new Failure('misdirected_request');
  };
}
