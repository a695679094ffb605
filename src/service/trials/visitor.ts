// A visitor is an address for a day, under a pseudonym that does not reveal the address.
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Config } from '#config';
import { dayMs } from '#core/clock.ts';
import { newcomersPlan } from '#service/accounts/plans.ts';
import type { Accounts, Mail } from '#service/roles.ts';

const loopback = ['127.0.0.1', '::1', 'localhost'];
/** Whether only users of this machine can reach the service. */
const perDayOnLoopback = 50;

/** How many conversions an address has in a day without an account; 0 is none. */
export function trialsPerDay(
  { tries, host, publicUrl, trustProxy }: Pick<Config, 'tries' | 'host' | 'publicUrl' | 'trustProxy'>,
  headers: IncomingHttpHeaders,
): number {
  if (tries !== undefined) return tries;
  const isOwn = loopback.includes(host) && publicUrl === undefined && trustProxy === false;
  return isOwn && !isFromElsewhere(headers) ? perDayOnLoopback : 0;
}

/** A proxy on this machine that is not in PLATEN_TRUST_PROXY, or a name that leads here from outside. */
function isFromElsewhere(headers: IncomingHttpHeaders): boolean {
  if (['x-forwarded-for', 'forwarded', 'via'].some((name) => headers[name] !== undefined)) return true;
  const name = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return !loopback.includes(name.toLowerCase());
}

/** The pseudonym of an address for today: it cannot be linked to the same address yesterday. */
export function visitorOf({ signer, clock }: Pick<Mail, 'signer'> & Pick<Accounts, 'clock'>, address: string): string {
  return signer.pseudonym(`trial ${Math.floor(clock.now() / dayMs)} ${networkOf(address)}`);
}

/** The address itself; of IPv6 the /64 that one household has. */
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

/** The bounds of a trial: those of the plan that a new account gets. */
export const trialPlan = ({ plans }: Pick<Accounts, 'plans'>) => newcomersPlan(plans);
