// The words around code samples.
import type { code as english } from '../en/code.ts';
import type { Translated } from '../translated.ts';

export const code: Translated<typeof english> = {
  language: 'Sprache des Codes',
  key: '<c>PLATEN_API_KEY</c> ist einer Ihrer <a>API-Schlüssel</a>.',
  copy: 'Code kopieren',
  request: 'Aufruf in {{language}}',
};
