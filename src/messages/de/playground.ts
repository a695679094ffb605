// The playground.
import type { playground as english } from '../en/playground.ts';
import type { Translated } from '../translated.ts';

export const playground: Translated<typeof english> = {
  title: 'Ausprobieren',
  intro: 'Umwandlungen auf dieser Seite zählen zu Ihrem Kontingent.',
  code: 'Derselbe Aufruf als Code',
  tool: 'Werkzeug',
  choose: 'Wählen',
  named: '{{name}} ({{id}})',
  share: '{{name}} freigeben',
};
