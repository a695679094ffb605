// Formatting of numbers, sizes and times, in the language of the pages.
import { currentLocale, texts } from './i18n.ts';

/** One formatter for each locale. */
function by<Formatter>(make: (locale: string) => Formatter): () => Formatter {
  const made = new Map<string, Formatter>();
  return () => {
    const locale = currentLocale();
    const formatter = made.get(locale) ?? make(locale);
    made.set(locale, formatter);
    return formatter;
  };
}

const numbers = by((locale) => new Intl.NumberFormat(locale));
const tenths = by((locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
const dates = by((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
const utcDates = by((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));
const daysOfMonth = by(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
const moments = by((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }));
const relative = by((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const choices = by((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }));

export const count = (n: number): string => numbers().format(n);
const percents = by((locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }));

/** "2.5 %": a part of a whole. */
export const share = (part: number, whole: number): string => percents().format(whole === 0 ? 0 : part / whole);

export const date = (time: number, timeZone?: 'UTC'): string =>
  (timeZone === undefined ? dates() : utcDates()).format(time);
/** "3 Nov", in UTC. */
export const dayAndMonth = (time: number): string => daysOfMonth().format(time);
const instants = by((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }));
/** A moment with its seconds. */
export const instant = (time: number): string => instants().format(time);
export const moment = (time: number): string => moments().format(time);

const lists = by((locale) => new Intl.ListFormat(locale, { type: 'conjunction' }));

/** "a, b and c". */
export const allOf = (names: readonly string[]): string => lists().format(names);

/** "a, b or c". */
export const anyOf = (names: string[]): string => choices().format(names);

const unlimited = 2_147_483_647;
export const isUnlimited = (quota: number): boolean => quota >= unlimited;
export const formatQuota = (quota: number): string => (isUnlimited(quota) ? texts.t('common.unlimited') : count(quota));

// As the API counts them: 10 MB is 10485760 bytes.
const KiB = 1 << 10;
const MiB = 1 << 20;
const GiB = 1 << 30;

type SizeUnit = 'kilobyte' | 'megabyte' | 'gigabyte';

const inUnits = (unit: SizeUnit, digits: 0 | 1) =>
  by(
    (locale) =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  );
const units = {
  kilobyte: [inUnits('kilobyte', 0), inUnits('kilobyte', 0)],
  megabyte: [inUnits('megabyte', 0), inUnits('megabyte', 1)],
  gigabyte: [inUnits('gigabyte', 0), inUnits('gigabyte', 1)],
} as const;

/** With a tenth where the number is small. */
function inUnit(unit: SizeUnit, amount: number): string {
  return units[unit][amount < 10 ? 1 : 0]().format(amount);
}

export function size(bytes: number): string {
  if (bytes < KiB) return texts.t('common.bytes', { count: bytes });
  if (bytes < MiB) return inUnit('kilobyte', bytes / KiB);
  return bytes < GiB ? inUnit('megabyte', bytes / MiB) : inUnit('gigabyte', bytes / GiB);
}

const rounded = (n: number, toTenths: boolean): string =>
  (toTenths ? tenths() : numbers()).format(toTenths ? n : Math.round(n));

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "3 minutes ago", "in 2 days". */
export function ago(time: number, now: number): string {
  const difference = time - now;
  for (const [unit, length] of steps)
    if (Math.abs(difference) >= length) return relative().format(Math.round(difference / length), unit);
  return texts.t(difference > 0 ? 'common.in_a_moment' : 'common.just_now');
}

/** How long something took: "0.8 s", "2 min". */
export const took = (ms: number): string =>
  ms < 90_000 ? `${rounded(ms / 1000, ms < 10_000)} s` : `${rounded(ms / 60_000, false)} min`;

/** "42 min", "3 days": the time until then. */
export function left(until: number, now: number): string {
  const minutes = Math.max(0, Math.round((until - now) / 60_000));
  if (minutes <= 90) return texts.t('common.minutes_left', { count: minutes });
  const hours = Math.round(minutes / 60);
  return hours <= 48
    ? texts.t('common.hours_left', { count: hours })
    : texts.t('common.days_left', { count: Math.round(hours / 24) });
}

/** The extensions of files as their types are called: PDF, DOCX. */
export const typesOf = (extensions: readonly string[]): string =>
  [...new Set(extensions)].map((one) => one.slice(1).toUpperCase()).join(', ');
