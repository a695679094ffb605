// The playground.
import type { playground as english } from '../en/playground.ts';
import type { Translated } from '../translated.ts';

export const playground: Translated<typeof english> = {
  title: 'Essayer',
  intro: 'Les conversions faites ici comptent dans votre quota.',
  code: 'La même requête en code',
  tool: 'Outil',
  choose: 'Choisir',
  named: '{{name}} ({{id}})',
  share: 'Partager {{name}}',
};
