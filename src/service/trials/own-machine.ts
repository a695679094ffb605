// Whether a service is its user's own: it listens on this machine alone, and the request comes from there.
import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '#config';

export type Reach = Pick<Config, 'host' | 'publicUrl' | 'trustProxy'>;

const loopback = ['127.0.0.1', '::1', 'localhost'];

/** Whether only users of this machine can reach the service, unless they open another way that it does not know of. */
export const listensForItself = ({ host, publicUrl, trustProxy }: Reach): boolean =>
  loopback.includes(host) && publicUrl === undefined && trustProxy === false;

export const isOwnMachine = (config: Reach, headers: IncomingHttpHeaders): boolean =>
  listensForItself(config) && !isFromElsewhere(headers);

/** A proxy on this machine that is not in PLATEN_TRUST_PROXY, or a name that leads here from outside. */
function isFromElsewhere(headers: IncomingHttpHeaders): boolean {
  if (['x-forwarded-for', 'forwarded', 'via'].some((name) => headers[name] !== undefined)) return true;
  const name = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return !loopback.includes(name.toLowerCase());
}
