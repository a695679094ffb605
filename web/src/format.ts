// Formatting of numbers, sizes and times.

const numbers = new Intl.NumberFormat('en-GB');
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });

export const count = (n: number): string => numbers.format(n);
export const plural = (n: number, one: string, many = `${one}s`): string => `${count(n)} ${n === 1 ? one : many}`;
export const date = (time: number): string => dates.format(time);
export const moment = (time: number): string => moments.format(time);

const unlimited = 2_147_483_647;
export const formatQuota = (quota: number): string => (quota >= unlimited ? 'unlimited' : count(quota));

// As the API counts them: 10 MB is 10485760 bytes.
const KiB = 1 << 10;
const MiB = 1 << 20;

export function size(bytes: number): string {
  if (bytes < KiB) return plural(bytes, 'byte');
  if (bytes < MiB) return `${Math.round(bytes / KiB)} kB`;
  return `${(bytes / MiB).toFixed(bytes < 10 * MiB ? 1 : 0)} MB`;
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "3 minutes ago", "in 2 days". */
export function ago(time: number, now: number): string {
  const difference = time - now;
  for (const [unit, length] of steps)
    if (Math.abs(difference) >= length) return relative.format(Math.round(difference / length), unit);
  return difference > 0 ? 'in less than a minute' : 'just now';
}

/** How long something took: "0.8 s", "2 min". */
export const took = (ms: number): string =>
  ms < 90_000 ? `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s` : `${Math.round(ms / 60_000)} min`;

/** "42 min", "3 days": what is left until then. */
export function left(until: number, now: number): string {
  const minutes = Math.max(0, Math.round((until - now) / 60_000));
  if (minutes <= 90) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours <= 48 ? `${hours} hours` : plural(Math.round(hours / 24), 'day');
}
