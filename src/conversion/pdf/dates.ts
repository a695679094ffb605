// Dates of PDF objects.

/** Converts a PDF's date (ISO 32000-1, 7.9.4); empty for a value that is not a date. */
export function isoDate(text: string): string {
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', zone = 'Z', hours, minutes] =
    /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([Z+-])(?:(\d\d)'?(\d\d)?)?)?/.exec(text) ?? [];
  if (year === undefined) return '';
  const offset = zone === 'Z' || hours === undefined ? 'Z' : `${zone}${hours}:${minutes ?? '00'}`;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}
