// Determines whether a service is its user's own: it listens only on this machine, and the request comes from there.
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '#config';

export type Reach = Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>;

const loopback = ['127.0.0.1', '::1', 'localhost'];

/** Returns whether only users of this machine can reach the service, unless they open a way that it does not know about. */
export const listensForItself = ({ host, publicUrl, trustProxy }: Reach): boolean =>
  loopback.includes(host) && publicUrl === undefined && trustProxy === false;

export const isOwnMachine = (config: Reach, headers: IncomingHttpHeaders): boolean =>
  listensForItself(config) && !isFromElsewhere(headers);

/** Detects a proxy on this machine that is not in PLATEN_TRUST_PROXY, or a name that points here from outside. */
function isFromElsewhere(headers: IncomingHttpHeaders): boolean {
  if (['x-forwarded-for', 'forwarded', 'via'].some((name) => headers[name] !== undefined)) return true;
  const name = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return !loopback.includes(name.toLowerCase());
}
