// The names of months, as spreadsheet programs show them in the language that a format names.

interface Language {
  /** The locale's number in number formats, in hexadecimal. */
  locale: string;
  names: string[];
}

const namesOf = (language: string, month: 'long' | 'short'): string[] =>
  Array.from({ length: 12 }, (_, n) =>
    new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }).format(new Date(Date.UTC(2024, n, 1))),
  );

const locales = { en: '409', de: '407', fr: '40C', es: 'C0A', it: '410', nl: '413', pt: '816' };

const long: readonly Language[] = Object.entries(locales).map(([language, locale]) => ({
  locale,
  names: namesOf(language, 'long'),
}));
/** Names in other languages end with a point in some programs only. */
const short: readonly Language[] = [{ locale: locales.en, names: namesOf('en-US', 'short') }];

export interface Month {
  month: number;
  isShort: boolean;
  locale: string;
}

/** The month of a name; the locale of the document's own language where several have it. */
export function monthNamed(name: string, language: string): Month | null {
  for (const [languages, isShort] of [
    [long, false],
    [short, true],
  ] as const) {
    const known = languages.filter(({ names }) => names.includes(name));
    const own =
      known.find(({ locale }) => locale === locales[language.slice(0, 2) as keyof typeof locales]) ?? known[0];
    if (own !== undefined) return { month: own.names.indexOf(name) + 1, isShort, locale: own.locale };
  }
  return null;
}
