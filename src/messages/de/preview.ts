// The pages of a result, to be looked at.
import type { preview as english } from '../en/preview.ts';
import type { Translated } from '../translated.ts';

export const preview: Translated<typeof english> = {
  page_of: 'Seite {{page, number}} von {{name}}',
  position: 'Seite {{page, number}} von {{all, number}}',
  first_pages_one: 'Nur {{count, number}} von {{all, number}} Seiten kann hier angesehen werden.',
  first_pages_other: 'Die ersten {{count, number}} von {{all, number}} Seiten können hier angesehen werden.',
  previous: 'Vorige Seite',
  next: 'Nächste Seite',
  large: 'Groß öffnen',
  none: 'Keine Vorschau verfügbar.',
  start_of: 'Anfang von {{name}}',
};
