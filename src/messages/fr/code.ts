// The words around code samples.
import type { code as english } from '../en/code.ts';
import type { Translated } from '../translated.ts';

export const code: Translated<typeof english> = {
  language: 'Langage du code',
  key: '<c>PLATEN_API_KEY</c> est l’une de vos <a>clés d’API</a>.',
  copy: 'Copier le code',
  request: 'Requête en {{language}}',
};
