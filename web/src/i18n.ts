// The pages' language: the one chosen in this browser, otherwise the browser's own. Only the texts of shown pages are fetched.
import { createInstance } from 'i18next';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { initReactI18next } from 'react-i18next';
import type * as en from '../../src/messages/en/index.ts';
import { firstKnown, languages, locales, type Language } from '../../src/messages/languages.ts';

export { languageNames, languages, type Language } from '../../src/messages/languages.ts';

/** The texts of the pages, for code outside components; those use useTranslation. */
export const texts = createInstance();

const remembered = 'platen-language';

/** A file of texts. */
export type Area = keyof typeof en;

const files = import.meta.glob<Partial<typeof en>>(['../../src/messages/*/*.ts', '!**/index.ts']);
const fileOf = (language: Language, area: Area) =>
  files[`../../src/messages/${language}/${area.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`];

/** The texts of every page, and those that pages have requested since. */
const needed = new Set<Area>(['common', 'shell']);

/** The language that the pages are shown in. */
export const currentLanguage = (): Language => languages.find((known) => known === texts.language) ?? 'en';

/** The locale of dates and numbers. */
export const currentLocale = (): string => locales[currentLanguage()];

/** The address of a page of the documentation, in the language of the pages where it is written in it. */
export const docsAddress = (path = ''): string => {
  const language = currentLanguage();
  return `/docs${language === 'en' ? '' : `/${language}`}${path}`;
};

/** Loads the texts; nothing can be shown before. */
export async function startTexts(): Promise<void> {
  await texts.use(initReactI18next).init({
    resources: {},
    fallbackLng: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    saveMissing: true,
    missingKeyHandler: (_languages, _namespace, key) => console.error(`no text is loaded for ${key}`),
  });
  await show(firstKnown([localStorage.getItem(remembered) ?? '', ...navigator.languages]));
}

/** Shows the pages in another language, also next time. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(remembered, language);
  await show(language);
}

async function show(language: Language): Promise<void> {
  await load(language, [...needed]);
  await texts.changeLanguage(language);
  document.documentElement.lang = language;
}

async function load(language: Language, areas: readonly Area[]): Promise<void> {
  const missing = areas.filter((area) => !texts.exists(area, { lng: language, returnObjects: true }));
  const found = await Promise.all(missing.map(async (area) => fileOf(language, area)?.()));
  for (const area of found) texts.addResourceBundle(language, 'translation', { ...area }, true);
}

/** A page that is loaded when it is first shown, together with its texts. */
export function page<Props extends object>(
  fetchPage: () => Promise<{ default: ComponentType<Props> }>,
  ...areas: Area[]
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    for (const area of areas) needed.add(area);
    const [module] = await Promise.all([fetchPage(), load(currentLanguage(), areas)]);
    return module;
  });
}
