// The pages of a result, to be looked at.
import type { preview as english } from '../en/preview.ts';
import type { Translated } from '../translated.ts';

export const preview: Translated<typeof english> = {
  page_of: 'Page {{page, number}} de {{name}}',
  position: 'Page {{page, number}} sur {{all, number}}',
  first_pages_one: 'Seule {{count, number}} page sur {{all, number}} peut être consultée ici.',
  first_pages_other: 'Les {{count, number}} premières pages sur {{all, number}} peuvent être consultées ici.',
  first_pages_many: 'Les {{count, number}} premières pages sur {{all, number}} peuvent être consultées ici.',
  previous: 'Page précédente',
  next: 'Page suivante',
  large: 'Agrandir',
  none: 'Aucun aperçu disponible.',
  start_of: 'Début de {{name}}',
};
