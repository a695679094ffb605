// A visitor is an IP address on one day, under a pseudonym that does not reveal it.
import { isIPv6 } from 'node:net';
import { dayMs } from '#core/clock.ts';
import type { Accounts, Mail } from '#service/roles.ts';

/** Returns the pseudonym of an IP address for today, which cannot be linked to yesterday's. */
export function visitorOf({ signer, clock }: Pick<Mail, 'signer'> & Pick<Accounts, 'clock'>, address: string): string {
  return signer.pseudonym(`trial ${Math.floor(clock.now() / dayMs)} ${networkOf(address)}`);
}

/** Returns the IP address itself or, for IPv6, its /64, the size of a household's network. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const all = [
    ...groups,
    ...Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0'),
    ...after,
  ];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
