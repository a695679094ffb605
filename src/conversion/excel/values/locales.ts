// The locale that a number format names, so that its signs are those of the document wherever a program minds it.
import type { DecimalSign } from './digits.ts';

/** Numbers of locales in hexadecimal, by their language. */
const locales: Record<string, string> = {
  en: '409',
  de: '407',
  fr: '40C',
  es: 'C0A',
  it: '410',
  nl: '413',
  pt: '816',
  pl: '415',
  cs: '405',
  sv: '41D',
  nb: '414',
  da: '406',
  fi: '40B',
  ru: '419',
  uk: '422',
  hu: '40E',
  tr: '41F',
};

/** One locale for all with the same signs. */
const typical = { ',.': '407', ',\u00a0': '40C', '.’': '807' } as const;

/**
 * The locale of numbers with these signs; undefined for the signs of English, which need no locale.
 * @param group the separator of thousands, or empty
 */
export function localeOf(decimal: DecimalSign, group: string, language: string): string | undefined {
  const parting = /^\s$/u.test(group) ? '\u00a0' : /^['’]$/.test(group) ? '’' : group;
  if (decimal === '.' && parting !== '’') return undefined;
  const own = locales[language.slice(0, 2).toLowerCase()];
  if (own !== undefined && decimal === ',' && writes(language.slice(0, 2), decimal, parting)) return own;
  const signs = `${decimal}${parting === '' ? '.' : parting}`;
  return typical[signs as keyof typeof typical];
}

/** Whether a language has these signs. */
function writes(language: string, decimal: string, group: string): boolean {
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.5);
  const signOf = (type: string) => parts.find((part) => part.type === type)?.value.replace(/\s/u, '\u00a0');
  return signOf('decimal') === decimal && (group === '' || signOf('group') === group);
}
