// The IP addresses that the service may call for a client: public ones on ports 80 and 443, others if the operator allows them.
// They are checked on connect, regardless of earlier DNS results (rebinding) and of the notation.
import { lookup as resolve, type LookupAddress } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Thrown for an IP address that the service does not call. */
export class RefusedAddress extends Error {}

export interface AddressFilter {
  /** Checks a URL. @throws {@link RefusedAddress} if the host is an IP address that is not allowed, or the port is never allowed */
  checkUrl(url: URL): void;
  /** Resolves a host name for a connection to `port`; fails with {@link RefusedAddress} if one of its IP addresses is not allowed. */
  lookup(port: number): LookupFunction;
}

const webPorts: readonly number[] = [80, 443];
/** The publicly routed part of IPv6 (RFC 4291, 2.4), whose special ranges ipaddr.js knows. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Cloud metadata services, which hand out credentials. Some are in ranges that are public or that an operator may well allow,
 * so they are reachable only if their exact IP address is listed.
 */
const metadata = createList([
  '169.254.169.254/32',
  '169.254.169.253/32',
  '169.254.170.2/32',
  '169.254.42.42/32',
  '169.254.0.23/32',
  '169.254.170.23/32',
  '168.63.129.16/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:42::42/128',
  'fe80::a9fe:a9fe/128',
]);

/** Creates a filter that allows the CIDR ranges `allowed` on any port. @throws when a range is invalid */
export function createAddressFilter(allowed: readonly string[]): AddressFilter {
  const list = createList(allowed);
  const single = createList(allowed.filter(isSingle));
  const isAllowed = (address: string, port: number): boolean => {
    if (contains(metadata, address)) return contains(single, address);
    return contains(list, address) || (webPorts.includes(port) && isPublic(address));
  };
  const check = (address: string, port: number) => {
    if (!isAllowed(address, port)) throw new RefusedAddress(`${address} port ${port} is not called`);
  };
  return {
    checkUrl(url) {
      const host = url.hostname.replaceAll(/^\[|\]$/g, '');
      const port = portOf(url);
      if (isIP(host) !== 0) check(host, port);
      else if (!webPorts.includes(port) && allowed.length === 0) throw new RefusedAddress(`port ${port} is not called`);
    },
    lookup: (port) => (host, options, done) =>
      resolve(host, { ...options, all: true }, (error, found) => {
        if (error !== null) return done(error, []);
        try {
          for (const { address } of found) check(address, port);
        } catch (refused) {
          return done(refused as Error, []);
        }
        answer(found, options.all === true, done);
      }),
  };
}

function createList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network, bits] = ipaddr.parseCIDR(range);
    list.addSubnet(network.toString(), bits, network.kind());
  }
  return list;
}

function isSingle(range: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(range);
  return bits === (network.kind() === 'ipv4' ? 32 : 128);
}

const contains = (list: BlockList, address: string): boolean =>
  list.check(plain(address), isIPv6(plain(address)) ? 'ipv6' : 'ipv4');

export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

function answer(found: LookupAddress[], isAll: boolean, done: Parameters<LookupFunction>[2]): void {
  const [first] = found;
  if (isAll || first === undefined) return done(null, found);
  done(null, first.address, first.family);
}

/** Unwraps an IPv4-mapped IPv6 address. */
const plain = (address: string): string => ipaddr.process(address).toString();

function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(publicIpv6);
}
