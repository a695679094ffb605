// The words of the pages that the server writes, in the language that a browser prefers.
import type { FastifyRequest } from 'fastify';
import { createInstance } from 'i18next';
import { KiB, MiB } from '#core/bytes.ts';
import { served as de } from '#messages/de/served.ts';
import { tools as deTools } from '#messages/de/tools.ts';
import { served as en } from '#messages/en/served.ts';
import { tools as enTools } from '#messages/en/tools.ts';
import { served as fr } from '#messages/fr/served.ts';
import { tools as frTools } from '#messages/fr/tools.ts';
import { locales, preferredLanguage, type Language } from '#messages/languages.ts';

type Plural<Key> = Key extends `${infer Stem}_${'one' | 'other'}` ? Stem : Key;
type Key = Plural<keyof typeof en>;

export interface Words {
  language: Language;
  say: (key: Key, values?: Readonly<Record<string, string | number>>) => string;
  /** The title and description of a tool's page; the given words where there is no text. */
  tool: (page: { address: string; name: string; says: string }) => { name: string; says: string };
  size: (bytes: number) => string;
  /** Formats a time in UTC. */
  moment: (time: number) => string;
}

const catalogue = createInstance({
  resources: { en: { served: en }, fr: { served: fr }, de: { served: de } } satisfies Record<Language, object>,
  ns: 'served',
  defaultNS: 'served',
  fallbackLng: 'en',
  initAsync: false,
  // The template of the page escapes the values that it inserts.
  interpolation: { escapeValue: false },
});
void catalogue.init();

const tools: Record<Language, Readonly<Record<string, string>>> = { en: enTools, fr: frTools, de: deTools };

export const wordsFor = ({ headers }: Pick<FastifyRequest, 'headers'>): Words =>
  wordsIn(preferredLanguage(headers['accept-language']));

function wordsIn(language: Language): Words {
  const say = catalogue.getFixedT(language) as unknown as Words['say'];
  const locale = locales[language];
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const inUnits = (unit: 'kilobyte' | 'megabyte', digits: number) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  const [kilobytes, megabytes] = [inUnits('kilobyte', 0), inUnits('megabyte', 1)];
  return {
    language,
    say,
    tool: ({ address, name, says }) => ({
      name: tools[language][address] ?? name,
      says: tools[language][`${address}_says`] ?? says,
    }),
    size: (bytes) =>
      bytes < KiB
        ? say('bytes', { count: bytes })
        : bytes < MiB
          ? kilobytes.format(bytes / KiB)
          : megabytes.format(bytes / MiB),
    moment: (time) => `${moments.format(time)} UTC`,
  };
}
