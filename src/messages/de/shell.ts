// The frame around all pages, and what stands there when a page cannot be shown.
import type { shell as english } from '../en/shell.ts';
import type { Translated } from '../translated.ts';

export const shell: Translated<typeof english> = {
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  pages: 'Seiten',
  home: 'Start',
  playground: 'Ausprobieren',
  jobs: 'Aufträge',
  shares: 'Freigabelinks',
  keys: 'API-Schlüssel',
  webhooks: 'Webhooks',
  plan: 'Tarif',
  settings: 'Einstellungen',
  administration: 'Verwaltung',
  reference: 'API-Referenz',
  sign_out: 'Abmelden',
  not_loaded: 'Das Dashboard kann nicht geladen werden',
  session_expired: 'Ihre Sitzung ist abgelaufen',
  session_expired_text:
    'Melden Sie sich in einem anderen Tab als {{email}} wieder an und kommen Sie zurück. Nichts, was Sie hier eingegeben haben, geht verloren.',
  signed_in_again: 'Ich bin wieder angemeldet',
  sign_in: 'Anmelden',
  broken: 'Diese Seite konnte nicht geladen werden',
  broken_text: 'Vielleicht wurde der Server aktualisiert. Meist hilft es, die Seite neu zu laden.',
  reload: 'Neu laden',
  go_home: 'Zur Startseite',
  not_found: 'Diese Seite gibt es nicht',
};
