// Dates and times as they are written, as the numbers of spreadsheets (days since the end of 1899) with formats that read the same.
import { monthNamed } from './month-names.ts';

export interface DateValue {
  serial: number;
  /** A format code (ECMA-376, part 1, 18.8.31). */
  format: string;
  /** As ISO 8601 has it. */
  iso: string;
}

export interface DateSigns {
  /** Whether the day is before the month where both are numbers; undefined where nothing says so. */
  isDayFirst: boolean | undefined;
  language: string;
}

interface Day {
  year: number;
  month: number;
  day: number;
  format: string;
}

const dayMilliseconds = 86_400_000;
/** Of two digits, these and less are of this century, as spreadsheet programs have it. */
const lastOfCentury = 29;
/** The 1st of March 1900: before it, spreadsheet programs do not agree. */
const firstSerial = 61;
const maxLength = 40;

const numeric = /^(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})$/;
const clock = /^(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?: ([AP]M))?$/;

/** Null if the text is not a date or time, or is ambiguous. @param text with plain signs */
export function dateOf(text: string, signs: DateSigns): DateValue | null {
  if (text.length > maxLength || !/\d/.test(text)) return null;
  const time = timeOf(text);
  if (time !== null) return time;
  const parts = /^(.*?\d)(,? |T)(\d{1,2}:\d\d.*)$/.exec(text);
  const later = parts === null ? null : timeOf(parts[3] ?? '');
  const day = dayOf(later === null ? text : (parts?.[1] ?? ''), signs);
  if (day === null) return null;
  const date = new Date(Date.UTC(day.year, day.month - 1, day.day));
  const serial = date.getTime() / dayMilliseconds + 25_569;
  if (date.getUTCMonth() !== day.month - 1 || date.getUTCDate() !== day.day || serial < firstSerial) return null;
  const iso = date.toISOString().slice(0, 10);
  if (later === null) return { serial, format: day.format, iso };
  const between = (parts?.[2] ?? ' ').replace(/[,T]/, String.raw`\$&`);
  return {
    serial: serial + later.serial,
    format: `${day.format}${between}${later.format}`,
    iso: `${iso}T${later.iso}`,
  };
}

/** The order of day and month, as far as the text alone tells. */
export function isDayFirstIn(text: string): boolean | undefined {
  const [, a = '', sign, b = '', year = ''] = numeric.exec(text.split(' ')[0] ?? '') ?? [];
  if (sign === undefined || sign === '.' || a.length > 2 || (year.length !== 2 && year.length !== 4)) return undefined;
  const [first, second] = [Number(a), Number(b)];
  if (first > 12 && first <= 31 && second <= 12) return true;
  return second > 12 && second <= 31 && first <= 12 ? false : undefined;
}

function dayOf(text: string, signs: DateSigns): Day | null {
  const [, a = '', sign = '', b = '', c = ''] = numeric.exec(text) ?? [];
  if (sign === '') return namedDay(text, signs.language);
  const between = `\\${sign}`;
  if (a.length === 4 && c.length <= 2)
    return dayFrom({ year: a, month: b, day: c }, (y, m, d) => [y, m, d].join(between));
  if (a.length > 2 || (c.length !== 2 && c.length !== 4)) return null;
  // Two numbers with points before a short year are as likely those of a chapter.
  if (sign === '.' && c.length === 2 && (a.length !== 2 || b.length !== 2)) return null;
  const isDayFirst = sign === '.' ? true : (isDayFirstIn(text) ?? signs.isDayFirst);
  if (isDayFirst === undefined) return null;
  return isDayFirst
    ? dayFrom({ year: c, month: b, day: a }, (y, m, d) => [d, m, y].join(between))
    : dayFrom({ year: c, month: a, day: b }, (y, m, d) => [m, d, y].join(between));
}

function dayFrom(
  { year, month, day }: Record<'year' | 'month' | 'day', string>,
  format: (year: string, month: string, day: string) => string,
): Day {
  return {
    year: yearOf(year),
    month: Number(month),
    day: Number(day),
    format: format('y'.repeat(year.length), 'm'.repeat(month.length), 'd'.repeat(day.length)),
  };
}

function yearOf(text: string): number {
  const year = Number(text);
  return text.length > 2 ? year : year + (year > lastOfCentury ? 1900 : 2000);
}

const word = String.raw`(\p{L}{3,12})`;
const dayAndName = new RegExp(String.raw`^(\d{1,2})(\.? | de |-)${word}( |, |-| de )(\d{4}|\d\d)$`, 'u');
const nameAndDay = new RegExp(String.raw`^${word} (\d{1,2})(,? )(\d{4})$`, 'u');
const nameAlone = new RegExp(String.raw`^${word}( | de )(\d{4})$`, 'u');

function namedDay(text: string, language: string): Day | null {
  const [, day = '', before = '', name = '', after = '', year = ''] = dayAndName.exec(text) ?? [];
  if (day !== '')
    return named(
      name,
      language,
      { year, day },
      (m, y) => 'd'.repeat(day.length) + literal(before) + m + literal(after) + y,
    );
  const [, first = '', second = '', gap = '', last = ''] = nameAndDay.exec(text) ?? [];
  if (first !== '')
    return named(
      first,
      language,
      { year: last, day: second },
      (m, y) => `${m} ${'d'.repeat(second.length)}${literal(gap)}${y}`,
    );
  const [, alone = '', room = '', its = ''] = nameAlone.exec(text) ?? [];
  return named(alone, language, { year: its, day: '1' }, (m, y) => m + literal(room) + y);
}

function named(
  name: string,
  language: string,
  { year, day }: Record<'year' | 'day', string>,
  format: (month: string, year: string) => string,
): Day | null {
  const month = monthNamed(name, language);
  if (month === null) return null;
  const code = format(month.isShort ? 'mmm' : 'mmmm', 'y'.repeat(year.length));
  return { year: yearOf(year), month: month.month, day: Number(day), format: `[$-${month.locale}]${code}` };
}

/** The separators of the parts of a date, as in formats. */
const literal = (text: string): string => text.replace(/de/, '"de"').replace(/[-.,]/g, String.raw`\$&`);

/** Times of a day alone: more hours are a score, or a proportion. */
function timeOf(text: string): DateValue | null {
  const [, hours = '', minutes = '', seconds, half] = clock.exec(text) ?? [];
  if (hours === '') return null;
  const hour = Number(hours);
  if (half === undefined ? hour > 23 : hour > 12 || hour === 0) return null;
  const hourOfDay = half === undefined ? hour : (hour % 12) + (half === 'PM' ? 12 : 0);
  const serial = (hourOfDay * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)) / 86_400;
  const code = `${'h'.repeat(hours.length)}:mm${seconds === undefined ? '' : ':ss'}${half === undefined ? '' : ' AM/PM'}`;
  return { serial, format: code, iso: `${String(hourOfDay).padStart(2, '0')}:${minutes}:${seconds ?? '00'}` };
}
