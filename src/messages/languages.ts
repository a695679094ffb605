// The languages of the pages and e-mails.

export const languages = ['en', 'fr', 'de'] as const;
export type Language = (typeof languages)[number];

/** How each language calls itself. */
export const languageNames: Record<Language, string> = { en: 'English', fr: 'Français', de: 'Deutsch' };

/** The locale whose dates and numbers each language uses. */
export const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR', de: 'de-DE' };

/** The first of the given language tags that there are texts in; English otherwise. */
export function firstKnown(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = languages.find((known) => tag.toLowerCase().split('-')[0] === known);
    if (language !== undefined) return language;
  }
  return 'en';
}

/** The language of an Accept-Language header. */
export function preferredLanguage(header: string | undefined): Language {
  const wanted = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().split(';');
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
    return { tag, quality: quality === undefined ? 1 : Number(quality.split('=')[1]) };
  });
  return firstKnown(wanted.sort((a, b) => b.quality - a.quality).map(({ tag }) => tag));
}
