// Days of the calendar, as date fields have them.

/** When this day begins here, `later` days after it, in milliseconds since 1970; empty for no day. */
export function dayStart(day: string, later: number): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  if (year === undefined) return '';
  const time = new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
  return time < 0 ? '' : String(time);
}
